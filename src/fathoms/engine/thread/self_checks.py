"""The eight self-checks after each round. Empty means that all hold.

Knows: what must be true of any thread, however its mind and sources behaved.  Does not know: how to mend
it; a failed check is a defect of the engine. The run goes on, and its report says so on top.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fathoms.domain.evidence import SELF_CHECK, Failure
from fathoms.domain.thread import Plateau, RoundRecord, SubQuestionStatus, ThreadState
from fathoms.engine.thread import convergence, coverage, plateau
from fathoms.text.addresses import document


def selfchecks(thread: ThreadState, *, reports: Collection[str] | None = None) -> tuple[str, ...]:
    """What does not hold, in words. `reports` = the names of the micro-reports written, when they are known."""
    if not thread.rounds:
        return ()
    checks = (
        ("micro-report", _micro_reports(thread, reports)),
        ("URLs on all facts", _urls(thread)),
        ("statuses updated", _statuses(thread)),
        ("subjects updated", _subjects(thread)),
        ("plateau checked", _plateau(thread)),
        ("drift checked", _drift(thread)),
        ("history appended", _history(thread)),
        ("convergence evaluated", _convergence(thread)),
    )
    return tuple(f"{name}: {problem}" for name, problems in checks for problem in problems)


def noted(thread: ThreadState) -> ThreadState:
    """The thread with what does not hold named among its last round's failures, unless an earlier round named it."""
    named = {failure.reason for failure in thread.failures if failure.what == SELF_CHECK}
    broken = tuple(
        Failure(what=SELF_CHECK, target=thread.name, reason=problem)
        for problem in selfchecks(thread)
        if problem not in named
    )
    if not broken:
        return thread
    *earlier, last = thread.rounds
    return thread.model_copy(
        update={"rounds": (*earlier, last.model_copy(update={"failures": (*last.failures, *broken)}))}
    )


def _micro_reports(thread: ThreadState, reports: Collection[str] | None) -> Iterator[str]:
    if [record.number for record in thread.rounds] != list(range(1, len(thread.rounds) + 1)):
        yield "the rounds are not numbered one by one"
    if reports is not None and len(reports) != len(thread.rounds):
        yield f"{len(reports)} reports for {len(thread.rounds)} rounds"


def _urls(thread: ThreadState) -> Iterator[str]:
    for fact in thread.facts:
        if not all(item.url.strip() and item.title.strip() and item.source.strip() for item in fact.evidence):
            yield f"{fact.id} lacks an address, a title or its source"


def _statuses(thread: ThreadState) -> Iterator[str]:
    """A question is open as long as no fact bears on it: one of this thread, or one known before that it relies on."""
    facts = {fact.id: fact for fact in (*thread.known, *thread.facts)}
    relied_on = {fact.id for fact in thread.known}
    for question in thread.sub_questions:
        key = facts.get(question.key_fact or "")
        covering = any(question.id in fact.answers and coverage.counts(fact) for fact in thread.facts)
        covered = covering or (key is not None and key.id in relied_on)
        if covered != (question.status is not SubQuestionStatus.OPEN):
            yield f"{question.id} is {question.status.value} against its facts"
        if question.status is SubQuestionStatus.ANSWERED and (key is None or not key.confidence.answers):
            yield f"{question.id} is ANSWERED without a PLAUSIBLE fact"


def _subjects(thread: ThreadState) -> Iterator[str]:
    if thread.rounds[-1].subjects_after != thread.subjects:
        yield "the last record does not show the subjects as they are"
    for subject in thread.subjects:
        if subject.search_rounds > len(thread.rounds):
            yield f"{subject.name} has more rounds than the thread"


def _plateau(thread: ThreadState) -> Iterator[str]:
    *earlier, last = thread.rounds
    expected = _level(last, tuple(earlier))
    if last.plateau is not expected or thread.plateau is not expected:
        yield f"level {last.plateau.value} is recorded, the round gives {expected.value}"
    if last.saturation is not plateau.saturation_of(len(last.new_facts)):
        yield f"{last.saturation.value} for {len(last.new_facts)} new facts"


def _level(last: RoundRecord, earlier: tuple[RoundRecord, ...]) -> Plateau:
    if last.drifted:
        return Plateau.NONE
    new = len(last.new_facts)
    return plateau.level(
        overlap=max(plateau.overlaps(last.urls, earlier)),
        new_facts=new,
        stale_rounds=plateau.stale_rounds(earlier, new),
        asked=bool(last.queries),
    )


def _drift(thread: ThreadState) -> Iterator[str]:
    last = thread.rounds[-1]
    away = {document(drift.url) for drift in last.drifts}
    for fact in thread.facts:
        if fact.round == last.number and document(fact.evidence[0].url) in away:
            yield f"{fact.id} comes from a page that drifted"


def _history(thread: ThreadState) -> Iterator[str]:
    told = [fact for r in thread.rounds for fact in (*r.new_facts, *r.confirming_facts, *r.loose_facts)]
    if sorted(told) != sorted(fact.id for fact in thread.facts):
        yield "the rounds do not tell of the same facts as the thread"
    if len(set(told)) != len(told):
        yield "a fact was found twice"
    if sum(len(record.queries) for record in thread.rounds) != len(thread.sent):
        yield "not every query that was sent is remembered"


def _convergence(thread: ThreadState) -> Iterator[str]:
    if thread.stopped is not convergence.verdict(thread):
        yield f"{thread.stopped} is recorded, the state gives {convergence.verdict(thread)}"
    if not 1 <= thread.budget <= thread.ceiling or len(thread.rounds) > thread.ceiling:
        yield f"{len(thread.rounds)} rounds, budget {thread.budget}, ceiling {thread.ceiling}"
