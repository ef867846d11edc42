"""The files of the user's folders that a run could not search: named in its report, above all when it found nothing.

Knows: what the surveys say.  Does not know: why a file cannot be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from fathoms.domain.evidence import Failure
from fathoms.domain.survey import Survey
from fathoms.engine.run.fallbacks import UNSEARCHED

MOST_NAMED = 5


def unsearched(surveys: Sequence[Survey]) -> tuple[Failure, ...]:
    """The first few files by name, then how many more there are."""
    files = [file for survey in surveys for file in survey.unread]
    named = tuple(
        Failure(what=UNSEARCHED, target=file.name, reason="; ".join(filter(None, (file.reason, file.remedy))))
        for file in files[:MOST_NAMED]
    )
    more = sum(survey.unread_files for survey in surveys) - len(named)
    if more <= 0:
        return named
    return (*named, Failure(what=UNSEARCHED, target=f"{more:,} more", reason="the list of skipped files names them"))
