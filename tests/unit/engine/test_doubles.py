"""One fact for what several tasks took from the same words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathoms.domain.evidence import Confidence, Conflict, Fact
from fathoms.domain.report import Finding, Paragraph, Statement, TaskOutcome
from fathoms.engine.run.doubles import without_doubles
from fathoms.text.denials import denies
from fathoms.text.figures import numerals
from tests.plan_making import DONE
from tests.thread_making import make_evidence, make_fact

QUOTE = "WorkQueuePolicy streams will only delete messages by limits or when a message has been acked by its consumer."
FULL = "WorkQueuePolicy streams delete messages only by limits or when a message has been acked by its consumer."
SHORT = "WorkQueuePolicy streams delete messages only by limits or when acked."


def found(claim: str, task: str, *, start: int = 0, quote: str = QUOTE, **fields: object) -> Fact:
    return make_fact(claim, evidence=[make_evidence(quote, start=start)], task=task, **fields)


def outcome(*facts: Fact, **fields: object) -> TaskOutcome:
    task = facts[0].task
    told = tuple(Statement(text=fact.claim, facts=(fact.id,)) for fact in facts)
    finding = Finding(task=task, question="?", heading="!", paragraphs=(Paragraph(statements=told),))
    return TaskOutcome(task=task, status=DONE, facts=facts, finding=finding, **fields)  # type: ignore[arg-type]


def ids(outcomes: tuple[TaskOutcome, ...]) -> set[str]:
    return {fact.id for one in outcomes for fact in one.facts}


@pytest.mark.parametrize("claims", [(FULL, SHORT), (SHORT, FULL), (SHORT, FULL, SHORT.replace("acked", "ever acked"))])
def test_what_tasks_took_from_the_same_words_is_one_fact_in_the_fuller_wording(claims: tuple[str, ...]) -> None:
    facts = [found(claim, str(n), answers=(f"q{n}",)) for n, claim in enumerate(claims, 1)]
    merged = without_doubles([outcome(fact) for fact in facts])
    assert len(ids(merged)) == 1
    for was, now in zip(facts, merged, strict=True):
        (fact,) = now.facts
        assert fact.claim == FULL
        assert (fact.task, fact.answers) == (was.task, was.answers)
        assert now.finding
        assert now.finding.paragraphs[0].statements[0].facts == (fact.id,)


def test_quotes_that_overlap_by_most_of_their_characters_are_the_same_words() -> None:
    near, far = int(len(QUOTE) * 0.35), int(len(QUOTE) * 0.45)
    assert len(ids(without_doubles([outcome(found(FULL, "1")), outcome(found(SHORT, "2", start=near))]))) == 1
    assert len(ids(without_doubles([outcome(found(FULL, "1")), outcome(found(SHORT, "2", start=far))]))) == 2


def test_two_facts_of_one_task_that_are_one_answer_what_both_did() -> None:
    (merged,) = without_doubles([outcome(found(FULL, "1", answers=("q1",)), found(SHORT, "1", answers=("q2",)))])
    assert [fact.answers for fact in merged.facts] == [("q1", "q2")]


def test_the_stronger_confidence_holds() -> None:
    weak, strong = found(FULL, "1", confidence=Confidence.PLAUSIBLE), found(SHORT, "2")
    assert without_doubles([outcome(weak), outcome(strong)])[1].facts[0].confidence is strong.confidence


def test_what_stands_in_conflict_is_never_one() -> None:
    left, right = found(FULL, "1"), found(SHORT, "2")
    conflict = Conflict(id="c", about="x", left=left.id, right=right.id, left_says="1", right_says="2")
    assert len(ids(without_doubles([outcome(left), outcome(right, conflicts=(conflict,))]))) == 2


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The window is 30 seconds by default.", "The window is 60 seconds by default."),
        ("Backups are pruned by the server.", "Backups are not pruned by the server."),
        ("Memory streams survive a restart of Alpha.", "Memory streams survive a restart of Beta."),
    ],
)
def test_figures_denials_and_names_that_differ_are_two_facts(left: str, right: str) -> None:
    assert len(ids(without_doubles([outcome(found(left, "1")), outcome(found(right, "2"))]))) == 2


VOCABULARY = ("server", "disk", "never", "not", "3", "30", "window", "2.14", "quorum", "lost", "stream", "Alpha")
WORDS = st.lists(st.sampled_from(VOCABULARY), min_size=2)


@given(st.lists(WORDS, min_size=2, max_size=5))
def test_no_figure_and_no_turn_of_a_claim_is_ever_lost(claims: list[list[str]]) -> None:
    facts = [found(" ".join(words), str(n)) for n, words in enumerate(claims, 1)]
    for was, now in zip(facts, without_doubles([outcome(fact) for fact in facts]), strict=True):
        assert numerals(was.claim) <= numerals(now.facts[0].claim)
        assert denies(was.claim) == denies(now.facts[0].claim)
        assert len(now.facts) == 1
