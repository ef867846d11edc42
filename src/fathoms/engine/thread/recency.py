"""Whether a question is about how things stand now: then a search of the outside world names the year.

Knows: words for the present in the languages of our own word lists.  Does not know: the clock; the year is passed in.
"""

from __future__ import annotations

import re

from fathoms.domain.brief import Brief

_NOW = re.compile(
    r"\b(?:latest|newest|currently|(?:the|its|their|his|her|our) current|today|nowadays"
    r"|right now|at present|presently|recent(?:ly)?|up[- ]to[- ]date"
    r"|this (?:year|month|week)|so far|as of now|state of the art)\b|最新|現在|現時点|今日|最近|今年|今月|直近|現状",
    re.IGNORECASE,
)


def year_that_matters(question: str, brief: Brief, asked_in: int) -> int | None:
    """The year to search with; None where the question names its own period or none matters."""
    if brief.period is not None:
        return None
    return asked_in if speaks_of_now(question) or speaks_of_now(brief.question) else None


def speaks_of_now(question: str) -> bool:
    """Whether what is asked may have changed since the documents were written."""
    return bool(_NOW.search(question))
