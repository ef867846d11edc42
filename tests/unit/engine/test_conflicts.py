"""Conflicts: kept from both sides, weighed, and settled only with a reason."""

from __future__ import annotations

import pytest

from fathoms.domain.evidence import ConflictStatus, Fact, Severity, Tier
from fathoms.domain.thread import ConflictClaim, SubQuestion
from fathoms.engine.evidence import conflicts
from tests.thread_making import after_round, make_evidence, make_fact, make_task, make_thread


def says(figure: str, url: str, tier: Tier = Tier.SECONDARY, **fields: object) -> Fact:
    text = f"The array delivered {figure} MW last year."
    return make_fact(text, evidence=[make_evidence(text, url=url, tier=tier, title=f"Title of {url}")], **fields)


LEFT, RIGHT = says("41", "https://reuters.com/a"), says("39", "https://apnews.com/b")


def between(left: str = LEFT.id, right: str = RIGHT.id) -> ConflictClaim:
    return ConflictClaim(about="output", left=left, right=right)


def test_a_conflict_is_known_by_its_two_facts_whichever_comes_first() -> None:
    assert conflicts.conflict_id("f-1", "f-2") == conflicts.conflict_id("f-2", "f-1")
    assert conflicts.conflict_id("f-1", "f-2") != conflicts.conflict_id("f-1", "f-3")
    found, _ = conflicts.raised([between(), between(RIGHT.id, LEFT.id)], [LEFT, RIGHT])
    assert len(found) == 1
    assert (found[0].left_says, found[0].right_says) == (LEFT.claim, RIGHT.claim)


def test_a_side_may_be_named_by_the_words_of_its_quote() -> None:
    found, unbacked = conflicts.raised([between("the  array delivered 41 MW", RIGHT.id)], [LEFT, RIGHT])
    assert (found[0].left, found[0].right, unbacked) == (LEFT.id, RIGHT.id, ())


@pytest.mark.parametrize("other", ["f-unknown", "words of no fact", LEFT.id, ""])
def test_without_two_facts_there_is_no_conflict_but_it_is_told(other: str) -> None:
    found, unbacked = conflicts.raised([between(LEFT.id, other)], [LEFT, RIGHT])
    assert found == ()
    assert len(unbacked) == 1


@pytest.mark.parametrize(
    ("importance", "key", "answers", "severity"),
    [
        (0.69, None, (), Severity.LOW),
        (0.69, None, ("q1",), Severity.MEDIUM),
        (0.69, "left", ("q1",), Severity.HIGH),
        (0.7, None, (), Severity.HIGH),
    ],
)
def test_severity(importance: float, key: str | None, answers: tuple[str, ...], severity: Severity) -> None:
    left = LEFT.model_copy(update={"answers": answers})
    found, _ = conflicts.raised([between()], [left, RIGHT])
    questions = [SubQuestion(id="q1", text="?", key_fact=LEFT.id if key else None)]
    judged = conflicts.judged(found, [left, RIGHT], questions, importance=importance)
    assert judged[0].severity is severity
    calmer = conflicts.judged(judged, [LEFT, RIGHT], [], importance=0.0)
    assert calmer[0].severity is severity, "severity only rises"


def resolution(*others: Fact, left: Fact = LEFT, right: Fact = RIGHT) -> str:
    found, _ = conflicts.raised([between(left.id, right.id)], [left, right])
    return conflicts.resolution(found[0], [left, right, *others])


def test_two_equals_stay_open() -> None:
    assert resolution() == ""


def test_a_primary_source_settles_it_unless_both_are() -> None:
    official = says("39", "https://energy.gov/x", Tier.PRIMARY)
    assert "primary source" in resolution(right=official)
    assert resolution(left=says("41", "https://nasa.gov/x", Tier.PRIMARY), right=official) == ""


def test_a_third_source_settles_it_unless_each_side_has_one() -> None:
    third = says("41", "https://bbc.co.uk/c")
    assert "third source" in resolution(third)
    assert "41" in resolution(third)
    assert resolution(third, says("39", "https://ft.com/d")) == ""


@pytest.mark.parametrize(
    "witness",
    [
        says("41", "https://www.reuters.com/other"),  # the same publisher again
        says("41", "https://reddit.com/r", Tier.COMMUNITY),
        says("40", "https://bbc.co.uk/c"),
    ],
)
def test_not_every_other_source_is_a_third_one(witness: Fact) -> None:
    assert resolution(witness) == ""


def test_what_the_user_stated_is_never_settled_against_by_code() -> None:
    stated = says("39", "brief://fact/1", Tier.OWN)
    assert resolution(says("41", "https://bbc.co.uk/c"), right=stated) == ""


def test_a_thread_keeps_a_conflict_and_settles_it_when_a_third_source_comes() -> None:
    thread = make_thread(make_task(importance=0.9))
    thread = after_round(thread, facts=[LEFT, RIGHT], conflicts=[between()])
    assert [c.status for c in thread.conflicts] == [ConflictStatus.OPEN]
    assert thread.rounds[-1].conflicts == (thread.conflicts[0].id,)
    again = after_round(thread, conflicts=[between()])
    assert again.conflicts == thread.conflicts
    assert again.rounds[-1].conflicts == ()
    settled = after_round(again, facts=[says("41", "https://bbc.co.uk/c")])
    assert [c.status for c in settled.conflicts] == [ConflictStatus.RESOLVED]
    assert settled.conflicts[0].resolution
    assert settled.rounds[-1].conflicts == (thread.conflicts[0].id,), "the round that settled it tells of it"


def test_a_conflict_of_two_loosely_related_facts_is_not_dug_into() -> None:
    (conflict,), _ = conflicts.raised([between()], [LEFT, RIGHT])
    loose = [fact.model_copy(update={"loose": True}) for fact in (LEFT, RIGHT)]
    assert conflicts.worth_settling(conflict, [LEFT, RIGHT])
    assert conflicts.worth_settling(conflict, [LEFT, loose[1]])
    assert not conflicts.worth_settling(conflict, loose)


def test_no_search_settles_what_one_document_says_itself_or_what_is_nearly_the_same() -> None:
    (conflict,), _ = conflicts.raised([between()], [LEFT, RIGHT])
    assert not conflicts.is_trifle(conflict, [LEFT, RIGHT])
    beside = RIGHT.model_copy(update={"evidence": (make_evidence("39 MW", url=LEFT.evidence[0].url),)})
    assert conflicts.is_trifle(conflict, [LEFT, beside])
    assert conflicts.is_trifle(conflict, [LEFT, RIGHT.model_copy(update={"claim": f"So {LEFT.claim}"})])
    assert not conflicts.is_trifle(conflict, [LEFT])
