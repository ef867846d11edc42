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
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Phase, ThreadState

LEAST_ROUNDS = 20
"""Rounds in which a source was asked in a phase before its rate says anything."""
LEAST_THREADS = 10
"""Threads of a question type before their number of useful rounds says anything."""
MOST_FOUND = 0.9
"""Share of threads that must have found everything by the round that is suggested."""

HARDLY = 0.1
"""Share of rounds that pay off at or below which asking is not worth it."""
MOSTLY = 0.5
"""Share of simple plans that must have been enough for the mode to be judged as it is."""
MOST_SHIFT = 1
"""Rounds by which what was learnt moves a thread's first budget, either way."""

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
        idle_round=_idle_round(own) if own else None,
        brief_phases=_brief_phases(counts, question_type),
        mode_right=own.simple_right / own.simple if own and own.simple >= LEAST_THREADS else None,
        samples=own.threads if own else 0,
    )


def starting_rounds(priors: Priors, *, default: int, ceiling: int) -> int:
    """The round budget that a thread starts with: one more where later rounds still paid off, one less where the
    last of them hardly ever did; within 1 and the ceiling."""
    wanted = default
    if priors.useful_rounds is not None and priors.useful_rounds > default:
        wanted = min(priors.useful_rounds, default + MOST_SHIFT)
    elif priors.idle_round is not None and priors.idle_round <= default:
        wanted = max(priors.idle_round - 1, default - MOST_SHIFT)
    return max(1, min(wanted, ceiling))


def signals_needed(simple_right: float | None, default: int) -> int:
    """How many signals make a question complex: one fewer where what was taken for simple mostly was not."""
    return default if simple_right is None or simple_right >= MOSTLY else max(1, default - 1)


def changes(priors: Priors) -> tuple[str, ...]:
    """What these priors change in a thread or a plan, in words."""
    told = []
    for phase in Phase:
        known = [prior for prior in priors.sources if prior.phase is phase]
        ranked = preferred(priors, phase, [prior.source for prior in known])
        if len(ranked) > 1:
            told.append(f"{phase.value}: {' before '.join(ranked)}")
    if priors.useful_rounds is not None:
        told.append(f"a thread starts with one round more where it would have fewer than {priors.useful_rounds}")
    if priors.idle_round is not None:
        told.append(f"a thread starts with one round less where it would have {priors.idle_round} or more")
    told += [f"one round of {phase.value} is enough" for phase in priors.brief_phases]
    if priors.mode_right is not None and priors.mode_right < MOSTLY:
        told.append("one signal fewer makes a question complex")
    return tuple(told)


def taught(thread: ThreadState, priors: Priors | None) -> ThreadState:
    """A thread at its start, with the rounds and phases that earlier threads of its kind suggest."""
    if priors is None:
        return thread
    budget = starting_rounds(priors, default=thread.budget, ceiling=thread.ceiling)
    return thread.model_copy(update={"budget": budget, "brief_phases": priors.brief_phases})


def best_first(surveys: Sequence[Survey], priors: Priors | None, phase: Phase) -> tuple[Survey, ...]:
    """The sources in the order in which they paid off in this phase: the first gets the odd one of five results."""
    if priors is None:
        return tuple(surveys)
    by_name = {survey.source: survey for survey in surveys}
    return tuple(by_name[name] for name in preferred(priors, phase, tuple(by_name)))


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
    positions = range(max(len(count.taken), len(thread.rounds)))
    simple = thread.mode is Mode.SIMPLE
    return count.model_copy(
        update={
            "threads": count.threads + 1,
            "rounds": count.rounds + len(thread.rounds),
            "last_useful": tuple(spread),
            "taken": tuple(_at(count.taken, n) + (n < len(thread.rounds)) for n in positions),
            "useful": tuple(
                _at(count.useful, n) + (n < len(thread.rounds) and thread.rounds[n].useful) for n in positions
            ),
            "simple": count.simple + simple,
            "simple_right": count.simple_right + (simple and thread.sufficient),
        }
    )


def _with_round(count: YieldCount, facts: int) -> YieldCount:
    return count.model_copy(
        update={"asked": count.asked + 1, "paid": count.paid + (facts > 0), "facts": count.facts + facts}
    )


def _at(values: Sequence[int], position: int) -> int:
    return values[position] if position < len(values) else 0


def _idle_round(count: TypeCount) -> int | None:
    """The first round after the first that enough threads took and that brought something new to hardly any."""
    for position in range(1, len(count.taken)):
        taken = count.taken[position]
        if taken >= LEAST_THREADS and count.useful[position] <= HARDLY * taken:
            return position + 1
    return None


def _brief_phases(counts: Counts, question_type: Strategy) -> tuple[Phase, ...]:
    found = []
    for phase in Phase:
        own = [one for one in counts.yields if one.question_type is question_type and one.phase is phase]
        asked = sum(one.asked for one in own)
        if asked >= LEAST_ROUNDS and sum(one.paid for one in own) <= HARDLY * asked:
            found.append(phase)
    return tuple(found)


def _useful_rounds(count: TypeCount) -> int:
    """The first round by which nine of ten threads had found all that they found; at least one."""
    enough = MOST_FOUND * count.threads
    return max(1, next(rounds for rounds, by_then in enumerate(accumulate(count.last_useful)) if by_then >= enough))
