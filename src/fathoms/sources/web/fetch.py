"""Fetching one page: where it leads, how long it may take, how much it may send.

Knows: redirects, deadlines, what status codes mean.  Does not know: what a page says (`reading/`), whether a server
wants us and when (`visits.py`), or which addresses are forbidden (`gate.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx2

from fathoms.errors import AuthFailed, ProviderTimeout, RateLimited, Refused, Unavailable
from fathoms.sources.retry_after import parse_retry_after
from fathoms.sources.web.body import ACCEPTED, Allowance, drain, receive
from fathoms.sources.web.options import WebOptions
from fathoms.sources.web.road import Road
from fathoms.sources.web.visits import REDIRECTS, Visits, host_of, redirected

_UNWANTED = ("image/", "audio/", "video/", "font/", "application/zip", "application/x-tar", "application/wasm")
_ACCEPT = "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,application/json;q=0.7,*/*;q=0.3"


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
    rendered: bool = False
    """The body is what a browser made of the page."""
    problems: tuple[str, ...] = ()
    """Why the browser did not get everything that the page asked for."""


class Fetcher:
    """Fetches pages for everyone in this process, within common limits."""

    def __init__(self, options: WebOptions, road: Road, visits: Visits) -> None:
        self._limits = options.limits
        self._road = road
        self._visits = visits
        self._manners = {"User-Agent": options.user_agent, "Accept": _ACCEPT, "Accept-Encoding": ACCEPTED}

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        """The page behind an address. Raises ProviderError and nothing else."""
        known = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        headers = {name: value for name, value in known.items() if value}
        async with self._visits.slot():
            return await self._follow(url, headers)

    async def _follow(self, url: str, headers: Mapping[str, str]) -> Fetched:
        """Follow redirects, each checked like a first address. Waiting for a slot does not count as time."""
        left = self._limits.deadline
        clock = asyncio.get_running_loop().time
        for _ in range(self._limits.redirects + 1):
            async with self._visits.turn(url):
                began = clock()
                answer = await self._within(left, url, headers)
                left -= clock() - began
            if isinstance(answer, Fetched):
                return answer
            url = answer
        raise Refused(f"more than {self._limits.redirects} redirects", provider=host_of(url))

    async def _within(self, seconds: float, url: str, headers: Mapping[str, str]) -> Fetched | str:
        try:
            async with asyncio.timeout(max(seconds, 0.0)):
                return await self._once(url, headers)
        except TimeoutError as error:
            raise ProviderTimeout(
                f"{host_of(url)} did not send the page within {self._limits.deadline:g} s", provider=host_of(url)
            ) from error
        except httpx2.TimeoutException as error:
            raise ProviderTimeout(f"{host_of(url)} cannot be reached in time", provider=host_of(url)) from error
        except httpx2.TransportError as error:
            raise Unavailable(f"{host_of(url)} cannot be reached: {error}", provider=host_of(url)) from error

    async def _once(self, url: str, headers: Mapping[str, str]) -> Fetched | str:
        """The page, or the address it redirects to."""
        response = await self._road.send("GET", url, headers={**self._manners, **headers})
        try:
            if response.status_code != 200:
                await drain(response)
            if response.status_code in REDIRECTS:
                return redirected(url, response)
            if response.status_code == 304 and headers:
                return _fetched(url, response, b"", unchanged=True)
            _check_status(response, host_of(url))
            _check_type(response, host_of(url))
            allowance = Allowance(self._limits.max_bytes, self._limits.max_unpacked)
            return _fetched(url, response, await receive(response, allowance, provider=host_of(url)))
        finally:
            await response.aclose()


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
