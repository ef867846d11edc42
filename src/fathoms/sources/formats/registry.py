"""Which kinds of documents there are: found by entry point, one file each.

Knows: entry points and file names.  Does not know: any kind.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType

from fathoms.sources.formats.kind import Kind

GROUP = "fathoms.formats"
_PLAIN_NAMES = frozenset(
    [
        "readme",
        "license",
        "licence",
        "copying",
        "notice",
        "authors",
        "contributors",
        "changelog",
        "changes",
        "install",
        "todo",
    ]
)
"""Files that are text without saying so by a suffix."""


@cache
def kinds() -> Mapping[str, Kind]:
    """Every kind that is installed, by name."""
    found = {kind.name: kind for kind in _installed()}
    return MappingProxyType(dict(sorted(found.items())))


def _installed() -> Iterator[Kind]:
    listed = entry_points(group=GROUP)
    for entry in listed:
        yield entry.load()
    if not listed:  # a checkout whose installation is older than this group
        for module in pkgutil.iter_modules([str(Path(__file__).parent)], f"{__package__}."):
            if (kind := getattr(import_module(module.name), "KIND", None)) is not None:
                yield kind


@cache
def suffixes() -> Mapping[str, str]:
    """The kind that each file name's ending stands for."""
    return MappingProxyType({suffix: kind.name for kind in kinds().values() for suffix in kind.suffixes})


def format_of(suffix: str) -> str | None:
    """The kind that a file name's ending stands for; None when we do not read such files."""
    return suffixes().get(suffix.lower())


def format_of_name(name: str) -> str | None:
    """The kind of a file by its whole name: also `README`, which has no ending, and `usage.rst.inc`, which is to be
    included in others and is a document like them."""
    name = name.removesuffix(".inc")
    dot = name.rfind(".")
    return format_of(name[dot:]) if dot > 0 else "text" if name.lower() in _PLAIN_NAMES else None
