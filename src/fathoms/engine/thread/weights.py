"""What the words of a question weigh, over several sources that each know their own.

Knows: a source may say that it does not know a word, or keep no weights at all.  Does not know: how a source counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fathoms.domain.survey import Survey


def over_all(surveys: Sequence[Survey], *found: Mapping[str, float]) -> dict[str, float]:
    """The highest weight of each word in any source, those of what was found included.

    A word that one source has nowhere is worth nothing only if every source says so: next to a source without weights
    (the web) it is left out, and so weighs as much as any rare word.
    """
    merged: dict[str, float] = {}
    for table in (*(survey.weights for survey in surveys), *found):
        for token, weight in table.items():
            merged[token] = max(weight, merged.get(token, 0.0))
    return merged if all_keep_weights(surveys) else {token: w for token, w in merged.items() if w > 0}


def all_keep_weights(surveys: Iterable[Survey]) -> bool:
    return all(survey.weights for survey in surveys)
