"""What earlier runs taught, counted per question type. A prior exists only from a minimum of samples on.

Knows: how threads are counted and when a count may speak.  Does not know: where counts are kept. The same
samples give the same counts in whatever order they come, so a replay that is given them decides the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from fathoms.domain.learning import Counts, Priors, RoundSample, SourcePrior, ThreadSample, TypeCount, YieldCount
from fathoms.domain.plan import Mode, Plan, Strategy
from fathoms.domain.report import Finding
from fathoms.domain.thread import Phase, ThreadState

LEAST_ROUNDS = 20
"""Rounds in which a source was asked in a phase before its rate says anything."""
LEAST_THREADS = 10
"""Threads of a question type before their number of useful rounds says anything."""
MOST_FOUND = 0.9
"""Share of threads that must have found everything by the round that is suggested."""

_PHASES = list(Phase)
_TYPES = list(Strategy)


def sample(run: str, plan: Plan, thread: ThreadState, finding: Finding | None) -> ThreadSample:
    """What a finished thread teaches."""
    source_of = {fact.id: fact.evidence[0].source for fact in thread.facts}
    rounds = []
    for record in thread.rounds:
        if record.drifted:
            continue
        new = [source_of[fact] for fact in record.new_facts if fact in source_of]
        asked = dict.fromkeys(query.source for query in record.queries)
        rounds.append(
            RoundSample(
                question_type=plan.strategy,
                phase=record.scope.phase,
                sources=tuple((source, new.count(source)) for source in asked),
                useful=bool(record.new_facts),
            )
        )
    return ThreadSample(
        run=run,
        task=thread.task,
        question_type=plan.strategy,
        mode=plan.mode,
        rounds=tuple(rounds),
        sufficient=bool(finding and finding.depth.sufficient),
    )


def counted(samples: Iterable[ThreadSample], before: Counts = Counts()) -> Counts:  # noqa: B008 (a frozen value)
    """The counts with these threads added; the order of the samples makes no difference."""
    yields = {(one.question_type, one.source, one.phase): one for one in before.yields}
    types = {one.question_type: one for one in before.types}
    for thread in samples:
        known = types.get(thread.question_type, TypeCount(question_type=thread.question_type))
        types[thread.question_type] = _with_thread(known, thread)
        for record in thread.rounds:
            for source, facts in record.sources:
                key = (record.question_type, source, record.phase)
                known_yield = yields.get(key) or YieldCount(question_type=key[0], source=source, phase=record.phase)
                yields[key] = _with_round(known_yield, facts)
    return Counts(
        yields=tuple(
            sorted(yields.values(), key=lambda y: (_TYPES.index(y.question_type), y.source, _PHASES.index(y.phase)))
        ),
        types=tuple(sorted(types.values(), key=lambda t: _TYPES.index(t.question_type))),
    )


def priors(counts: Counts, question_type: Strategy) -> Priors:
    """What the counts suggest for a question of this type; empty where there are too few samples."""
    sources = tuple(
        SourcePrior(source=one.source, phase=one.phase, rate=one.paid / one.asked, samples=one.asked)
        for one in counts.yields
        if one.question_type is question_type and one.asked >= LEAST_ROUNDS
    )
    own = next((one for one in counts.types if one.question_type is question_type), None)
    enough = own is not None and own.threads >= LEAST_THREADS
    return Priors(
        question_type=question_type,
        sources=sources,
        useful_rounds=_useful_rounds(own) if own and enough else None,
        mode_right=own.simple_right / own.simple if own and own.simple >= LEAST_THREADS else None,
        samples=own.threads if own else 0,
    )


def starting_rounds(priors: Priors, *, default: int, ceiling: int) -> int:
    """The round budget that a thread starts with: what was useful before, within 1 and the ceiling."""
    if priors.useful_rounds is None:
        return default
    return max(1, min(priors.useful_rounds, ceiling))


def preferred(priors: Priors, phase: Phase, sources: Sequence[str]) -> tuple[str, ...]:
    """The sources of a round, best paying first. Those without a prior keep their place among the others' order.

    An order only: it never takes a source away, so that what is thought poor can still prove otherwise.
    """
    rates = {prior.source: prior.rate for prior in priors.sources if prior.phase is phase}
    known = sorted((source for source in sources if source in rates), key=lambda source: -rates[source])
    ranked = iter(known)
    return tuple(next(ranked) if source in rates else source for source in sources)


def _with_thread(count: TypeCount, thread: ThreadSample) -> TypeCount:
    last = max((n for n, record in enumerate(thread.rounds, 1) if record.useful), default=0)
    spread = list(count.last_useful) + [0] * (last + 1 - len(count.last_useful))
    spread[last] += 1
    simple = thread.mode is Mode.SIMPLE
    return count.model_copy(
        update={
            "threads": count.threads + 1,
            "rounds": count.rounds + len(thread.rounds),
            "last_useful": tuple(spread),
            "simple": count.simple + simple,
            "simple_right": count.simple_right + (simple and thread.sufficient),
        }
    )


def _with_round(count: YieldCount, facts: int) -> YieldCount:
    return count.model_copy(
        update={"asked": count.asked + 1, "paid": count.paid + (facts > 0), "facts": count.facts + facts}
    )


def _useful_rounds(count: TypeCount) -> int:
    """The first round by which nine of ten threads had found all that they found; at least one."""
    enough = MOST_FOUND * count.threads
    return max(1, next(rounds for rounds, by_then in enumerate(accumulate(count.last_useful)) if by_then >= enough))
