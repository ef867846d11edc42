"""What a search finds on an open point and no mind was shown.

Knows: hits, the addresses of what was shown.  Does not know: who searched, or what becomes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fathoms.domain.evidence import Hit
from fathoms.engine.thread.reading import shown_before, was_shown
from fathoms.text.addresses import document
from fathoms.text.naming import share
from fathoms.text.words import content_words

HIGH = 3
"""Hits of a search that rank high."""
SPEAKS_OF_IT = 0.7
"""Share of a question's words that a passage with its headings must have to speak of what is asked."""
LEAST_WORDS = 2


def overlooked(question: str, hits: Sequence[Hit], shown: Iterable[str]) -> Hit | None:
    """The best passage that ranks high, speaks of what is asked, and was not shown."""
    wanted, parts = content_words(question), shown_before(tuple(shown))
    if len(wanted) < LEAST_WORDS:
        return None
    for hit in hits[:HIGH]:
        told = content_words(" ".join((hit.title, *hit.title_path, hit.snippet)))
        if share(wanted, told) >= SPEAKS_OF_IT and not was_shown(hit, parts.get(document(hit.url), ())):
            return hit
    return None
