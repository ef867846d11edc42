"""Before every request to a server: is this an address of the web, does the server want us, is it our turn.

Knows: plain addresses, robots.txt, slots in all and per server, the pauses that servers ask for.
Does not know: what is fetched (`fetch.py`, `render/`)
or which addresses are forbidden (`gate.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from urllib.parse import urljoin, urlsplit

import httpx2

from fathoms.errors import BadAnswer, ProviderError, Refused, Unavailable
from fathoms.sources.web import robots
from fathoms.sources.web.body import ACCEPTED, Allowance, drain, receive
from fathoms.sources.web.options import WebOptions
from fathoms.sources.web.road import Road
from fathoms.sources.web.robots import Robots
from fathoms.text.addresses import endpoint

Endpoint = tuple[str, str, int]


class Slots:
    """Slots in all, to be held for the whole of a page."""

    def __init__(self, at_once: int) -> None:
        self._all = asyncio.Semaphore(at_once)

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        async with self._all:
            yield


class HostSlots:
    """Slots per server. A server nobody waits for is forgotten."""

    def __init__(self, per_host: int) -> None:
        self._per_host = per_host
        self._hosts: dict[Endpoint, tuple[asyncio.Semaphore, int]] = {}
        self._free_at: dict[Endpoint, float] = {}

    @asynccontextmanager
    async def one(self, endpoint: Endpoint, *, pause: float = 0.0) -> AsyncIterator[None]:
        """Hold a slot of this server; with `pause`, at least so many seconds after the one before."""
        slots, users = self._hosts.get(endpoint, (asyncio.Semaphore(self._per_host), 0))
        self._hosts[endpoint] = (slots, users + 1)
        try:
            async with slots:
                await self._wait_turn(endpoint, pause)
                yield
        finally:
            slots, users = self._hosts[endpoint]
            if users == 1:
                del self._hosts[endpoint]
            else:
                self._hosts[endpoint] = (slots, users - 1)

    async def _wait_turn(self, endpoint: Endpoint, pause: float) -> None:
        clock = asyncio.get_running_loop().time
        now = clock()
        turn = max(now, self._free_at.get(endpoint, 0.0))
        if pause:
            self._free_at[endpoint] = turn + pause
        if turn > now:
            await asyncio.sleep(turn - now)


REDIRECTS = frozenset((301, 302, 303, 307, 308))
ROBOTS_SECONDS = 6.0
_LONGEST_URL = 8_000


class Visits:
    """The manners of everyone in this process who asks a server for something."""

    def __init__(self, options: WebOptions, road: Road) -> None:
        self._options = options
        self._road = road
        self._slots = Slots(options.limits.at_once)
        self._hosts = HostSlots(options.limits.per_host)
        self._robots: dict[tuple[str, str, int], asyncio.Task[Robots]] = {}

    def slot(self) -> AbstractAsyncContextManager[None]:
        """One of the slots in all, to be held for the whole of a page."""
        return self._slots.one()

    @asynccontextmanager
    async def turn(self, url: str) -> AsyncIterator[None]:
        """Hold a slot of this server for one request. Raises ProviderError when it must not be made."""
        checked_url(url)
        rules = await self._rules_for(url)
        if not rules.allows(_path(url)):
            raise Refused(f"robots.txt of {host_of(url)} does not want it read", provider=host_of(url))
        async with self._hosts.one(endpoint(url), pause=rules.delay):
            yield

    async def aclose(self) -> None:
        for asked in self._robots.values():
            asked.cancel()
        await asyncio.gather(*self._robots.values(), return_exceptions=True)

    async def _rules_for(self, url: str) -> Robots:
        """The rules of this server, asked for once; all pages of a server wait for the same answer."""
        if not self._options.robots:
            return robots.EVERYTHING
        server = endpoint(url)
        asked = self._robots.get(server)
        if asked is None or (asked.done() and (asked.cancelled() or asked.exception())):
            asked = self._robots[server] = asyncio.create_task(self._ask_rules(url))
            asked.add_done_callback(_looked_at)
        return await asyncio.shield(asked)

    async def _ask_rules(self, url: str) -> Robots:
        """A server without the file allows everything; one that cannot say is left alone."""
        where = urljoin(url, "/robots.txt")
        try:
            async with asyncio.timeout(ROBOTS_SECONDS):
                return await self._read_rules(where)
        except Refused:
            raise
        except (TimeoutError, ProviderError, httpx2.TransportError) as error:
            reason, host = str(error) or "no answer in time", host_of(url)
            raise Unavailable(f"{host} cannot be reached (robots.txt): {reason}", provider=host) from error

    async def _read_rules(self, where: str) -> Robots:
        manners = {
            "User-Agent": self._options.user_agent,
            "Accept": "text/plain,*/*;q=0.3",
            "Accept-Encoding": ACCEPTED,
        }
        for _ in range(self._options.limits.redirects + 1):
            checked_url(where)
            response = await self._road.send("GET", where, headers=manners)
            try:
                if response.status_code != 200:
                    await drain(response)
                if response.status_code in REDIRECTS:
                    where = redirected(where, response)
                    continue
                if response.status_code >= 500 or response.status_code == 429:
                    raise Unavailable(f"status {response.status_code}", provider=host_of(where))
                if response.status_code != 200:
                    return robots.EVERYTHING
                allowance = Allowance(robots.MOST_BYTES, robots.MOST_BYTES)
                body = await receive(response, allowance, provider=host_of(where))
                return robots.parse(body.decode("utf-8", "replace"), self._options.user_agent)
            finally:
                await response.aclose()
        return robots.EVERYTHING


def _looked_at(task: asyncio.Task[Robots]) -> None:
    """Whoever waited for it may be gone; a failure that nobody takes is no news."""
    if not task.cancelled():
        task.exception()


def checked_url(url: str) -> None:
    """Raises Refused for what is no plain address of a web page."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Refused(f"{url[:80]!r} is no address: {error}", provider="web") from error
    if not parts.scheme:
        raise Refused(
            f"{url[:80]!r} is no address of a web page: it must begin with https:// or http://", provider="web"
        )
    if parts.scheme.lower() not in ("http", "https"):
        raise Refused(f"only http and https are fetched, not {parts.scheme}:", provider="web")
    if not parts.hostname or port == 0 or len(url) > _LONGEST_URL:
        raise Refused(f"{url[:80]!r} is no address of a page", provider="web")
    if parts.username is not None or parts.password is not None:
        raise Refused(
            f"the address of {parts.hostname} carries credentials; pages are read without any", provider="web"
        )


def redirected(url: str, response: httpx2.Response) -> str:
    """Where a redirect leads. Raises ProviderError when it leads nowhere."""
    place = response.headers.get("Location", "")
    if not place:
        raise BadAnswer(f"a redirect ({response.status_code}) that leads nowhere", provider=host_of(url))
    try:
        return urljoin(url, place.strip())
    except ValueError as error:
        raise Refused(f"redirects to {place[:80]!r}, which is no address", provider=host_of(url)) from error


def host_of(url: str) -> str:
    """The server as an address names it, for people to read."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2] or url[:60]
    except ValueError:
        return url[:60]


def _path(url: str) -> str:
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
