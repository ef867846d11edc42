"""A page drawn by a browser, as if it had been fetched: same rules, same limits, one deadline.

Knows: how many browsers at once, how long, and what to call it when it fails.  Does not know: the protocol.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from fathoms.errors import ProviderTimeout
from fathoms.sources.web.fetch import Fetched
from fathoms.sources.web.gate import one_page
from fathoms.sources.web.options import WebOptions
from fathoms.sources.web.render.chromium import Chromium
from fathoms.sources.web.render.drawing import Drawing
from fathoms.sources.web.render.parts import Parts
from fathoms.sources.web.road import Road
from fathoms.sources.web.visits import Visits, host_of

AT_ONCE = 2
"""Browsers of this process; each takes some hundred megabytes."""
_PATIENCE = 0.7
"""Share of the deadline after which a page that never settles is taken as it stands."""


class Renderer:
    def __init__(self, options: WebOptions, road: Road, visits: Visits) -> None:
        self._options = options
        self._road = road
        self._visits = visits
        self._browsers = asyncio.Semaphore(AT_ONCE)

    async def draw(self, url: str) -> Fetched:
        """The page after its scripts have run. Raises ProviderError and nothing else."""
        limits = self._options.limits
        async with self._browsers:
            try:
                began = asyncio.get_running_loop().time()
                async with asyncio.timeout(limits.deadline):
                    return await self._drawn(url, settle_by=began + _PATIENCE * limits.deadline)
            except TimeoutError as error:
                host = host_of(url)
                raise ProviderTimeout(f"{host} was not drawn within {limits.deadline:g} s", provider=host) from error

    async def _drawn(self, url: str, *, settle_by: float) -> Fetched:
        limits, browser = self._options.limits, Chromium(self._options.browser)
        parts = Parts(self._options, self._road, self._visits)
        async with browser.opened(user_agent=self._options.user_agent) as tools:
            drawing = Drawing(
                tools,
                parts,
                settle_by=settle_by,
                max_chars=limits.max_unpacked,
                max_documents=limits.redirects + 1,
            )
            with one_page():
                drawn = await drawing.draw(url)
        return Fetched(
            url=drawn.url,
            content_type="text/html; charset=utf-8",
            body=drawn.html.encode("utf-8", "replace"),
            fetched_at=datetime.now(UTC),
            rendered=True,
            problems=drawn.problems,
        )
