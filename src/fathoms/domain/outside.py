"""What may be told to the world outside.

Knows: the choice a user has.  Does not know: how it is kept (`engine/thread/private_words.py`).
"""

from __future__ import annotations

from enum import StrEnum


class OutsideWords(StrEnum):
    """Which words a query to an outside source may have."""

    PUBLIC = "public"
    """Those of the question and of outside pages."""
    ANY = "any"
    """Also those of the user's documents, and whatever else a mind comes up with."""
