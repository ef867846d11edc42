"""Fetching one page: where it may be, how long it may take, how much it may send.

Knows: redirects, robots.txt, deadlines, slots, what status codes mean.  Does not know: what a page says
(`reading/`) or which addresses are forbidden (`gate.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urljoin, urlsplit

import httpx2

from fathoms.engine.addresses import endpoint
from fathoms.errors import AuthFailed, BadAnswer, ProviderError, ProviderTimeout, RateLimited, Refused, Unavailable
from fathoms.sources.retry_after import parse_retry_after
from fathoms.sources.web import robots
from fathoms.sources.web.body import ACCEPTED, receive
from fathoms.sources.web.limits import HostSlots, Slots
from fathoms.sources.web.options import WebOptions
from fathoms.sources.web.road import Road
from fathoms.sources.web.robots import Robots

ROBOTS_SECONDS = 6.0
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_UNWANTED = ("image/", "audio/", "video/", "font/", "application/zip", "application/x-tar", "application/wasm")
_ACCEPT = "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,application/json;q=0.7,*/*;q=0.3"
_LONGEST_URL = 8_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """What a server sent for an address."""

    url: str
    """Where the page really stands, after redirects."""
    content_type: str
    body: bytes
    fetched_at: datetime
    etag: str = ""
    last_modified: str = ""
    unchanged: bool = False
    """The server says that what we have is still right; the body is empty."""


class Fetcher:
    """Fetches pages for everyone in this process, within common limits."""

    def __init__(self, options: WebOptions, road: Road) -> None:
        self._options = options
        self._limits = options.limits
        self._road = road
        self._slots = Slots(options.limits.at_once)
        self._hosts = HostSlots(options.limits.per_host)
        self._robots: dict[tuple[str, str, int], asyncio.Task[Robots]] = {}

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        """The page behind an address. Raises ProviderError and nothing else."""
        known = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        headers = {name: value for name, value in known.items() if value}
        async with self._slots.one():
            return await self._follow(url, headers)

    async def aclose(self) -> None:
        for asked in self._robots.values():
            asked.cancel()
        await asyncio.gather(*self._robots.values(), return_exceptions=True)

    async def _follow(self, url: str, headers: Mapping[str, str]) -> Fetched:
        """Follow redirects, each checked like a first address. Waiting for a slot does not count as time."""
        left = self._limits.deadline
        clock = asyncio.get_running_loop().time
        for _ in range(self._limits.redirects + 1):
            checked_url(url)
            rules = await self._rules_for(url)
            if not rules.allows(_path(url)):
                raise Refused(f"robots.txt of {_host(url)} does not want it read", provider=_host(url))
            async with self._hosts.one(endpoint(url), pause=rules.delay):
                began = clock()
                answer = await self._within(left, url, headers)
                left -= clock() - began
            if isinstance(answer, Fetched):
                return answer
            url = answer
        raise Refused(f"more than {self._limits.redirects} redirects", provider=_host(url))

    async def _within(self, seconds: float, url: str, headers: Mapping[str, str]) -> Fetched | str:
        try:
            async with asyncio.timeout(max(seconds, 0.0)):
                return await self._once(url, headers)
        except TimeoutError as error:
            raise ProviderTimeout(
                f"{_host(url)} did not send the page within {self._limits.deadline:g} s", provider=_host(url)
            ) from error
        except httpx2.TimeoutException as error:
            raise ProviderTimeout(f"{_host(url)} cannot be reached in time", provider=_host(url)) from error
        except httpx2.TransportError as error:
            raise Unavailable(f"{_host(url)} cannot be reached: {error}", provider=_host(url)) from error

    async def _once(self, url: str, headers: Mapping[str, str]) -> Fetched | str:
        """The page, or the address it redirects to."""
        response = await self._road.send("GET", url, headers={**self._manners(), **headers})
        try:
            if response.status_code in _REDIRECTS:
                return _redirected(url, response)
            if response.status_code == 304 and headers:
                return _fetched(url, response, b"", unchanged=True)
            _check_status(response, _host(url))
            _check_type(response, _host(url))
            body = await receive(
                response,
                provider=_host(url),
                max_bytes=self._limits.max_bytes,
                max_unpacked=self._limits.max_unpacked,
            )
            return _fetched(url, response, body)
        finally:
            await response.aclose()

    def _manners(self) -> dict[str, str]:
        return {"User-Agent": self._options.user_agent, "Accept": _ACCEPT, "Accept-Encoding": ACCEPTED}

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
            reason = str(error) or "no answer in time"
            raise Unavailable(f"{_host(url)} cannot be reached (robots.txt): {reason}", provider=_host(url)) from error

    async def _read_rules(self, where: str) -> Robots:
        for _ in range(self._limits.redirects + 1):
            checked_url(where)
            response = await self._road.send("GET", where, headers=self._manners())
            try:
                if response.status_code in _REDIRECTS:
                    where = _redirected(where, response)
                    continue
                if response.status_code >= 500 or response.status_code == 429:
                    raise Unavailable(f"status {response.status_code}", provider=_host(where))
                if response.status_code != 200:
                    return robots.EVERYTHING
                most = robots.MOST_BYTES
                body = await receive(response, provider=_host(where), max_bytes=most, max_unpacked=most)
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
    if parts.scheme.lower() not in ("http", "https"):
        raise Refused(f"only http and https are fetched, not {parts.scheme or 'nothing'}:", provider="web")
    if not parts.hostname or port == 0 or len(url) > _LONGEST_URL:
        raise Refused(f"{url[:80]!r} is no address of a page", provider="web")
    if parts.username is not None or parts.password is not None:
        raise Refused(f"the address of {parts.hostname} carries credentials", provider="web")


def _redirected(url: str, response: httpx2.Response) -> str:
    place = response.headers.get("Location", "")
    if not place:
        raise BadAnswer(f"a redirect ({response.status_code}) that leads nowhere", provider=_host(url))
    try:
        return urljoin(url, place.strip())
    except ValueError as error:
        raise Refused(f"redirects to {place[:80]!r}, which is no address", provider=_host(url)) from error


def _check_status(response: httpx2.Response, host: str) -> None:
    status = response.status_code
    if status == 200:
        return
    if status == 429:
        wait = parse_retry_after(response.headers.get("Retry-After"), now=datetime.now(UTC))
        raise RateLimited(f"{host} asks for fewer requests (429)", provider=host, retry_after=wait)
    if status in (401, 403, 407):
        raise AuthFailed(f"{host} does not show the page to us ({status})", provider=host)
    if status >= 500:
        raise Unavailable(f"{host} failed ({status})", provider=host)
    if status in (404, 410):
        raise Refused(f"{host} has no such page ({status})", provider=host)
    raise Refused(f"{host} answered with status {status}", provider=host)


def _check_type(response: httpx2.Response, host: str) -> None:
    kind = response.headers.get("Content-Type", "").lower()
    if kind.startswith(_UNWANTED):
        raise Refused(f"not text: {kind.partition(';')[0]}", provider=host)


def _fetched(url: str, response: httpx2.Response, body: bytes, *, unchanged: bool = False) -> Fetched:
    return Fetched(
        url=url,
        content_type=response.headers.get("Content-Type", ""),
        body=body,
        fetched_at=datetime.now(UTC),
        etag=response.headers.get("ETag", ""),
        last_modified=response.headers.get("Last-Modified", ""),
        unchanged=unchanged,
    )


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.rpartition("@")[2] or url[:60]
    except ValueError:
        return url[:60]


def _path(url: str) -> str:
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
