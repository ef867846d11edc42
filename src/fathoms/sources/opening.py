"""What a source may need of the program that opens it. A source's entry point is `open_source(spec, surroundings)`.

Knows: what is handed over.  Does not know: settings, or any source.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from fathoms.errors import UsageError
from fathoms.ports.embedder import NO_SECRET, Embedder, Secret
from fathoms.ports.originals import OriginalKeeper
from fathoms.ports.reranker import Reranker
from fathoms.ports.token_vectors import TokenVectors

if TYPE_CHECKING:
    from fathoms.sources.web.desk import Web


def _no_web(_offline: bool) -> Web:
    raise UsageError("this source needs the web, and none is configured here")


def _no_embedder() -> Embedder | None:
    return None


def key_setting(plugin: str) -> str:
    """The setting that holds the key of a source, for who has to mend it."""
    return f"source_{plugin}_key"


def _no_key(_name: str) -> Secret:
    return NO_SECRET


class Closable(Protocol):
    def close(self) -> None: ...


Opened = TypeVar("Opened", bound=Closable)


class Shared:
    """What the sources of a process open once and use together, by its class; closed when the process lets go."""

    def __init__(self) -> None:
        self._opened: dict[type[Any], Any] = {}
        self._lock = threading.Lock()

    def opened(self, kind: type[Opened], open_it: Callable[[], Opened]) -> Opened:
        with self._lock:
            if kind not in self._opened:
                self._opened[kind] = open_it()
            found: Opened = self._opened[kind]
            return found

    def close(self) -> None:
        with self._lock:
            for one in self._opened.values():
                one.close()
            self._opened.clear()


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    home: Path
    shared: Shared = field(default_factory=Shared)
    """Every run opens its sources anew; what should be there once for all runs is kept here."""
    embedder: Callable[[], Embedder | None] = _no_embedder
    """The embedder that the settings name, opened when asked for."""
    reopen_embedder: Callable[[str], Embedder | None] = lambda _: None
    """By its id, the embedder that older vectors were made with, where it still can be opened."""
    reranker: Callable[[], Reranker | None] = lambda: None
    """The reranker that the settings name, opened when asked for."""
    token_vectors: Callable[[], TokenVectors | None] = lambda: None
    """The table of token vectors that came with the reranker, opened when asked for."""
    key: Callable[[str], Secret] = _no_key
    """The key of a source by its plug-in's name: the setting `source_NAME_key`."""
    originals: OriginalKeeper | None = None
    """Where the bytes behind pages are kept, for a source whose spec says `keep_originals`."""
    web: Callable[[bool], Web] = _no_web
    """The web, opened once per process; True for the one that leaves the allowed hosts alone."""
