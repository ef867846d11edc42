"""What is known about something: facts of all runs, ranked by the words of a query.

Knows: words and how rare each is among the claims.  Does not know: where facts are kept.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from fathoms.text.words import content_words, covered_share, weight_of

LEAST_SHARE = 0.5
"""Share of the query's weight that a claim must hold to be about it."""


def ranked(query: str, claims: Sequence[str], *, limit: int) -> tuple[int, ...]:
    """Places of the claims that are about the query, best first; among equals the one that says less beside it."""
    wanted = content_words(query)
    held = [content_words(claim) for claim in claims]
    counts = Counter(word for words in held for word in words & wanted)
    weights = {word: math.log1p(len(claims) / count) for word, count in counts.items()}
    rare = math.log1p(len(claims) + 1)
    scored = []
    for place, words in enumerate(held):
        share = covered_share(wanted, words, weights, rare)
        if share >= LEAST_SHARE:
            density = weight_of(wanted & words, weights, rare) / math.sqrt(len(words))
            scored.append((round(share, 6), round(density, 6), -place))
    return tuple(-place for _, _, place in sorted(scored, reverse=True)[:limit])


MOST_BEARING = 24
"""Facts of other tasks that one which closes a gap is told."""
SHARED_WORDS = 2
"""Content words that a claim shares with what it bears on."""


def bearing(asked: str, claims: Sequence[str]) -> tuple[int, ...]:
    """Places of the claims that bear on what is asked, however little of it each says: those with the rarest of its
    words, in their own order."""
    wanted = content_words(asked)
    held = [content_words(claim) & wanted for claim in claims]
    counts = Counter(word for words in held for word in words)
    weights = {word: math.log1p(len(claims) / count) for word, count in counts.items()}
    near = [place for place, words in enumerate(held) if len(words) >= SHARED_WORDS]
    near.sort(key=lambda place: (-weight_of(held[place], weights), place))
    return tuple(sorted(near[:MOST_BEARING]))


CARRIES = 0.7
"""Share of a question's words from which a claim is taken to carry what it asks."""
MOST_RECALLED = 2
"""Facts of earlier runs that a task begins with."""


def carrying(question: str, claims: Sequence[str]) -> tuple[int, ...]:
    """Places of the claims that carry what a question asks, best first."""
    wanted = content_words(question)
    near = ranked(question, claims, limit=5 * MOST_RECALLED)
    held = [place for place in near if len(wanted & content_words(claims[place])) >= CARRIES * len(wanted)]
    return tuple(held[:MOST_RECALLED])
