"""The web, opened once per process: roads, limits, robots rules, the page cache and the engines' lines.

Knows: how these are put together and closed.  Does not know: what an investigation wants of them.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import httpx2

from fathoms.domain.evidence import Page, SourceKind
from fathoms.errors import BadAnswer, ProviderError, ProviderTimeout, Refused
from fathoms.ports.embedder import NO_SECRET, Secret
from fathoms.ports.engine import Engine, EngineHttp, EngineOptions
from fathoms.ports.originals import OriginalKeeper
from fathoms.sources.formats.parsed import Format
from fathoms.sources.web import blocked
from fathoms.sources.web.blocked import Wall
from fathoms.sources.web.cache import Kept, PageCache
from fathoms.sources.web.chain import Chain, Line
from fathoms.sources.web.engine_http import ServiceHttp
from fathoms.sources.web.failures import Failures
from fathoms.sources.web.fetch import Fetched, Fetcher
from fathoms.sources.web.gate import Gate, Resolver, resolve
from fathoms.sources.web.options import WebOptions
from fathoms.sources.web.reading import Readable, read_page
from fathoms.sources.web.render.renderer import Renderer
from fathoms.sources.web.road import Road
from fathoms.sources.web.transport import GatedTransport, tls_context
from fathoms.sources.web.visits import Visits, checked_url
from fathoms.text.addresses import canonical

OpenEngine = Callable[[EngineOptions, EngineHttp], Engine]
_READERS = 2
_TOLD = 3
"""Most reasons that a failure lists."""


class Web:
    """Everything that reaches out, with common limits. Close it when done."""

    def __init__(
        self, options: WebOptions, open_engine: OpenEngine, home: Path, *, resolver: Resolver = resolve
    ) -> None:
        self.options = options
        self._open_engine = open_engine
        self._resolver = resolver
        self._gate = Gate(
            allow_hosts=options.allow_hosts,
            own_services=options.own_services,
            offline=options.offline,
            resolver=resolver,
        )
        self._pages = Road(options, self._gate, connections=options.limits.at_once + 4)
        self._visits = Visits(options, self._pages)
        self._fetcher = Fetcher(options, self._pages, self._visits)
        self._renderer = Renderer(options, self._pages, self._visits) if options.render and options.browser else None
        self._cache = PageCache(home / "web.db")
        self._failures = Failures()
        self._readers = asyncio.Semaphore(_READERS)
        self._lines: dict[str, Line] = {}
        self._roads: list[Road] = []

    def chain(self, names: Sequence[str]) -> Chain:
        """The engines of these names, in this order; each is opened once. Raises UsageError."""
        return Chain([self._line(name) for name in names])

    def engine(self, name: str) -> Engine:
        """One engine as it is, without waiting and trying again around it. Raises UsageError."""
        return self._line(name).engine

    def _line(self, name: str) -> Line:
        if name not in self._lines:
            told = [options for options in self.options.engines if options.name == name]
            options = told[0] if told else EngineOptions(name=name)
            self._lines[name] = Line(
                self._open_engine(options, self.service(name, options.base_url, key=options.api_key))
            )
        return self._lines[name]

    def service(self, name: str, url: str, *, key: Secret = NO_SECRET, key_setting: str = "") -> ServiceHttp:
        """The way to a service whose address stands in the user's settings, so that it may be private.

        The key is named here only to be kept out of what is said about failures; whoever asks sends it.
        """
        return ServiceHttp(
            name,
            self._road_to(url),
            user_agent=self.options.user_agent,
            deadline=self.options.engine_deadline,
            key=key,
            key_setting=key_setting,
        )

    def client(self, url: str, *, headers: Mapping[str, str] | None = None) -> httpx2.AsyncClient:
        """An HTTP client for a library that talks to such a service itself; the caller closes it."""
        transport = GatedTransport(self._trusting(url), tls=tls_context(self.options.ca_file), connections=4)
        return httpx2.AsyncClient(
            transport=transport, headers=headers, trust_env=False, timeout=self.options.engine_deadline
        )

    def _road_to(self, url: str) -> Road:
        road = Road(self.options, self._trusting(url), connections=4)
        self._roads.append(road)
        return road

    def _trusting(self, url: str) -> Gate:
        return Gate(
            allow_hosts=self.options.allow_hosts,
            trusted=(url,) if url else (),
            offline=self.options.offline,
            resolver=self._resolver,
        )

    async def page(self, url: str, *, source: str, originals: OriginalKeeper | None = None) -> Page:
        """The page behind an address: kept and fresh, or fetched. Raises ProviderError.

        With a keeper of originals, a fresh page that was kept without its bytes is asked for again.
        """
        checked_url(url)
        address = canonical(url)
        kept = await asyncio.to_thread(self._cache.get, address)
        fresh = kept.page if kept and kept.fresh(datetime.now(UTC), self.options.cache_hours) else None
        if kept and originals and not _has_original(kept.page, originals):
            kept = None  # "not modified" would bring no bytes
        try:
            page = fresh if fresh and kept else await self._asked_for(address, kept, source, originals)
        except ProviderError:
            if fresh is None:
                raise
            page = fresh  # all it lacks is its original
        return page.model_copy(update={"source": source})

    async def _asked_for(self, address: str, kept: Kept | None, source: str, originals: OriginalKeeper | None) -> Page:
        """Fetched now, unless that has just failed."""
        if failure := self._failures.of(address):
            raise failure
        try:
            return await self._fetched_page(address, kept, source, originals)
        except ProviderError as error:
            self._failures.note(address, error)
            raise

    async def _fetched_page(
        self, address: str, kept: Kept | None, source: str, originals: OriginalKeeper | None
    ) -> Page:
        fetched = await self._fetcher.fetch(
            address, etag=kept.etag if kept else "", last_modified=kept.last_modified if kept else ""
        )
        if kept and fetched.unchanged:
            page = kept.page.model_copy(update={"fetched_at": fetched.fetched_at})
        else:
            fetched, read = await self._readable(fetched)
            page = _page(fetched, read, source)
            if originals:
                kind = fetched.content_type
                original = await asyncio.to_thread(originals.keep, fetched.body, media_type=kind)
                page = page.model_copy(update={"original": original})
        # A drawn page has no validators: that its scripts have not changed says nothing about what they show.
        await asyncio.to_thread(self._cache.keep, address, page, etag=fetched.etag, last_modified=fetched.last_modified)
        return page

    async def fetch(self, url: str) -> tuple[Fetched, Readable]:
        """A page and what it becomes, without the cache."""
        checked_url(url)
        return await self._readable(await self._fetcher.fetch(canonical(url)))

    async def _readable(self, fetched: Fetched) -> tuple[Fetched, Readable]:
        """The text of a page, drawn first if it has to be. Raises ProviderError, for a wall as well."""
        read, wall = await self._looked_at(fetched)
        if wall is Wall.SCRIPT and self._renderer and not fetched.rendered:
            return await self._readable(await self._renderer.draw(fetched.url))
        if wall:
            raise Refused(f"no content: {wall}{self._advice(wall, fetched)}", provider="web")
        if not read.text.strip():
            raise BadAnswer("the page holds no text", provider="web")
        return fetched, read

    async def _looked_at(self, fetched: Fetched) -> tuple[Readable, Wall | None]:
        seconds = self.options.limits.reading
        async with self._readers:
            work = asyncio.to_thread(read_page, fetched.body, content_type=fetched.content_type, url=fetched.url)
            try:
                read = await asyncio.wait_for(work, seconds)
            except TimeoutError as error:
                raise ProviderTimeout(f"reading the page took longer than {seconds:g} s", provider="web") from error
        scripted = read.format == Format.HTML and blocked.has_scripts(fetched.body)
        return read, blocked.wall(read.text, read.title, scripted=scripted)

    def _advice(self, wall: Wall, fetched: Fetched) -> str:
        """What would have to be different for a page of scripts to be read."""
        if wall is not Wall.SCRIPT:
            return ""
        if fetched.rendered:
            why = "; ".join(fetched.problems[:_TOLD])
            return f", and little with it{f' ({why})' if why else ''}"
        if not self.options.render:
            return "; the setting web_render = auto draws such pages with Chromium"
        return "; no Chromium was found to draw it with: install one, or name it by web_browser"

    async def aclose(self) -> None:
        await self._visits.aclose()
        for road in (self._pages, *self._roads):
            await road.aclose()


def _has_original(page: Page, originals: OriginalKeeper) -> bool:
    """Whether its bytes are there, or are known to be too many."""
    noted = page.original
    return noted is not None and (noted.size > originals.max_bytes or originals.holds(noted.sha256))


def _page(fetched: Fetched, read: Readable, source: str) -> Page:
    return Page(
        id=f"p-{hashlib.sha256(read.text.encode()).hexdigest()[:24]}",
        url=canonical(fetched.url),
        title=read.title,
        text=read.text,
        source=source,
        kind=SourceKind.EXTERNAL,
        fetched_at=fetched.fetched_at,
        dated=read.dated,
        language=read.language,
        author=read.author,
        own_sites=read.own_sites,
        links=read.links,
        sheets=read.sheets,
        rendered=fetched.rendered,
    )
