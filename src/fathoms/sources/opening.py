"""What a source may need of the program that opens it. A source's entry point is `open_source(spec, surroundings)`.

Knows: what is handed over.  Does not know: settings, or any source.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fathoms.errors import UsageError
from fathoms.ports.embedder import NO_SECRET, Embedder, Secret
from fathoms.ports.originals import OriginalKeeper
from fathoms.ports.reranker import Reranker

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    home: Path
    embedder: Callable[[], Embedder | None] = _no_embedder
    """The embedder that the settings name, opened when asked for."""
    reopen_embedder: Callable[[str], Embedder | None] = lambda _: None
    """By its id, the embedder that older vectors were made with, where it still can be opened."""
    reranker: Callable[[], Reranker | None] = lambda: None
    """The reranker that the settings name, opened when asked for."""
    key: Callable[[str], Secret] = _no_key
    """The key of a source by its plug-in's name: the setting `source_NAME_key`."""
    originals: OriginalKeeper | None = None
    """Where the bytes behind pages are kept, for a source whose spec says `keep_originals`."""
    web: Callable[[bool], Web] = _no_web
    """The web, opened once per process; True for the one that leaves the allowed hosts alone."""
