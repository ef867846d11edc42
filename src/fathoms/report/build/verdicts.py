"""A report on a claim: what speaks for it, what against it, and what only bears on it; or that nothing was found.

Knows: the passages of sections and where each stands (`engine/evidence/claimed.py`).  Does not know: who is right; it
says what words and figures show, and that nobody judged it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fathoms.domain.evidence import Fact
from fathoms.domain.plan import Form, Plan
from fathoms.domain.report import Paragraph, Section, Statement
from fathoms.engine.evidence.claimed import Claim, Side, telling
from fathoms.report.words import Words

_ORDER = (Side.AGAINST, Side.FOR, None)
"""What speaks against a claim is read first: it is what a reader who believes it has to know."""
NEAREST = 1.0
"""How near to the question a passage is that decides something: it always finds room."""


def claim_in(plan: Plan) -> Claim | None:
    """The claim that the plan is to check, if it is."""
    form = plan.form
    return Claim(form.rows[0]) if form and form.form is Form.VERDICT and form.rows else None


def ruled(sections: Sequence[Section], claim: Claim, pool: Mapping[str, Fact], words: Words) -> tuple[Section, ...]:
    """The sections with each passage under its side, the sentence that decides in bold, and the count on top."""
    found = {id(one): _stands(one, claim, pool) for section in sections for p in section.paragraphs for one in p.told}
    counted = {side: sum(1 for stand in found.values() if stand and stand[0] is side) for side in Side}
    note = words.claim_note.format(claim=claim.text, found=words.claim_found(counted[Side.FOR], counted[Side.AGAINST]))
    decided = any(counted.values())
    return tuple(
        section.model_copy(
            update={
                "paragraphs": tuple(_by_side(section.paragraphs, found, words)),
                "note": " ".join(part for part in ("" if place else note, "" if decided else section.note) if part),
            }
        )
        for place, section in enumerate(sections)
    )


def _stands(statement: Statement, claim: Claim, pool: Mapping[str, Fact]) -> tuple[Side, str] | None:
    """Where a statement stands; its sources' headings say what it is about."""
    headings = (
        " ".join((e.title, *e.title_path)) for name in statement.facts if name in pool for e in pool[name].evidence
    )
    return telling(claim, statement.text, " ".join(headings))


def _by_side(
    paragraphs: Sequence[Paragraph], found: Mapping[int, tuple[Side, str] | None], words: Words
) -> Iterable[Paragraph]:
    for side in _ORDER:
        for paragraph in paragraphs:
            told = tuple(_shown(one, found[id(one)]) for one in paragraph.statements if _side(found[id(one)]) is side)
            table = paragraph.table if side is None else None
            if told or table:
                named = words.claim_side[side] if side else ""
                label = " · ".join(part for part in (named, paragraph.label) if part)
                yield paragraph.model_copy(update={"statements": told, "table": table, "label": label})


def _side(stand: tuple[Side, str] | None) -> Side | None:
    return stand[0] if stand else None


def _shown(statement: Statement, stand: tuple[Side, str] | None) -> Statement:
    """Words that were in bold for another reason give way to those that decide."""
    if stand is None:
        return statement
    return statement.model_copy(update={"strong": stand[1] if stand[1] in statement.text else "", "near": NEAREST})
