"""What the writer of the whole took from pages itself becomes facts, or nothing."""

from __future__ import annotations

from fathoms.domain.draft import Edited, WrittenSection
from fathoms.domain.evidence import Confidence
from fathoms.domain.plan import TaskStatus
from fathoms.domain.report import CitedTable, Paragraph, Row, Statement, TaskOutcome
from fathoms.domain.thread import Claim
from fathoms.engine.evidence.confidence import DEFAULT_RULES
from fathoms.engine.evidence.taking import Taken, admitted
from tests.plan_making import make_plan, make_task
from tests.thread_making import make_evidence, make_fact, make_passage

DEEP, WARNING = "The harbour is nine metres deep.", "At low tide the harbour loses two metres of its depth."
TEXT = f"{DEEP} {WARNING} Cranes lift forty tonnes."
PASSAGE = make_passage(TEXT)
KNOWN = make_fact(DEEP, evidence=[make_evidence(DEEP, page_id=PASSAGE.page_id)])
PLAN = make_plan(
    make_task("1", question="What do cranes lift?"), make_task("2", question="How deep is the harbour at low tide?")
)


def made(claim: Claim, facts: tuple[str, ...] = ("N1",)) -> Taken:
    said = Statement(text="Two metres are lost.", facts=facts)
    table = CitedTable(columns=("Depth",), rows=(Row(label="Harbour", cells=(said,)),))
    edited = Edited(
        answer=(said,),
        table=table,
        body=(WrittenSection(heading="h", paragraphs=(Paragraph(statements=(said,), table=table),)),),
        criteria={"c1": facts},
        taken={"N1": claim},
    )
    crane = make_fact("Cranes lift forty tonnes.", task="1")
    outcomes = (
        TaskOutcome(task="1", status=TaskStatus.DONE, facts=(crane,)),
        TaskOutcome(task="2", status=TaskStatus.DONE, facts=(KNOWN,)),
    )
    return admitted(edited, outcomes, PLAN, (PASSAGE,), {PASSAGE.page_id: TEXT}, DEFAULT_RULES)


def cited(edited: Edited) -> set[tuple[str, ...]]:
    assert edited.table
    parts = [part for section in edited.body for part in section.paragraphs]
    told = [*edited.answer, *edited.table.cells, *(one for part in parts for one in part.told)]
    return {one.facts for one in told}


def test_a_quote_that_stands_in_its_page_is_a_fact_of_the_task_that_asks_for_it() -> None:
    taken = made(Claim(text=WARNING, passage="S1", quote=WARNING))
    (fact,) = taken.fresh["2"]
    assert taken.outcomes[1].facts == (KNOWN, fact)
    assert (fact.task, fact.evidence[0].quote, fact.claim) == ("2", WARNING, WARNING)
    assert TEXT[fact.evidence[0].start : fact.evidence[0].end] == WARNING
    assert cited(taken.edited) == {(fact.id,)}
    assert taken.edited.criteria == {"c1": (fact.id,) if fact.confidence is not Confidence.UNVERIFIED else ()}
    assert not taken.edited.taken


def test_what_cites_an_invented_quote_cites_nothing_and_the_quote_is_counted() -> None:
    taken = made(Claim(text="It sinks.", passage="S1", quote="The harbour sinks every day."), ("N1", KNOWN.id))
    assert (taken.fresh, taken.invented) == ({}, 1)
    assert cited(taken.edited) == {(KNOWN.id,)}


def test_a_quote_of_a_page_that_nobody_showed_is_invented() -> None:
    taken = made(Claim(text=WARNING, passage="S9", quote=WARNING))
    assert taken.invented == 1
    assert cited(taken.edited) == {()}


def test_what_is_known_from_the_same_words_is_that_fact() -> None:
    taken = made(Claim(text=DEEP, passage="S1", quote=DEEP))
    assert not taken.fresh
    assert cited(taken.edited) == {(KNOWN.id,)}


def test_a_claim_with_a_figure_that_its_source_does_not_have_is_told_in_the_words_it_quotes() -> None:
    taken = made(Claim(text="At low tide 77 metres are lost.", passage="S1", quote=WARNING))
    assert taken.fresh["2"][0].claim == WARNING
