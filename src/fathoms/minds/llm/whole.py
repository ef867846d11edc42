"""The whole report by one hand: the sections that were drafted part by part are its material, and it is written anew.

Knows: drafts, facts, the form that the plan settled, whether one answer can hold the report.  Does not know: whether
any of it holds, nor what stands where in the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fathoms.domain.draft import Edited, WrittenSection
from fathoms.domain.evidence import Fact
from fathoms.domain.report import Statement
from fathoms.minds.llm import editor, finding, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.citing import Keys, size_of
from fathoms.minds.llm.fit import fitting
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.shapes import ParagraphShape, SectionShape, WholeShape
from fathoms.ports import meter
from fathoms.ports.mind import EditRequest

ROLE = Role("whole", Tier.BEST, 6_000)
MOST_READ = 40_000
"""Tokens of drafts and facts that one hand is shown."""
TOKENS_A_WORD = 4
"""What a word of a report takes of an answer, its marks and the answer's shape included."""


async def write(asker: Asker, request: EditRequest) -> Edited | None:
    """None where one hand cannot: the report is too long for one answer, or its drafts for one reading."""
    usable = tuple(fact for fact in request.facts if not fact.loose)
    if not usable:
        meter.current().waive()
        return Edited()
    findings = () if request.brief.in_one_go else editor.in_plan_order(request)
    cited = editor.cited_facts(findings, usable)
    facts, same = _each_once((*cited, *usable))
    keys = Keys.of(facts, request.brief.question)

    def marks(statement: Statement) -> str:
        told = dict.fromkeys(same.get(fact, fact) for fact in statement.facts)
        return keys.marks(statement.model_copy(update={"facts": tuple(told)}))

    values = {
        **editor.frame(request),
        "words": finding.aim(request.words),
        "drafts": f"Drafts, part by part:\n{showing.drafted(findings, marks)}" if findings else "",
        "gaps": showing.listed(editor.still_open(findings)),
    }
    choices = editor.criteria_choices(request)
    room = min(MOST_READ, await asker.room(ROLE, WholeShape, values, choices=choices))
    needed = sum(size_of(fact) for fact in facts if fact in cited)
    fits = needed <= room and request.words * TOKENS_A_WORD <= await asker.answer_tokens(ROLE)
    if not (fits or request.brief.in_one_go):
        return None
    seen = fitting(facts, size=size_of, room=room, what="facts")
    answer = await asker.ask(ROLE, WholeShape, {**values, "facts": keys.shown(seen)}, choices=choices)
    known = finding.known_words((request.brief.question, *(one.question for one in findings)), facts)
    body = tuple(_written(answer.sections, keys, known))
    title = finding.neutral(answer.title, known)
    return editor.opening(answer, keys, request).model_copy(update={"body": body, "title": title})


def _each_once(facts: Sequence[Fact]) -> tuple[tuple[Fact, ...], Mapping[str, str]]:
    """The facts without those that quote the very words of an earlier one, and by which one each of them is told."""
    first: dict[tuple[str, int, str], Fact] = {}
    same = {fact.id: first.setdefault(fact.evidence[0].place, fact).id for fact in facts}
    return tuple(first.values()), same


def _written(sections: Sequence[SectionShape], keys: Keys, known: frozenset[str]) -> Iterator[WrittenSection]:
    """What was written, as it was laid out. A heading that claims something is left to the part that it tells."""
    for one in sections:
        if paragraphs := finding.laid_out((ParagraphShape(text=one.text),), keys, known):
            yield WrittenSection(heading=finding.neutral(one.heading, known), paragraphs=paragraphs)
