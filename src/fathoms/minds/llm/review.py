"""The review role: a text as the person reads it who has to act on it, composed or finished; of two, the better one.

Knows: the question and the text; of the facts only what was found and is not told.  Does not know: the sources, or how
a fault is mended (`whole.py`).
"""

from __future__ import annotations

import re

from fathoms.domain.draft import Objection
from fathoms.domain.report import Statement
from fathoms.engine.plan.lengths import OPENING
from fathoms.minds.llm import guard, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.fit import tokens_in
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.shapes import ChoosingShape, ReviewShape
from fathoms.ports.mind import Review, ReviewRequest
from fathoms.text.code_blocks import without_code
from fathoms.text.words import word_count

_UNUSED = re.compile(r"\[?\b(U\d{1,3})\b\]?")

ROLE = Role("review", Tier.BEST, 2_500)
MOST_UNUSED = 4_000
"""Tokens of what was found and is not told."""
AGAIN = (
    "This text was read and mended before. Now name only these: parts that contradict each other, a step that fails, a "
    "rule that another one makes impossible, and sentences that one has to read twice."
)
TEXTS = ("A", "B")
"""What two texts are called before their reader."""
TOO_LONG = 1.15
"""Times the words it is to have, from which on a text is too long for its reader."""


async def review(asker: Asker, request: ReviewRequest) -> Review:
    edited = request.edited
    names = {fact: f"[F{n}]" for n, fact in enumerate(dict.fromkeys(f for one in edited.told for f in one.facts), 1)}

    def marks(statement: Statement) -> str:
        return "".join(names[fact] for fact in statement.facts)

    own, others = TEXTS if request.other else ("", "")
    values = {
        "question": request.brief.question,
        "criteria": showing.listed(one.text for one in request.brief.criteria),
        "text": showing.composed(request.text, own) if request.text else showing.written(edited, marks),
        "other": showing.composed(request.other, others) if request.other else "",
        "length": _length(request),
        "most": "at most four" if request.again else "at most six" if request.other else "at most five",
        "again": AGAIN if request.again else "",
    }
    sections = max(showing.sections_in(request.text), showing.sections_in(request.other), len(edited.body))
    places = ["answer", "table", *(str(number) for number in range(1, sections + 1))]
    choices = {"places": places, "texts": TEXTS}
    shape: type[ReviewShape | ChoosingShape] = ChoosingShape if request.other else ReviewShape
    room = await asker.room(ROLE, shape, values, choices=choices)
    unused = _fitting(request.unused, min(room, MOST_UNUSED))
    answer = await asker.ask(ROLE, shape, {**values, "unused": unused}, choices=choices)
    by_key = {f"U{number}": claim for number, claim in enumerate(request.unused, start=1)}

    def told(text: str) -> str:
        """With what was found in the place of its key, which nobody else knows."""
        return guard.plain(_UNUSED.sub(lambda key: f"“{by_key[key[1]]}”" if key[1] in by_key else "", text))

    found = (
        Objection(place=one.place, fault=told(one.fault), change=told(one.change), look_up=told(one.look_up))
        for one in answer.faults
        if one.place in places
    )
    other_is_better = isinstance(answer, ChoosingShape) and answer.better == TEXTS[1]
    return Review(objections=tuple(one for one in found if one.fault), other_is_better=other_is_better)


def _length(request: ReviewRequest) -> str:
    """Said of a text that is longer than was asked for: a reader who asks for more has to say what goes."""
    told = word_count(without_code(request.text)) - OPENING if request.text else showing.words_of(request.edited)
    if request.other or told <= TOO_LONG * request.words or not request.words:
        return ""
    return f"The sections have {told} words and are to have {request.words}: your first point says what goes."


def _fitting(claims: tuple[str, ...], room: int) -> str:
    """As many as there is room for, the first ones first."""
    shown: list[str] = []
    for number, claim in enumerate(claims, start=1):
        told = block("known", f"U{number}", claim)
        room -= tokens_in(told)
        if room < 0:
            break
        shown.append(told)
    return "\n".join(shown)
