"""Ways to take a complex question apart, one function each: who asks so, is answered by these tasks.

Knows: the shape of the question.  Does not know: limits, ids, rejections.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from fathoms.domain.plan import Lean, TaskRole
from fathoms.minds.extractive.plan.agreement import filled
from fathoms.minds.extractive.plan.aspects import LEAST, WHOLE, emphasis, overview
from fathoms.minds.extractive.plan.drafts import Draft
from fathoms.minds.extractive.read.comparing import Comparison
from fathoms.minds.extractive.read.concepts import is_framing
from fathoms.minds.extractive.read.facets import SIDES_OF_A_SUBJECT, Facet
from fathoms.minds.extractive.read.question import read
from fathoms.minds.extractive.read.shapes import Shape
from fathoms.minds.extractive.read.wants import Wants
from fathoms.minds.extractive.tell import wording
from fathoms.minds.extractive.tell.wording import Words
from fathoms.text.terms import terms

_ADVICE = re.compile(r"\b(?:should|recommend|advi[cs]e|best)|べき|推奨|提言", re.IGNORECASE)
_POINTS_AT_SIDES = re.compile(
    r"\b(?:each|either|both|which one|the other|one of them)\b|どちら|それぞれ|両者|双方", re.IGNORECASE
)
_CLAUSE = re.compile(r"(?:how|what|which|who|when|where|why|whether)\b", re.IGNORECASE)


def against_standard(shape: Shape) -> list[Draft]:
    """An own system, an outside standard, where they differ, and how to get from one to the other."""
    words = wording.of(shape.language)
    subjects = own, standard = shape.internal, shape.external
    ours, theirs = shape.said(own), shape.said(standard)
    differ = words.gap_between.format(words.separator.join((ours, theirs)))
    required = filled(words.conform, theirs)
    move = words.migrate.format(ours, theirs)
    side = Draft(
        key="own",
        question=filled(words.what_is, ours),
        focus=own,
        rationale=words.why_side,
        importance=0.8,
        asked=True,
    )
    return [
        replace(
            side,
            subjects=(own,),
            lean=Lean.INTERNAL,
            keep=8,
            subs=(side.question, filled(words.how_works, ours), words.limits_of.format(ours)),
        ),
        replace(
            side,
            key="standard",
            question=required,
            focus=standard,
            subjects=(standard,),
            lean=Lean.EXTERNAL,
            keep=8,
            subs=(filled(words.what_is, theirs), required, words.limits_of.format(theirs)),
        ),
        replace(
            side,
            key="gap",
            question=differ,
            focus=words.comparison,
            rationale=words.why_comparison,
            subjects=subjects,
            needs=("own", "standard"),
            keep=7,
            subs=(differ, required, words.limits_of.format(theirs)),
        ),
        Draft(
            key="advice",
            question=move,
            focus=words.recommendation,
            rationale=words.why_advice,
            subjects=subjects,
            needs=("gap",),
            lean=Lean.EXTERNAL,
            keep=6,
            importance=0.9,
            subs=(move, words.migrate_risks.format(ours, theirs)),
            asked=True,
        ),
    ]


def comparison(shape: Shape, compared: Comparison) -> list[Draft]:
    """Each side on its own, then both together."""
    words = wording.of(shape.language)
    drafts = [
        Draft(
            key=f"side{number}",
            question=_side_question(shape, side, compared.aspects, words),
            focus=side,
            rationale=words.why_side,
            subjects=(side,),
            keep=8,
            subs=_side_questions(shape, side, compared.aspects, words),
            importance=0.7,
            asked=True,
        )
        for number, side in enumerate(compared.sides, 1)
    ]
    joint = _joint_question(shape, compared, words)
    respects = () if _is_clause(compared.aspects) else compared.aspects
    together = _together(shape, compared, words)
    drafts.append(
        Draft(
            key="comparison",
            question=joint,
            focus=words.comparison,
            rationale=words.why_comparison,
            subjects=compared.sides,
            keep=9,
            needs=tuple(draft.key for draft in drafts),
            importance=0.8,
            asked=True,
            subs=tuple(
                _under(words.compare_in.format(together, respect), compared, words)
                for respect in respects
                if not compared.asked
            )
            or (joint,),
        )
    )
    return drafts + _further_parts(shape, compared, words)


def temporal(shape: Shape) -> list[Draft]:
    """What it is, how it came about, where it stands, where it goes; an emphasis builds on where it stands."""
    words = wording.of(shape.language)
    period = Draft(key="", question="", focus="", rationale=words.why_time, subjects=(shape.subject,))

    def draft(key: str, question: str, focus: str, keep: int, *needs: str, importance: float = 0.6) -> Draft:
        asked = question.format(shape.subject)
        return replace(
            period, key=key, question=asked, focus=focus, keep=keep, needs=tuple(needs), importance=importance
        )

    drafts = [replace(overview(shape.subject, words), keep=3)]
    if "history" in shape.periods:
        drafts.append(draft("history", words.history_of, words.history, 6, "overview"))
    if "present" in shape.periods or shape.emphasis:
        drafts.append(draft("present", words.present_of, words.present, 7, "overview", importance=0.7))
    stands = "present" if drafts[-1].key == "present" else "overview"
    if shape.emphasis:
        drafts.append(emphasis(shape, words, (stands,)))
    drafts.append(draft("problems", words.problems_of, words.problems, 2, *dict.fromkeys(("overview", stands))))
    if "future" in shape.periods:
        needs = dict.fromkeys((stands, *(("emphasis",) if shape.emphasis else ()), "problems"))
        drafts.append(draft("future", words.future_of, words.future, 6, *needs, importance=0.7))
    return drafts


def problem_chain(shape: Shape) -> list[Draft]:
    """Background, state, problems, solutions: each needs the one before."""
    words = wording.of(shape.language)
    drafts = [overview(shape.subject, words)]
    steps = (
        ("present", words.present_of, words.present),
        ("problems", words.problems_of, words.problems),
        ("solutions", words.solutions_of, words.solutions),
    )
    for number, (key, question, focus) in enumerate(steps, 1):
        drafts.append(
            Draft(
                key=key,
                question=question.format(shape.subject),
                focus=focus,
                rationale=words.why_part,
                subjects=(shape.subject,),
                keep=4 + number,
                needs=(drafts[-1].key,),
                importance=0.7,
            )
        )
    return drafts


def several(shape: Shape) -> list[Draft]:
    """One task per question asked; when there are only two, what it is comes first."""
    words = wording.of(shape.language)
    drafts = [_part(shape, words, number, part) for number, part in enumerate(shape.parts, 1)]
    return _with_foundation(shape, drafts, words)


def _part(shape: Shape, words: Words, number: int, part: str) -> Draft:
    asked = read(part)
    earlier = tuple(f"part{index}" for index in range(1, number))
    advice = bool(earlier) and bool(_ADVICE.search(part)) and shape.wants_advice
    leans = bool(earlier) and shape.clauses.leans[number - 1] and _seeks_a_name(shape.parts[0])
    return Draft(
        key=f"part{number}",
        question=part,
        focus=_focus_of(part, words),
        role=_role_of(part),
        rationale=words.why_advice if advice else words.why_part,
        keep=7,
        subjects=() if asked.links else asked.subjects or ((shape.subject,) if shape.subject else ()),
        needs=earlier if advice else (),
        soft=("part1",) if leans and not advice else (),
        importance=0.7,
        asked=True,
    )


def _seeks_a_name(part: str) -> bool:
    """Whether what it asks for is a name, so that a later question can go on from it."""
    return read(part).wants in (Wants.PERSON, Wants.NAME)


def _with_foundation(shape: Shape, drafts: list[Draft], words: Words) -> list[Draft]:
    """Two questions alone make no plan. Sides of a subject get what it is; two facts get the question as a whole.

    What a thing is must not stand in for an answer: a fact that nobody recorded is not found, however well
    its subject is described.
    """
    if len(drafts) + bool(shape.emphasis) >= LEAST:
        return drafts
    if not shape.subject or not (shape.emphasis or any(_describes(draft.question) for draft in drafts)):
        return [*drafts, _whole(shape, drafts, words)]
    base = overview(shape.phrase, words)
    if terms(base.question) == terms(drafts[0].question):
        return [*drafts, _whole(shape, drafts, words)]
    return [base, *(replace(draft, soft=tuple(dict.fromkeys((*draft.soft, "overview")))) for draft in drafts)]


def _describes(question: str) -> bool:
    """Whether it asks after its subject as such, and not after one thing about it: its workings, not its output."""
    asked = read(question)
    return asked.facet in SIDES_OF_A_SUBJECT and all(is_framing(token) for token in asked.attributes)


def _whole(shape: Shape, drafts: Sequence[Draft], words: Words) -> Draft:
    """The request in one: what stands between its parts is found by asking for both."""
    return Draft(
        key=WHOLE,
        question=shape.text,
        focus=words.together,
        role=TaskRole.WHOLE,
        rationale=words.why_whole,
        keep=3,
        importance=0.5,
        subjects=(shape.subject,) if shape.subject else (),
        soft=tuple(draft.key for draft in drafts),
    )


def _further_parts(shape: Shape, compared: Comparison, words: Words) -> list[Draft]:
    """Questions beside the comparison: "… and which should we choose?" rests on it."""
    sides = frozenset[str]().union(*(terms(side) for side in compared.sides))
    found: list[Draft] = []
    for number, part in enumerate(shape.parts, 1):
        asked = read(part)
        advice = shape.wants_advice and bool(_ADVICE.search(part))
        if _is_the_comparison(part, number, compared) or (asked.facet is Facet.COMPARISON and not advice):
            continue
        rests_on_it = advice or bool(_POINTS_AT_SIDES.search(part))
        stands_alone = bool(terms(part) & sides) or bool(asked.subjects)
        found.append(
            Draft(
                key=f"further{number}",
                question=part if stands_alone else words.about.format(part.rstrip("?"), _listed(compared.sides, words)),
                focus=words.recommendation if advice else _focus_of(part, words),
                role=TaskRole.PART if advice else _role_of(part),
                keep=6,
                subjects=compared.sides if rests_on_it else asked.subjects or compared.sides,
                rationale=words.why_advice if advice else words.why_part,
                needs=("comparison",) if rests_on_it else (),
                importance=0.7,
                asked=True,
            )
        )
    return found


def _is_the_comparison(part: str, number: int, compared: Comparison) -> bool:
    """Whether a part is the comparison itself, or the question what a side is, which its own task answers."""
    asked = read(part)
    if number == 1 and all(side in part for side in compared.sides):
        return True
    return asked.facet is Facet.DEFINITION and any(side in part for side in compared.sides)


def _together(shape: Shape, compared: Comparison, words: Words) -> str:
    return _listed([shape.said(side) for side in compared.sides], words)


def _joint_question(shape: Shape, compared: Comparison, words: Words) -> str:
    together = _together(shape, compared, words)
    if compared.asked:
        return compared.asked
    if _is_clause(compared.aspects):
        return shape.parts[0] if shape.parts else shape.text
    if compared.aspects:
        return _under(words.compare_in.format(together, _listed(compared.aspects, words)), compared, words)
    return _under(words.compare.format(together), compared, words)


def _side_question(shape: Shape, side: str, respects: Sequence[str], words: Words) -> str:
    if _is_clause(respects):
        return words.according.format(side, respects[0])
    compared, said = shape.comparison, shape.said(side)
    if respects:
        return _under(words.aspect_of.format(_listed(respects, words), said), compared, words)
    if (compared and compared.condition) or (side[:1].islower() and side.isascii()):
        return _under(words.known_about.format(said), compared, words)
    return filled(words.what_is, said)


def _side_questions(shape: Shape, side: str, respects: Sequence[str], words: Words) -> tuple[str, ...]:
    if _is_clause(respects) or not respects:
        return (_side_question(shape, side, respects, words),)
    return tuple(_side_question(shape, side, (respect,), words) for respect in respects)


def _under(question: str, compared: Comparison | None, words: Words) -> str:
    """The question with the circumstances that the comparison is meant for."""
    if not compared or not compared.condition or words is wording.JAPANESE:
        return question
    return f"{question.rstrip('?')} {compared.condition}?"


def _is_clause(respects: Sequence[str]) -> bool:
    """Whether the respect to compare in is a whole question: "… agree on how much was delivered"."""
    return len(respects) == 1 and bool(_CLAUSE.match(respects[0]))


def _listed(items: Sequence[str], words: Words) -> str:
    if len(items) <= 2 or words is wording.JAPANESE:
        return words.separator.join(items)
    return f"{', '.join(items[:-1])}{words.separator}{items[-1]}"


def _role_of(part: str) -> TaskRole:
    return TaskRole.OVERVIEW if read(part).facet is Facet.DEFINITION else TaskRole.PART


def _focus_of(part: str, words: Words) -> str:
    named = {
        Facet.DEFINITION: words.overview,
        Facet.WORKING: words.working,
        Facet.LIMITS: words.limits,
        Facet.HISTORY: words.history,
        Facet.PRESENT: words.present,
        Facet.FUTURE: words.future,
        Facet.COMPARISON: words.comparison,
    }
    facet = read(part).facet
    plain = part.rstrip("?？。 ")
    return named.get(facet, plain) if facet else plain
