"""Plug-ins: a mind, a source, a search engine, a step or a store is one file and one entry point.

Knows: the entry-point groups.  Does not know: any plug-in by name.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from fathoms.app.settings import did_you_mean
from fathoms.errors import UnknownPlugin

MINDS = "fathoms.minds"
SOURCES = "fathoms.sources"
EMBEDDERS = "fathoms.embedders"
RERANKERS = "fathoms.rerankers"
ENGINES = "fathoms.engines"
STEPS = "fathoms.steps"
STORES = "fathoms.stores"


def names(group: str) -> tuple[str, ...]:
    return tuple(sorted({entry.name for entry in entry_points(group=group)}))


def find(group: str, name: str) -> EntryPoint:
    """The entry point of this name. Never another one instead."""
    for entry in entry_points(group=group, name=name):
        return entry
    known = names(group)
    kind = group.removeprefix("fathoms.").removesuffix("s")
    raise UnknownPlugin(f"there is no {kind} {name!r}{did_you_mean(name, known)} known: {', '.join(known) or 'none'}")
