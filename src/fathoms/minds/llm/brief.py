"""The brief role: what the question is about and how one will know that it was answered.

Knows: how the answer becomes a brief.  Does not know: what is feasible (code judges; a mind may add doubts).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fathoms.domain.brief import Brief, Criterion, Period, Subject
from fathoms.minds.llm import guard, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import GENERALIST, named
from fathoms.minds.llm.shapes import BriefShape
from fathoms.ports.mind import BriefRequest
from fathoms.text.dates import years_in
from fathoms.text.language import language_of
from fathoms.text.words import content_words

ROLE = Role("brief", Tier.BEST, 1_000)

_BRACKETS = re.compile(r"^(?P<name>.+?)\s*[(（](?P<keys>[^()（）]+)[)）]\s*$")
_COMMA = re.compile(r",(?!(?<=\d,)\d{3}\b)")
"""Between things, not between the digits of a number."""
_MOST_FIELD = 4
"""Words; more is a description, not a field."""
_PUT_ALIKE = 2
"""Words that a criterion shares with another one of the same list."""
_LANGUAGE = re.compile(r"^[a-z]{2,3}$")


async def make_brief(asker: Asker, request: BriefRequest) -> Brief:
    answer = await asker.ask(
        ROLE,
        BriefShape,
        {
            "expert": GENERALIST,
            "question": request.question,
            "surveys": showing.surveys(request.surveys),
        },
    )
    return Brief(
        question=request.question,
        language=_language(answer.language, request.question),
        subjects=tuple(_subject(text) for text in _asked_for(answer.subjects, request.question)),
        period=_period(answer.period),
        place=next(iter(_asked_for((answer.place or "",), request.question)), None),
        domain=_field(answer.domain or ""),
        expert=named(answer.expert),
        criteria=tuple(
            Criterion(id=f"c{number}", text=text)
            for number, text in enumerate(_criteria(answer.criteria, request.question) or (request.question,), 1)
        ),
        doubts=() if answer.feasible else guard.plain_lines((answer.doubt,)),
        effort=request.effort,
        limits=request.limits,
    )


def _asked_for(texts: Sequence[str], question: str) -> tuple[str, ...]:
    """Those that share a word with the question: a scope that nobody asked for would shut the right pages out."""
    asked = content_words(question)
    return tuple(text for text in guard.plain_lines(texts) if content_words(text) & asked)


def _criteria(texts: Sequence[str], question: str) -> tuple[str, ...]:
    """Those that ask in the question's words, and those that are put like one of them: `lost` need not be `lose`."""
    asked = [content_words(text) for text in _asked_for(texts, question)]
    own = content_words(question)
    return tuple(
        text
        for text in guard.plain_lines(texts)
        if (words := content_words(text)) & own or any(len(words & other) >= _PUT_ALIKE for other in asked)
    )


def _field(said: str) -> str | None:
    """A field in a few words. A page is held against it only where it has little of the query."""
    words = guard.plain(said).split()
    return " ".join(words) if 0 < len(words) <= _MOST_FIELD else None


def _subject(text: str) -> Subject:
    """`TimescaleDB (PostgreSQL extension)`: the name, and what tells it from its namesakes."""
    found = _BRACKETS.match(text.strip())
    if found is None:
        return Subject(name=text.strip())
    keys = (key.strip() for key in _COMMA.split(found["keys"]))
    return Subject(name=found["name"], disambiguation=tuple(filter(None, keys)))


def _language(said: str, question: str) -> str:
    code = said.strip().lower().split("-")[0]
    return code if _LANGUAGE.match(code) else language_of(question)


def _period(said: str | None) -> Period | None:
    years = sorted(years_in(said or "", since=1500))
    return Period(first=years[0], last=years[-1]) if years else None
