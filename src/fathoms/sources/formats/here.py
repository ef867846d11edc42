"""Bytes read in this very process, by the reader of their kind.

Knows: how a reader fails.  Does not know: file names, which files are risky.
"""

from __future__ import annotations

from fathoms.sources.formats.parsed import Parsed, Unreadable
from fathoms.sources.formats.registry import kinds


def read_here(data: bytes, format: str, suffix: str = "") -> Parsed:
    """Parse a file's bytes in this process. Raises Unreadable."""
    reader = kinds()[format].read
    if reader is None:
        raise Unreadable("it holds other files and no text of its own")
    try:
        return reader(data, suffix)
    except RecursionError as exc:
        raise Unreadable("its parts are nested too deeply") from exc
