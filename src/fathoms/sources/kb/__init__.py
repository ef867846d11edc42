"""The knowledge base: ingest documents, find passages, say exactly where they stand.

Read `store.py` first (the verbs), then `ingest.py` and `search.py`; `source.py` is what an investigation sees.
Loaded when first used: the process that reads PDF and Word files (`sources/formats/apart.py`) needs none of it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fathoms.sources.kb.source import KnowledgeBaseSource, open_source
    from fathoms.sources.kb.store import KnowledgeBase

__all__ = ["KnowledgeBase", "KnowledgeBaseSource", "open_source"]

_HOMES = {
    "KnowledgeBase": "fathoms.sources.kb.store",
    "KnowledgeBaseSource": "fathoms.sources.kb.source",
    "open_source": "fathoms.sources.kb.source",
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'fathoms.sources.kb' has no attribute {name!r}")
