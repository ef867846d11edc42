"""How far a question goes: out to the web, to the user's documents first, or nowhere but to them.

Knows: words by which people speak of their own affairs, of the outside world and of now; names that have the form of
an internal one.  Does not know: what a source answers, or how a query is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from fathoms.domain.evidence import SourceKind
from fathoms.domain.survey import Survey
from fathoms.engine.thread.allocation import RECOMMENDED
from fathoms.engine.thread.recency import speaks_of_now
from fathoms.text.words import tokens


class Reach(StrEnum):
    EVERYWHERE = "everywhere"
    HOME_FIRST = "home first"
    """The first round asks the documents alone; what they leave open goes out."""
    HOME = "home"
    """Nothing of it is told to anyone outside."""


_EVERYBODYS = (
    r"planet|world|solar system|galaxy|universe|sun|moon|sky|species|ancestors?|understanding|knowledge|bod(?:y|ies)"
    r"|brains?|minds?|senses|skin|hearts?|lives|life|times?|era|age|century|generation|society|societies"
    r"|civili[sz]ation|climate|atmosphere|oceans?|seas|health|diet|children|democrac(?:y|ies)|econom(?:y|ies)|cities"
)
_OWN = re.compile(
    rf"\b(?:our(?! (?:own )?(?:[\w-]+ )?(?:{_EVERYBODYS})\b)|in[- ]?house"
    r"|my (?:company|team|employer|organi[sz]ation)"
    r"|internal(?:ly)? (?:documents?|guidelines?|polic(?:y|ies)|process(?:es)?|systems?|tools?|wiki|notes|records)"
    r"|(?:do|did|should|have) we (?:use|store|keep|deploy|bill|charge|own|sell|offer|decided?|agreed?|chosen?|choose)"
    r"|we (?:decided|agreed|chose|deployed|bought|sold|signed)"
    r"|unser(?:e[mnrs]?)?|notre|nuestr[oa]s?|noss[oa]s?)\b"
    r"|弊社|当社|自社|社内|我が社|わが社|我社|うちの(?:会社|チーム|システム|部)|我々の|私たちの|当チーム|本プロジェクト|当プロジェクト",
    re.IGNORECASE,
)
_OUTSIDE = re.compile(
    r"\b(?:industry|industries|competitors?|competition|rivals?|market|elsewhere|public(?:ly)?|internet|online"
    r"|on the web|external(?:ly)?|outside|best practices?|state of the art|benchmarks?|standards?|regulations?|laws?"
    r"|other (?:companies|teams|firms|vendors|organi[sz]ations|people))\b"
    r"|他社|業界|市場|競合|世間|一般的|ウェブ|インターネット|ネット上|社外|公開|規格|法令|法律",
    re.IGNORECASE,
)
_INTERNAL_NAME = re.compile(
    r"\b(?:[Pp]roject|[Oo]peration|[Cc]ode ?name) [A-Z]\w+"
    r"|\b[A-Z]{2,8}-\d{1,6}\b|\b[a-z0-9]+(?:_[a-z0-9]+)+\b|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:internal|local|lan|corp)\b"
    r"|[ァ-ヴー一-龥A-Za-z]+プロジェクト"
)


def reach(question: str, task: str, surveys: Sequence[Survey], *, both_named: bool) -> tuple[Reach, str]:
    """How far a task of a question goes, and why; `both_named`: the user named documents and the web.

    Without documents there is no home to stay at. A question that asks for the outside world as well sends out those
    of its tasks that do not speak of what is one's own.
    """
    home = [survey for survey in surveys if at_home(survey)]
    if not home or len(home) == len(surveys):
        return Reach.EVERYWHERE, ""
    told = question if not _OUTSIDE.search(question) else task
    if not _OUTSIDE.search(told):
        if own := _OWN.search(told):
            return Reach.HOME, f"{own.group()!r} speaks of what is one's own: it stays with the documents"
        if name := next(_known_names(told, home), ""):
            return Reach.HOME, f"{name!r} has the form of an internal name and the documents know it"
    probe = max(survey.relevance for survey in home)
    if probe > RECOMMENDED and not both_named and not speaks_of_now(question) and not _OUTSIDE.search(question):
        return Reach.HOME_FIRST, f"the relevance probe ({probe:.2f}) keeps the first round with the documents"
    return Reach.EVERYWHERE, ""


def within(surveys: Sequence[Survey], far: Reach, *, round: int) -> tuple[Survey, ...]:
    """The sources that a round may ask."""
    if far is Reach.EVERYWHERE or (far is Reach.HOME_FIRST and round > 1):
        return tuple(surveys)
    return tuple(survey for survey in surveys if survey.kind is SourceKind.INTERNAL)


def at_home(survey: Survey) -> bool:
    """Whether there is something of the user's own to search; a collection that cannot count itself may hold it."""
    empty = not survey.phases or (survey.state and not survey.documents)
    return survey.kind is SourceKind.INTERNAL and not empty


def _known_names(text: str, home: Sequence[Survey]) -> Iterator[str]:
    for match in _INTERNAL_NAME.finditer(text):
        words = tokens(match.group())
        if any(all(survey.weights.get(word, 0.0) > 0 for word in words) for survey in home):
            yield match.group()
