"""Quoted passages in the form that was asked for: the stated reason over what happened, what speaks for over against,
steps in their order, moments by their years, ways with where else to look.

Knows: the part that each passage has in the account (`engine/evidence/accounts.py`).  Does not know: anything that no
passage says; one without a part keeps its place behind the others, and the answer stays first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fathoms.domain.evidence import Evidence, Fact
from fathoms.domain.plan import Form, Plan
from fathoms.domain.report import Paragraph, Section, Shape, Statement
from fathoms.engine.evidence.accounts import Part, Told, told
from fathoms.engine.plan.lengths import section_form
from fathoms.report.statements import map_sections
from fathoms.report.words import Words

MOST_PLACES = 4
"""Further places that are named where the ways are asked for."""
_ORDER = {part: place for place, part in enumerate(Part)}


def accounted(sections: Sequence[Section], plan: Plan, pool: Mapping[str, Fact], words: Words) -> tuple[Section, ...]:
    """Each section in its own form: that of the plan where it answers the whole question, else of what it asks."""
    return map_sections(sections, lambda one: _laid_out(one, section_form(plan, one.question), pool, words))


def _laid_out(section: Section, form: Form, pool: Mapping[str, Fact], words: Words) -> Section:
    if section.shape is not Shape.PASSAGES or not section.paragraphs:
        return section
    parts = _parts(section, form, pool)
    answer, *others = section.paragraphs
    kept = [one for one in others if _fact(one) == _fact(answer)]
    rest = sorted(
        (one for one in others if one not in kept), key=lambda one: _place(parts.get(_fact(one)), pool.get(_fact(one)))
    )
    note = _note(section, form, parts, pool, words)
    return section.model_copy(
        update={
            "paragraphs": tuple(_named(one, parts.get(_fact(one)), words) for one in (answer, *kept, *rest)),
            "note": " ".join(filter(None, (section.note, note))),
        }
    )


def _parts(section: Section, form: Form, pool: Mapping[str, Fact]) -> dict[str, Told]:
    """By fact: a passage that is shown in pieces has one part."""
    texts: dict[str, list[str]] = {}
    for paragraph in section.paragraphs:
        for one in paragraph.statements:  # an answer may be told by two passages
            texts.setdefault(one.facts[0] if one.facts else "", []).append(one.text)
    found = {
        fact: told(form, section.question, "\n".join(said), _heading(pool[fact].evidence[0]))
        for fact, said in texts.items()
        if fact in pool
    }
    return {fact: part for fact, part in found.items() if part}


def _fact(paragraph: Paragraph) -> str:
    return next((fact for one in paragraph.statements for fact in one.facts), "")


def _heading(evidence: Evidence) -> str:
    return " › ".join(dict.fromkeys(filter(None, (evidence.title, *evidence.title_path))))


def _place(part: Told | None, fact: Fact | None) -> tuple[int, str, str, int]:
    """Moments by their years, steps as they stand in their document; the others as they came."""
    if part is None:
        return (len(_ORDER), "", "", 0)
    if part.part is Part.STEPS and fact:
        return (_ORDER[part.part], "", fact.evidence[0].url.partition("#")[0], fact.evidence[0].start)
    return (_ORDER[part.part], part.by if part.part is Part.MOMENT else "", "", 0)


def _named(paragraph: Paragraph, part: Told | None, words: Words) -> Paragraph:
    if part is None:
        return paragraph
    name = part.by if part.part is Part.MOMENT else words.account[part.part]
    if part.by and part.part is Part.REASON:
        name = words.account_by.format(part=name, who=part.by)
    return paragraph.model_copy(
        update={
            "label": " · ".join(filter(None, (name, paragraph.label))),
            "statements": tuple(_shown(one, part) for one in paragraph.statements),
        }
    )


def _shown(statement: Statement, part: Told) -> Statement:
    """The words that show the part in bold, where there are any."""
    if not part.sentence:
        return statement
    return statement.model_copy(update={"strong": part.sentence if part.sentence in statement.text else ""})


def _note(section: Section, form: Form, parts: Mapping[str, Told], pool: Mapping[str, Fact], words: Words) -> str:
    if {one.part for one in parts.values()} == {Part.EVENT}:
        return words.no_reason  # where not even what happened is told in these words, a reason may be told in others
    places = _elsewhere(section, pool.values()) if form is Form.EXPLORATION else ()
    return words.also_in.format(places="; ".join(places)) if places else ""


def _elsewhere(section: Section, facts: Iterable[Fact]) -> tuple[str, ...]:
    """Where else the section's own search found something, by heading."""
    told_of = {fact for paragraph in section.paragraphs for one in paragraph.statements for fact in one.facts}
    shown = {_heading(fact.evidence[0]) for fact in facts if fact.id in told_of}
    further = (fact for fact in facts if fact.task == section.task and fact.answers and not fact.loose)
    places = dict.fromkeys(_heading(fact.evidence[0]) for fact in further if fact.id not in told_of)
    return tuple(place for place in places if place not in shown)[:MOST_PLACES]
