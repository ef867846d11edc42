"""How well passages answer: they do, they may, or nothing does.

Knows: what a reranker made of question and passage, which of the question's words stand in a passage, which names no
document has, what an answer of a kind cannot do without.  Does not know: meaning; where words cannot tell, the grade is
"may".
"""

from __future__ import annotations

import re
from enum import StrEnum

from fathoms.domain.evidence import Passage
from fathoms.minds.extractive.scoring import Question
from fathoms.text.names import names
from fathoms.text.terms import terms


class Grade(StrEnum):
    ANSWERS = "answers"
    MAY = "may answer"
    NOTHING = "nothing"


ANSWERS = 0.45
"""Share of the question's weight that a passage must hold with its headings to answer it."""
NOTHING = 0.05
"""Share below which a passage has next to nothing of the question."""
NOTHING_NAMED = 0.25
"""The same where the question is about a name that no document has."""

_NUMERAL = re.compile(r"\d+(?:[.,]\d+)*")
_KINDS = (
    (
        re.compile(r"\b(?:when|what (?:date|day|year)|since when)\b|いつ|何年|何月|什么时候|哪年", re.IGNORECASE),
        re.compile(r"\b\d{4}\b|\d+[年月日]"),
    ),
    (
        re.compile(
            r"\bhow (?:many|much|long|often|old|far)\b|いくつ|何[人個回件日]|どのくらい|多少|多久", re.IGNORECASE
        ),
        re.compile(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice)\b|[一二三四五六七八九十]"),
    ),
)
"""What a question of a kind cannot be answered without."""


def grade(passage: Passage, question: Question, asked: str, *, judged: bool | None = None) -> Grade:
    """The grade of one passage for one question. It answers where its words and whoever read both agree that it does,
    and nothing where they agree that it does not."""
    whole = " ".join((*passage.title_path, passage.text))
    share = question.share(terms(whole))
    if not judged and share < (NOTHING_NAMED if unknown_names(question, asked) else NOTHING):
        return Grade.NOTHING
    likely = share >= ANSWERS and judged is not False
    return Grade.ANSWERS if likely and names_all(whole, asked) and fits(passage.text, asked) else Grade.MAY


def unknown_names(question: Question, asked: str) -> tuple[str, ...]:
    """Names of the question with a word that stands in no document."""
    found = (name.text for name in names(asked))
    return tuple(name for name in found if any(question.weights.get(word) == 0 for word in terms(name)))


def names_all(text: str, asked: str) -> bool:
    """Whether the text has every name and every numeral of the question: what it does not name it may not be about."""
    words = terms(text)
    named = all(terms(name.text) <= words for name in names(asked))
    return named and set(_NUMERAL.findall(asked)) <= set(_NUMERAL.findall(text))


def fits(text: str, asked: str) -> bool:
    """Whether the text has what an answer to such a question must have: a date, a number."""
    return all(answer.search(text) for kind, answer in _KINDS if kind.search(asked))
