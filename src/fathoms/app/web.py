"""The web as the settings want it: which engines, which hosts, which limits.

Knows: what each setting means to the web source.  Does not know: how anything is fetched.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fathoms.app import plugins
from fathoms.app.reach import service_addresses
from fathoms.app.settings import Settings, did_you_mean
from fathoms.domain.evidence import Query
from fathoms.domain.run import SourceSpec
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import Phase
from fathoms.errors import ConfigError, InstallExtra, UsageError, has_password
from fathoms.ports.embedder import Secret
from fathoms.ports.engine import Engine, EngineHttp, EngineOptions

if TYPE_CHECKING:
    from fathoms.sources.web.desk import Web
    from fathoms.sources.web.fetch import Fetched
    from fathoms.sources.web.options import WebOptions
    from fathoms.sources.web.reading import Readable

_HOW = (
    'name one or more, for instance engines = "searxng" with engine_searxng_url = "http://127.0.0.1:8888" in the '
    "settings file (or FATHOMS_ENGINES=searxng and FATHOMS_ENGINE_SEARXNG_URL=…)"
)


HOW_TO_GET_CHROMIUM = "install one (apt install chromium, brew install chromium), or name it by web_browser"
_BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")


def web_spec(settings: Settings, *, offline: bool) -> SourceSpec:
    """The web as a source of a run. Raises UsageError, naming what has to be set."""
    chain = engine_names(settings)
    _need_library()
    from fathoms.sources.web.source import target

    return SourceSpec(plugin="web", name="web", target=target(chain, offline=offline))


def more_sources(entries: Sequence[str]) -> Iterator[SourceSpec]:
    """The other places to search, each named as PLUGIN+TARGET. Raises UsageError."""
    seen: Counter[str] = Counter()
    for entry in entries:
        plugin, _, target = entry.partition("+")
        plugins.find(plugins.SOURCES, plugin)
        if has_password(target):
            raise ConfigError(f"sources: {entry!r} has a password in its address; it belongs in source_{plugin}_key")
        if not target:
            raise ConfigError(f"sources: {entry!r} must look like qdrant+http://host:6333/collection")
        _need_library()
        seen[plugin] += 1
        name = plugin if seen[plugin] == 1 else f"{plugin}-{seen[plugin]}"
        yield SourceSpec(plugin=plugin, name=name, target=target)


def engine_names(settings: Settings) -> tuple[str, ...]:
    """The chain of engines, each known. Raises UsageError."""
    chain = settings.words("engines")
    if not chain:
        known = ", ".join(plugins.names(plugins.ENGINES))
        raise ConfigError(
            f"the web needs a search engine, and the setting `engines` names none: {_HOW}; known: {known}"
        )
    for name in chain:
        plugins.find(plugins.ENGINES, name)
    known_engines = plugins.names(plugins.ENGINES)
    for name in sorted(settings.engines_told_of - set(known_engines)):
        near = did_you_mean(name, known_engines)
        raise ConfigError(f"engine_{name}_…: there is no search engine {name!r}{near}")
    return chain


def open_engine(options: EngineOptions, http: EngineHttp) -> Engine:
    engine: Engine = plugins.find(plugins.ENGINES, options.name).load()(options, http)
    return engine


class OpenedWeb:
    """The web of one service: opened when a source first asks for it, shared by all of them, closed once."""

    def __init__(self, settings: Settings, home: Path) -> None:
        self._settings = settings
        self._home = home
        self._opened: dict[bool, Web] = {}

    def opened(self, offline: bool) -> Web:
        """With `offline`, no host is reached but the allowed ones."""
        if offline not in self._opened:
            _need_library()
            from fathoms.sources.web.desk import Web

            self._opened[offline] = Web(_options(self._settings, offline=offline), open_engine, self._home)
        return self._opened[offline]

    async def aclose(self) -> None:
        while self._opened:
            await self._opened.popitem()[1].aclose()


async def opened_engines(settings: Settings) -> tuple[str, ...]:
    """The names of the chain, each opened and closed again; nothing is asked. Raises UsageError."""
    names = engine_names(settings)
    shelf = OpenedWeb(settings, settings.home)
    try:
        shelf.opened(settings.on("offline")).chain(names)
    finally:
        await shelf.aclose()
    return names


async def search_once(settings: Settings, text: str, *, phase: Phase, limit: int) -> SearchAnswer:
    """One search through the chain of the settings, as a run would make it."""
    if not text.strip():
        raise UsageError("there is nothing to search for: the query is empty")
    chain = engine_names(settings)
    _need_library()
    from fathoms.sources.web.source import WebSource

    shelf = OpenedWeb(settings, settings.home)
    try:
        web = shelf.opened(settings.on("offline"))
        source = WebSource("web", web, web.chain(chain))
        return await source.search(Query(source="web", text=text), limit=limit, phase=phase)
    finally:
        await shelf.aclose()


async def read_once(settings: Settings, url: str) -> tuple[Fetched, Readable]:
    """One page, asked for anew, and what it becomes."""
    shelf = OpenedWeb(settings, settings.home)
    try:
        return await shelf.opened(settings.on("offline")).fetch(url)
    finally:
        await shelf.aclose()


def chromium(settings: Settings) -> str:
    """The browser that draws pages of scripts; empty when there is none. Raises ConfigError."""
    chosen = settings.text("web_browser")
    if not chosen:
        return next(filter(None, map(shutil.which, _BROWSERS)), "") if os.name == "posix" else ""
    found = shutil.which(chosen)
    if not found:
        raise ConfigError(f"web_browser: there is no program {chosen!r}; name a Chromium, such as /usr/bin/chromium")
    return found


def _options(settings: Settings, *, offline: bool) -> WebOptions:
    from fathoms.sources.web.options import USER_AGENT, FetchLimits, WebOptions

    offline = offline or settings.on("offline")
    user_agent = settings.text("user_agent") or USER_AGENT
    most = settings.number("max_page_mb") * 1_000_000
    engines = tuple(
        EngineOptions(
            name=name,
            base_url=settings.of_engine(name, "url"),
            api_key=Secret(settings.of_engine(name, "key")),
            user_agent=user_agent,
            proxy=settings.text("proxy"),
            offline=offline,
        )
        for name in dict.fromkeys((*settings.words("engines"), *sorted(settings.engines_told_of)))
    )
    return WebOptions(
        engines=engines,
        allow_hosts=settings.words("allow_hosts"),
        own_services=tuple(filter(None, (*(e.base_url for e in engines), *service_addresses(settings)))),
        offline=offline,
        robots=settings.text("robots") == "respect",
        render=settings.text("web_render") == "auto",
        browser=chromium(settings),
        limits=FetchLimits(
            deadline=settings.number("page_seconds"),
            max_bytes=most,
            max_unpacked=2 * most,
            at_once=settings.number("web_at_once"),
            per_host=settings.number("web_per_host"),
        ),
        engine_deadline=settings.number("engine_seconds"),
        proxy=settings.text("proxy"),
        no_proxy=settings.words("no_proxy"),
        ca_file=settings.text("ca_file"),
        user_agent=user_agent,
        cache_hours=settings.number("page_cache_hours"),
    )


def _need_library() -> None:
    try:
        import httpx2  # noqa: F401 - only to say early that it is missing
    except ImportError as error:
        raise UsageError("the web needs an extra that is not installed", next_step=InstallExtra("web")) from error
