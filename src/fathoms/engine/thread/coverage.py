"""What a round's facts change: sub-questions, subjects, leads, insights.

Knows: when a sub-question is answered and a subject covered.  Does not know: how a fact was found, or
whether the thread goes on.  A status never goes back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from fathoms.domain.evidence import Confidence, Fact, Novelty, Passage, Query
from fathoms.domain.thread import (
    Admitted,
    Extraction,
    Insight,
    Lead,
    SubjectState,
    SubjectStatus,
    SubQuestion,
    SubQuestionStatus,
    ThreadState,
)
from fathoms.engine.evidence.confidence import strength
from fathoms.engine.evidence.novelty import stated
from fathoms.text.naming import named_among
from fathoms.text.words import fold

ANSWERED_COVERAGE = 0.6
"""Share of a sub-question's weight that its facts must cover."""
MOST_LEADS = 20
VAIN_ROUNDS = 2
"""Rounds that ask a sub-question and bring nothing on it, after which the documents do not answer it."""

_LIMITATIONS = re.compile(r"\b(?:limitation|caveat|known issue|future work)s?\b|限界|制約|課題", re.IGNORECASE)
_QUESTION_RANK = {status: rank for rank, status in enumerate(SubQuestionStatus)}
_SUBJECT_RANK = {status: rank for rank, status in enumerate(SubjectStatus)}


def counts(fact: Fact) -> bool:
    """Whether a fact is a sign of progress: a loosely related one is not, unless it is a step on the way."""
    return not fact.loose or fact.leads_on


def facts_after(thread: ThreadState, facts: Iterable[Fact], corroborated: Iterable[Fact]) -> tuple[Fact, ...]:
    """All facts of the thread, earlier ones with what this round added to them."""
    raised = {fact.id: fact for fact in corroborated}
    return (*(raised.get(fact.id, fact) for fact in thread.facts), *facts)


def answered(
    thread: ThreadState, facts: Sequence[Fact], extraction: Extraction, admitted: Admitted
) -> tuple[SubQuestion, ...]:
    """The sub-questions with what all facts so far make of them, and what is known from the tasks before."""
    answers = []
    for question in thread.sub_questions:
        relied = (*extraction.relies_on.get(question.id, ()), *admitted.relies_on.get(question.id, ()))
        own = [fact for fact in facts if question.id in fact.answers and counts(fact)]
        covering = own + [f for f in thread.known if f.id in relied and counts(f) and not stated(f)]
        answers.append(_answered(question, covering, extraction.coverage.get(question.id, 0.0)))
    return tuple(answers)


def _answered(question: SubQuestion, covering: Sequence[Fact], reported: float) -> SubQuestion:
    if not covering:
        return question
    coverage = max(question.coverage, min(1.0, max(0.0, reported)))
    best = max(covering, key=lambda fact: (strength(fact.confidence), fact.score))
    before = next((fact for fact in covering if fact.id == question.key_fact), None)
    if before and (strength(before.confidence), before.score) >= (strength(best.confidence), best.score):
        best = before
    enough = coverage >= ANSWERED_COVERAGE and best.confidence.answers
    status = SubQuestionStatus.ANSWERED if enough else SubQuestionStatus.PARTIAL
    return question.model_copy(
        update={
            "status": max(status, question.status, key=_QUESTION_RANK.__getitem__),
            "confidence": best.confidence,
            "key_fact": best.id,
            "coverage": coverage,
        }
    )


def searched(subjects: Iterable[SubjectState], queries: Iterable[Query], targets: Sequence[str]) -> frozenset[str]:
    """The subjects that gain a round: those the queries name; if they name none, those the round was for."""
    asked = [query.text for query in queries]
    every = tuple(subject.name for subject in subjects)
    named = {name for text in asked for name in named_among(every, text)}
    return frozenset(named or (targets if asked else ()))


def unsearched(thread: ThreadState) -> tuple[str, ...]:
    """The subjects that no round has searched; what tasks before found something on need not be, where that costs."""
    known = {name for fact in thread.known for name in fact.subjects} if thread.frugal else set[str]()
    return tuple(s.name for s in thread.subjects if s.search_rounds == 0 and s.name not in known)


def to_cover(thread: ThreadState) -> tuple[str, ...]:
    """What a mind is asked about when it has read: themes that the gates want, and subjects that no query has named."""
    phases = (thread.gates, *thread.gates_ahead)
    themes = (theme for gates in phases if gates for theme in gates.themes if theme not in (thread.covered or ()))
    return tuple(dict.fromkeys((*themes, *unsearched(thread))))


def said_covered(thread: ThreadState, extraction: Extraction) -> tuple[str, ...] | None:
    """What the mind has called covered so far."""
    if extraction.covered is None:
        return thread.covered
    return tuple(dict.fromkeys((*(thread.covered or ()), *extraction.covered)))


def sought_in_vain(thread: ThreadState, question: SubQuestion) -> bool:
    """Whether the last two rounds that could have asked it did, and neither brought a new fact on it."""
    if question.status is SubQuestionStatus.ANSWERED:
        return False
    asked = [record for record in thread.rounds if record.queries and not record.drifted and not record.scope.reads_on]
    last = asked[-VAIN_ROUNDS:]
    if len(last) < VAIN_ROUNDS or any(question.id not in record.scope.open_sub_questions for record in last):
        return False
    brought = {name for record in last for name in record.new_facts}
    return not any(fact.id in brought and question.id in fact.answers for fact in thread.facts)


def covered(
    subjects: Iterable[SubjectState], facts: Sequence[Fact], gained: frozenset[str]
) -> tuple[SubjectState, ...]:
    """The subjects after a round with these facts."""
    return tuple(_covered(subject, facts, subject.name in gained) for subject in subjects)


def _covered(subject: SubjectState, facts: Sequence[Fact], gained: bool) -> SubjectState:
    """COVERED needs a new fact that names it; PARTIAL = only confirming, UNVERIFIED or loosely related ones."""
    naming = [fact for fact in facts if subject.name in fact.subjects]
    proper = [f for f in naming if f.novelty is Novelty.NEW and f.confidence.answers and counts(f)]
    status = SubjectStatus.COVERED if proper else SubjectStatus.PARTIAL if naming else SubjectStatus.UNCOVERED
    better = _SUBJECT_RANK[status] > _SUBJECT_RANK[subject.status]
    return subject.model_copy(
        update={
            # what a round found something new on was looked for, whatever words its queries had
            "search_rounds": subject.search_rounds + (1 if gained or proper else 0),
            "status": status if better else subject.status,
            "key_fact": (proper or naming)[0].id if better else subject.key_fact,
        }
    )


def leads_after(known: Iterable[Lead], found: Iterable[Lead]) -> tuple[Lead, ...]:
    """All leads, each once with its best weight, heaviest first."""
    best: dict[str, Lead] = {}
    for lead in (*known, *found):
        key = fold(lead.text).strip()
        if key and (key not in best or lead.weight > best[key].weight):
            best[key] = lead
    return tuple(sorted(best.values(), key=lambda lead: -lead.weight)[:MOST_LEADS])


def only_unverified(facts: Sequence[Fact]) -> bool:
    return bool(facts) and all(fact.confidence is Confidence.UNVERIFIED for fact in facts)


def kept_insights(
    thread: ThreadState,
    extraction: Extraction,
    passages: Iterable[Passage],
    facts: Sequence[Fact],
    linked: Sequence[Insight] = (),
) -> tuple[Insight, ...]:
    """Insights are kept on low confidence, a limitations section, a conflict, or when the task asks for them.

    Where a link leads is kept, too, when the round by its own account did not bring enough.
    """
    low = not facts or any(fact.confidence is Confidence.UNVERIFIED for fact in facts)
    limits = any(_LIMITATIONS.search(" ".join((*p.title_path, p.text[:80]))) for p in passages)
    wanted = thread.discovery_intense or bool(extraction.conflicts) or low or limits
    said = extraction.insights if wanted else ()
    return (*said, *(() if extraction.sufficient and not wanted else linked))
