"""Ways to take a complex question apart, one function each: who asks so, is answered by these tasks.

Knows: the shape of the question and the headings near it.  Does not know: limits, ids, rejections.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from fathoms.domain.plan import Lean
from fathoms.domain.survey import Survey
from fathoms.minds.extractive import wording
from fathoms.minds.extractive.drafts import Draft
from fathoms.minds.extractive.facets import SIDES_OF_A_SUBJECT, Facet
from fathoms.minds.extractive.question import read
from fathoms.minds.extractive.shapes import Shape
from fathoms.minds.extractive.terms import terms
from fathoms.minds.extractive.wants import Wants
from fathoms.minds.extractive.wording import Words

_SKIPPED_HEADINGS = frozenset(
    terms(heading)
    for heading in (
        "what's next",
        "examples",
        "example",
        "references",
        "see also",
        "notes",
        "contents",
        "table of contents",
        "introduction",
        "overview",
        "summary",
        "further reading",
        "other matters",
        "links",
        "appendix",
        "next steps",
        "about",
        "contact",
        "はじめに",
        "概要",
        "参考文献",
        "目次",
        "まとめ",
        "付録",
    )
)
_HEADING_WORDS = 6
_MOST_ASPECTS = 5


def against_standard(shape: Shape) -> list[Draft]:
    """An own system, an outside standard, where they differ, and how to get from one to the other."""
    words = wording.of(shape.language)
    own, standard = shape.internal, shape.external
    return [
        Draft(
            key="own",
            question=words.what_is.format(own),
            focus=own,
            rationale=words.why_side,
            subjects=(own,),
            lean=Lean.INTERNAL,
            keep=8,
            subs=(words.what_is.format(own), words.how_works.format(own), words.limits_of.format(own)),
            importance=0.8,
        ),
        Draft(
            key="standard",
            question=words.conform.format(standard),
            focus=standard,
            rationale=words.why_side,
            subjects=(standard,),
            subs=(words.what_is.format(standard), words.conform.format(standard), words.limits_of.format(standard)),
            lean=Lean.EXTERNAL,
            keep=8,
            importance=0.8,
        ),
        Draft(
            key="gap",
            question=words.gap_between.format(words.separator.join((own, standard))),
            focus=words.comparison,
            rationale=words.why_comparison,
            subjects=(own, standard),
            needs=("own", "standard"),
            lean=Lean.BOTH,
            keep=7,
            importance=0.8,
            subs=(
                words.gap_between.format(words.separator.join((own, standard))),
                words.limits_of.format(own),
                words.conform.format(standard),
            ),
        ),
        Draft(
            key="advice",
            question=words.migrate.format(own, standard),
            focus=words.recommendation,
            rationale=words.why_advice,
            subjects=(own, standard),
            needs=("gap",),
            lean=Lean.EXTERNAL,
            keep=6,
            importance=0.9,
            subs=(words.migrate.format(own, standard), words.migrate_risks.format(own, standard)),
        ),
    ]


def comparison(shape: Shape) -> list[Draft]:
    """Each side on its own, then both together."""
    assert shape.comparison is not None
    words = wording.of(shape.language)
    sides, aspects = shape.comparison.sides, shape.comparison.aspects
    drafts = [
        Draft(
            key=f"side{number}",
            question=_side_question(side, aspects, words),
            focus=side,
            rationale=words.why_side,
            subjects=(side,),
            keep=8,
            subs=tuple(words.aspect_of.format(aspect, side) for aspect in aspects) or (words.what_is.format(side),),
            importance=0.7,
        )
        for number, side in enumerate(sides, 1)
    ]
    together = (
        words.separator.join(sides)
        if len(sides) == 2 or shape.language == "ja"
        else f"{', '.join(sides[:-1])} and {sides[-1]}"
    )
    joint = (
        words.compare_in.format(together, words.separator.join(aspects)) if aspects else words.compare.format(together)
    )
    drafts.append(
        Draft(
            key="comparison",
            question=joint,
            focus=words.comparison,
            rationale=words.why_comparison,
            subjects=sides,
            keep=9,
            needs=tuple(draft.key for draft in drafts),
            importance=0.8,
            subs=(joint,) if _is_clause(aspects) or not aspects else tuple(words.compare_in.format(together, aspect) for aspect in aspects),
        )
    )
    return drafts + _further_parts(shape, drafts)


def temporal(shape: Shape) -> list[Draft]:
    """What it is, how it came about, where it stands, where it goes; an emphasis builds on where it stands."""
    words = wording.of(shape.language)
    subject = shape.subject

    def draft(
        key: str, question: str, focus: str, keep: int, needs: tuple[str, ...] = (), importance: float = 0.6
    ) -> Draft:
        return Draft(
            key=key,
            question=question.format(subject),
            focus=focus,
            rationale=words.why_time,
            subjects=(subject,),
            needs=needs,
            keep=keep,
            importance=importance,
        )

    overview = draft("overview", words.what_is, words.overview, 3)
    drafts = [replace(overview, rationale=words.why_overview)]
    if "history" in shape.periods:
        drafts.append(draft("history", words.history_of, words.history, 6, ("overview",)))
    if "present" in shape.periods or shape.emphasis:
        drafts.append(draft("present", words.present_of, words.present, 7, ("overview",), 0.7))
    stands = "present" if drafts[-1].key == "present" else "overview"
    if shape.emphasis:
        drafts.append(_emphasis(shape, words, (stands,)))
    drafts.append(draft("problems", words.problems_of, words.problems, 2, tuple(dict.fromkeys(("overview", stands)))))
    if "future" in shape.periods:
        needs = tuple(dict.fromkeys((stands, *(("emphasis",) if shape.emphasis else ()), "problems")))
        drafts.append(draft("future", words.future_of, words.future, 6, needs, 0.7))
    return drafts


def several(shape: Shape) -> list[Draft]:
    """One task per question asked; when there are only two, what it is comes first."""
    words = wording.of(shape.language)
    drafts = [_part(shape, words, number, part) for number, part in enumerate(shape.parts, 1)]
    return _with_foundation(shape, drafts, words)


def problem_chain(shape: Shape) -> list[Draft]:
    """Background, state, problems, solutions: each needs the one before."""
    words = wording.of(shape.language)
    steps = (
        ("overview", words.what_is, words.overview, words.why_overview),
        ("present", words.present_of, words.present, words.why_part),
        ("problems", words.problems_of, words.problems, words.why_part),
        ("solutions", words.solutions_of, words.solutions, words.why_part),
    )
    drafts: list[Draft] = []
    for number, (key, question, focus, rationale) in enumerate(steps):
        drafts.append(
            Draft(
                key=key,
                question=question.format(shape.subject),
                focus=focus,
                rationale=rationale,
                subjects=(shape.subject,),
                keep=4 + number,
                needs=(drafts[-1].key,) if drafts else (),
                importance=0.6 + 0.1 * (number > 1),
            )
        )
    return drafts


def aspects(shape: Shape, surveys: Sequence[Survey]) -> list[Draft]:
    """An overview, then what the documents about the subject have headings for."""
    words = wording.of(shape.language)
    subject = shape.subject or shape.text
    drafts = [_overview(subject, words)]
    for number, heading in enumerate(_headings_about(subject, shape.text, surveys), 1):
        drafts.append(
            Draft(
                key=f"aspect{number}",
                question=words.aspect_of.format(_lowered(heading), subject),
                focus=heading,
                rationale=words.why_aspect,
                subjects=(subject,),
                soft=("overview",),
                keep=6 - number,
                importance=0.5,
            )
        )
    for key, question, focus in (
        ("working", words.how_works, words.working),
        ("history", words.history_of, words.history),
        ("limits", words.limits_of, words.limits),
    ):
        if len(drafts) < 3:
            drafts.append(
                Draft(
                    key=key,
                    question=question.format(subject),
                    focus=focus,
                    rationale=words.why_aspect,
                    subjects=(subject,),
                    soft=("overview",),
                    keep=2,
                    importance=0.5,
                )
            )
    return drafts


def with_emphasis(shape: Shape, drafts: list[Draft]) -> list[Draft]:
    """The named emphasis as a task of its own, or the task that already is about it raised to it."""
    if not shape.emphasis or any(draft.key == "emphasis" for draft in drafts):
        return drafts
    words = wording.of(shape.language)
    wanted = terms(shape.emphasis)
    for index, draft in enumerate(drafts):
        if wanted and wanted <= terms(f"{draft.question} {draft.focus}") - terms(shape.subject):
            return [*drafts[:index], draft.emphasised(words.why_emphasis), *drafts[index + 1 :]]
    base = next((draft.key for draft in drafts if draft.key == "overview"), drafts[0].key if drafts else "")
    return [*drafts, _emphasis(shape, words, (base,) if base else ())]


def _emphasis(shape: Shape, words: Words, needs: tuple[str, ...]) -> Draft:
    """What the user stressed; a list of things becomes a question each."""
    subject = shape.subject
    stressed = [item for item in re.split(words.listing, shape.emphasis) if terms(item)]
    return Draft(
        key="emphasis", question=_stressed(shape.emphasis, subject, words), focus=shape.emphasis, rationale="", needs=needs,
        subs=tuple(_stressed(item, subject, words) for item in stressed[:4]), subjects=(subject,) if subject else (),
    ).emphasised(words.why_emphasis)


def _stressed(what: str, subject: str, words: Words) -> str:
    bare = re.sub(r"^(?:the|its|their)\s+", "", what.strip(" ,、"))
    if not subject or terms(subject) <= terms(bare):
        return words.what_is.format(bare)
    return words.emphasis_of.format(bare, subject)


def _overview(subject: str, words: Words) -> Draft:
    return Draft(
        key="overview",
        question=words.what_is.format(subject),
        focus=words.overview,
        rationale=words.why_overview,
        subjects=(subject,),
        keep=4,
    )


def _part(shape: Shape, words: Words, number: int, part: str) -> Draft:
    asked = read(part)
    subjects = () if asked.links else asked.subjects or ((shape.subject,) if shape.subject else ())
    earlier = ("part1",) if number > 1 and shape.clauses.leans[number - 1] and _seeks_a_name(shape.parts[0]) else ()
    advice = number > 1 and shape.wants_advice and _is_advice(part)
    return Draft(
        key=f"part{number}",
        question=part,
        focus=_focus_of(part, words),
        rationale=words.why_advice if advice else words.why_part,
        keep=7,
        subjects=subjects,
        needs=tuple(f"part{index}" for index in range(1, number)) if advice else (),
        soft=() if advice else earlier,
        importance=0.7,
    )


def _seeks_a_name(part: str) -> bool:
    """Whether what it asks for is a name, so that a later question can go on from it."""
    return read(part).wants in (Wants.PERSON, Wants.NAME)


def _is_advice(part: str) -> bool:
    lowered = part.lower()
    return any(
        sign in lowered for sign in ("should", "recommend", "advice", "advise", "best", "すべき", "推奨", "提言")
    )


def _with_foundation(shape: Shape, drafts: list[Draft], words: Words) -> list[Draft]:
    """Two questions alone make no plan. Sides of a subject get what it is; two facts get the question as a whole.

    What a thing is must not stand in for an answer: a fact that nobody recorded is not found, however well
    its subject is described.
    """
    if len(drafts) + bool(shape.emphasis) >= 3 or not shape.subject:
        return drafts
    if not (shape.emphasis or any(read(draft.question).facet in SIDES_OF_A_SUBJECT for draft in drafts)):
        return [*drafts, _whole(shape, drafts, words)]
    base = _overview(shape.phrase, words)
    if terms(base.question) == terms(drafts[0].question):
        return drafts
    return [base, *(replace(draft, soft=tuple(dict.fromkeys((*draft.soft, "overview")))) for draft in drafts)]


def _whole(shape: Shape, drafts: Sequence[Draft], words: Words) -> Draft:
    """The request in one: what stands between its parts is found by asking for both."""
    return Draft(
        key="whole", question=shape.text, focus=words.together, rationale=words.why_whole, keep=3, importance=0.5,
        subjects=(shape.subject,) if shape.subject else (), soft=tuple(draft.key for draft in drafts),
    )


def _further_parts(shape: Shape, drafts: Sequence[Draft]) -> list[Draft]:
    """Questions beside the comparison: "… and which should we choose?" rests on it."""
    words = wording.of(shape.language)
    assert shape.comparison is not None
    sides = frozenset[str]().union(*(terms(side) for side in shape.comparison.sides))
    found: list[Draft] = []
    for number, part in enumerate(shape.parts[1:], 1):
        advice = shape.wants_advice and _is_advice(part)
        if read(part).facet is Facet.COMPARISON and not advice:
            continue
        subjects = read(part).subjects or tuple(shape.comparison.sides)
        about = (
            part
            if terms(part) & sides or read(part).subjects
            else words.about.format(part.rstrip("?"), words.separator.join(shape.comparison.sides))
        )
        found.append(
            Draft(
                key=f"further{number}",
                question=about,
                focus=words.recommendation if advice else _focus_of(part, words),
                keep=6,
                subjects=subjects,
                rationale=words.why_advice if advice else words.why_part,
                needs=("comparison",) if advice else (),
                importance=0.7,
            )
        )
    return found


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
    return named.get(facet, part.rstrip("?？。 ")) if facet else part.rstrip("?？。 ")


def _side_question(side: str, wanted: Sequence[str], words: Words) -> str:
    if _is_clause(wanted):
        return words.according.format(side, wanted[0])
    if wanted:
        return words.aspect_of.format(words.separator.join(wanted), side)
    return words.what_is.format(side) if side[:1].isupper() or not side.isascii() else words.known_about.format(side)


def _side_questions(side: str, wanted: Sequence[str], words: Words) -> tuple[str, ...]:
    if _is_clause(wanted) or not wanted:
        return (_side_question(side, wanted, words),)
    return tuple(words.aspect_of.format(aspect, side) for aspect in wanted)


def _is_clause(wanted: Sequence[str]) -> bool:
    """Whether the respect to compare in is a whole question: "… agree on how much was delivered"."""
    return len(wanted) == 1 and bool(re.match(r"(?:how|what|which|who|when|where|why|whether)\b", wanted[0], re.IGNORECASE))


def _lowered(heading: str) -> str:
    """A heading inside a sentence; a name or an acronym keeps its capital."""
    first, _, rest = heading.partition(" ")
    named = not first[1:].islower() or any(word[:1].isupper() for word in rest.split())
    return heading if named else heading[:1].lower() + heading[1:]


def _headings_about(subject: str, question: str, surveys: Sequence[Survey]) -> list[str]:
    """Headings of documents whose title names the subject; they are the best free aspects there are."""
    about = terms(subject)
    said = terms(question)
    found: dict[frozenset[str], str] = {}
    for survey in surveys:
        for heading in survey.headings:
            words = terms(heading.text)
            is_about = bool(about) and len(about & terms(heading.document)) * 2 >= len(about)
            if (
                not is_about
                or not words
                or words <= said
                or words in _SKIPPED_HEADINGS
                or len(heading.text.split()) > _HEADING_WORDS
            ):
                continue
            found.setdefault(words, heading.text.strip())
    return list(found.values())[:_MOST_ASPECTS]
