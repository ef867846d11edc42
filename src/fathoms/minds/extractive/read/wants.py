"""Kinds of answer: what a question calls for, and whether some words hold it.

Knows: dates, figures and names by their looks.  Does not know: whether they are the right ones.
"""

from __future__ import annotations

import re
from enum import StrEnum

from fathoms.text.dates import tells_when
from fathoms.text.figures import tells_how_many
from fathoms.text.names import names


class Wants(StrEnum):
    """The kind of answer a question calls for; a passage without it does not answer."""

    ANYTHING = "anything"
    DATE = "date"
    NUMBER = "number"
    PERSON = "person"
    NAME = "name"


_NEAR = 6
"""Characters from the first question word within which the kind of answer is named: "by *when*", "*how many*"."""
_ASKS_DATE = (
    r"\bwhen\b(?!ever)(?! (?:do|does|should|must|may|can)\b)"
    r"|\b(?:what|which) (?:year|date|day|month|time|century)\b|\bsince when\b|いつ"
    r"|何年(?!間)|何月|何日"
)
"""What happens as a rule ("when does it stop") is told by a condition, which has no looks of its own."""
_ASKS_NUMBER = (
    r"\bhow (?:many|much|long|far|big|large|tall|high|deep|wide|fast|heavy|often|old)\b"
    r"|\bwhat (?:percentage|proportion|share|number)\b|いくら|いくつ|どのくらい|どれくらい|どれほど"
    r"|何(?:人|件|本|台|基|隻|メートル|キロ|トン|度|回|時間|分|パーセント|％|%|円|マルク|つ|年間|か月|日間)"
)
_ASKS_NAME = (
    r"\bwhich (?:company|firm|organisation|organization|country|city|person|team|supplier"
    r"|manufacturer)\b|どの会社|どこの会社|何という"
)
_FIRST = re.compile(
    r"\b(?:what|which|who|whom|whose|where|why|how)\b|(?:^|[,:;]\s*|\b(?:since|until|by) )when\b"
    r"|\bwhen (?:is|are|was|were|do|does|did|will|can|has|have)\b|いつ|何|誰|だれ|どこ|なぜ|どの|どう|どれ"
    r"|いくら|いくつ"
)
"""The question word that decides; "when" inside a sentence only describes, unless a verb follows it."""
_ASKING = (
    (Wants.NUMBER, re.compile(_ASKS_NUMBER)),
    (Wants.DATE, re.compile(_ASKS_DATE)),
    (Wants.PERSON, re.compile(r"\bwho\b|\bwhom\b|誰|だれ")),
    (Wants.NAME, re.compile(_ASKS_NAME)),
)

_JAPANESE_PERSON = re.compile(r"氏|さん|博士|教授|長|代表|監督|[ァ-ヴー]+・[ァ-ヴー]+|[一-鿿]{2,4}(?:が|は|に)")


def wanted(lowered: str) -> Wants:
    """What the question calls for: its first question word decides."""
    first = _FIRST.search(lowered)
    if not first:
        return Wants.ANYTHING
    asked = lowered[first.start() :].lstrip(",:; ")
    return next(
        (wants for wants, pattern in _ASKING if (found := pattern.search(asked)) and found.start() <= _NEAR),
        Wants.ANYTHING,
    )


def carries(wants: Wants, text: str, said: frozenset[str] = frozenset()) -> bool:
    """Whether the words hold the kind of answer wanted: a date, a figure, a name that the question does not say."""
    match wants:
        case Wants.DATE:
            return tells_when(text)
        case Wants.NUMBER:
            return tells_how_many(text)
        case Wants.PERSON | Wants.NAME:
            return _names_somebody(text, said)
        case Wants.ANYTHING:
            return True


def _names_somebody(text: str, said: frozenset[str]) -> bool:
    known = {word.lower() for word in said}
    named = (word for name in names(text, trust_openings=True) for word in name.text.split())
    return any(word.lower() not in known for word in named) or bool(_JAPANESE_PERSON.search(text))
