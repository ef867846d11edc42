"""Readers, one file per kind of document: bytes in, `Parsed` out, or `Unreadable` with a reason and what would help.

Knows: which files are risky.  Does not know: any kind (`registry.py` finds them), or the index.
A kind is one file with a `KIND` and one entry point in the group `fathoms.formats`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fathoms.sources.formats.here import read_here as read_here
from fathoms.sources.formats.kind import Part
from fathoms.sources.formats.parsed import Parsed, Unreadable
from fathoms.sources.formats.registry import format_of as format_of
from fathoms.sources.formats.registry import format_of_name as format_of_name
from fathoms.sources.formats.registry import kinds as kinds
from fathoms.sources.formats.registry import suffixes as suffixes

LARGE = 2_000_000
"""Bytes from which a file that can grow is read apart."""


def read(data: bytes, format: str, suffix: str = "") -> Parsed:
    """Parse a file's bytes; risky ones in a process of their own. Raises Unreadable."""
    kind = kinds()[format]
    if kind.apart or (kind.grows and len(data) > LARGE):
        from fathoms.sources.formats.apart import reader

        return reader.read(data, format, suffix)
    return read_here(data, format, suffix)


def parts(data: bytes, format: str) -> Iterator[Part]:
    """The documents inside a file. Raises Unreadable."""
    inside = kinds()[format].parts
    try:
        yield from inside(data) if inside else ()
    except RecursionError as exc:
        raise Unreadable("its parts are nested too deeply") from exc
