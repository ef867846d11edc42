"""What a page asks for while it is drawn: fetched by us, over the same road and under the same rules as any page.

Knows: which requests a reader has any use for, what of them goes out, what of the answers goes in.  Does not know:
the browser.  Nothing that could identify anybody is passed on in either direction: no cookies, no credentials.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import httpx2

from fathoms.errors import Refused, Unavailable
from fathoms.sources.web.body import ACCEPTED, Allowance, receive
from fathoms.sources.web.options import WebOptions
from fathoms.sources.web.road import Road
from fathoms.sources.web.visits import Visits, host_of

MOST_PARTS = 200
"""Requests of one page; an article needs a dozen."""
READING = frozenset(("GET", "HEAD", "OPTIONS"))
"""Methods that ask for something. A reader sends nothing."""
_PASSED_ON = frozenset(("accept", "accept-language", "access-control-request-headers", "access-control-request-method",
                        "origin", "x-requested-with"))  # fmt: skip
_KEPT_BACK = frozenset(("connection", "content-encoding", "content-length", "keep-alive", "set-cookie", "set-cookie2",
                        "strict-transport-security", "transfer-encoding"))  # fmt: skip
"""Of an answer: what is no longer true of an unpacked body, and what a browser would remember."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    method: str
    url: str
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """An answer as the server gave it, whatever its status. The browser follows a redirect with a new request."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Parts:
    """Answers the requests of one page; their number and the sum of their bytes are bounded."""

    def __init__(self, options: WebOptions, road: Road, visits: Visits) -> None:
        self._road = road
        self._visits = visits
        self._manners = {"User-Agent": options.user_agent, "Accept-Encoding": ACCEPTED}
        self._allowance = Allowance(options.limits.max_bytes, options.limits.max_unpacked)
        self._asked = 0

    async def fetch(self, wanted: Wanted) -> Part:
        """Raises ProviderError and nothing else."""
        self._asked += 1
        if self._asked > MOST_PARTS:
            raise Refused(f"the page asks for more than {MOST_PARTS} parts", provider=host_of(wanted.url))
        if wanted.method not in READING:
            raise Refused(f"the page wants to send something ({wanted.method})", provider=host_of(wanted.url))
        try:
            async with self._visits.slot(), self._visits.turn(wanted.url):
                return await self._fetched(wanted)
        except httpx2.TransportError as error:
            host = host_of(wanted.url)
            raise Unavailable(f"{host} cannot be reached: {error}", provider=host) from error

    async def _fetched(self, wanted: Wanted) -> Part:
        said = {name.lower(): value for name, value in wanted.headers.items()}
        headers = {name: value for name, value in said.items() if name in _PASSED_ON}
        response = await self._road.send(wanted.method, wanted.url, headers={**headers, **self._manners})
        try:
            body = await receive(response, self._allowance, provider=host_of(wanted.url))
        finally:
            await response.aclose()
        kept = tuple((name, value) for name, value in response.headers.multi_items() if name not in _KEPT_BACK)
        return Part(status=response.status_code, headers=kept, body=body)
