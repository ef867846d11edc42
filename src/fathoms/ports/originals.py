"""Where the bytes behind a page are kept, for sources that have them.

A keeper blocks: call it in a thread. It raises `HomeError`, and nothing else, when it cannot write.
"""

from __future__ import annotations

from typing import Protocol

from fathoms.domain.evidence import Original


class OriginalKeeper(Protocol):
    max_bytes: int
    """Of a larger one only the hash is noted."""

    def keep(self, data: bytes, *, media_type: str) -> Original:
        """Keep these bytes, once however often they come; the note says so, or why they were left out."""
        ...

    def holds(self, sha256: str) -> bool:
        """Whether the bytes of this hash are there already."""
        ...


def too_large(size: int, most: int) -> str:
    """Why one is left out."""
    return f"{size:,} bytes, more than the limit of {most:,} (setting max_original_mb)"
