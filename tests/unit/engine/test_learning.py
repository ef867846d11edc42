"""What earlier runs taught: counted, and silent until there are enough samples."""

from __future__ import annotations

import random

import pytest

from fathoms.domain.evidence import Query
from fathoms.domain.learning import Counts, Priors, RoundSample, ThreadSample
from fathoms.domain.plan import Mode, Plan, Strategy
from fathoms.domain.report import Depth, DepthVerdict, Finding
from fathoms.domain.thread import Phase, Scope
from fathoms.engine.run import learning
from tests.thread_making import make_evidence, make_fact, make_record, make_survey, make_thread


def thread(
    *rounds: tuple[Phase, dict[str, int]],
    kind: Strategy = Strategy.ASPECT,
    sufficient: bool = True,
    mode: Mode = Mode.COMPLEX,
) -> ThreadSample:
    made = tuple(
        RoundSample(question_type=kind, phase=phase, sources=tuple(new.items()), useful=any(new.values()))
        for phase, new in rounds
    )
    return ThreadSample(run="r", task="1", question_type=kind, mode=mode, rounds=made, sufficient=sufficient)


def asked(times: int, *, paid: int, source: str = "web", phase: Phase = Phase.SURVEY) -> list[ThreadSample]:
    return [thread((phase, {source: 2 if n < paid else 0})) for n in range(times)]


@pytest.mark.parametrize(("times", "known"), [(learning.LEAST_ROUNDS - 1, False), (learning.LEAST_ROUNDS, True)])
def test_a_source_has_a_prior_only_after_enough_rounds(times: int, known: bool) -> None:
    priors = learning.priors(learning.counted(asked(times, paid=5)), Strategy.ASPECT)
    assert bool(priors.sources) is known
    if known:
        assert (priors.sources[0].rate, priors.sources[0].samples) == (5 / times, times)


@pytest.mark.parametrize(("threads", "known"), [(learning.LEAST_THREADS - 1, False), (learning.LEAST_THREADS, True)])
def test_useful_rounds_are_known_only_after_enough_threads(threads: int, known: bool) -> None:
    priors = learning.priors(learning.counted(asked(threads, paid=threads)), Strategy.ASPECT)
    assert (priors.useful_rounds is not None) is known
    assert priors.samples == threads


@pytest.mark.parametrize(("late", "rounds"), [(1, 1), (2, 3)])
def test_the_rounds_by_which_nine_of_ten_threads_had_all_are_suggested(late: int, rounds: int) -> None:
    early = thread((Phase.SURVEY, {"kb": 1}), (Phase.EXTRACT, {"kb": 0}), (Phase.EXTRACT, {"kb": 0}))
    tardy = thread((Phase.SURVEY, {"kb": 1}), (Phase.EXTRACT, {"kb": 0}), (Phase.EXTRACT, {"kb": 3}))
    counts = learning.counted([early] * (10 - late) + [tardy] * late)
    assert learning.priors(counts, Strategy.ASPECT).useful_rounds == rounds


def test_threads_that_never_found_anything_suggest_one_round() -> None:
    counts = learning.counted(asked(20, paid=0))
    assert learning.priors(counts, Strategy.ASPECT).useful_rounds == 1


def test_the_round_budget_follows_the_prior_within_one_and_the_ceiling() -> None:
    three = thread((Phase.SURVEY, {"kb": 1}), (Phase.EXTRACT, {"kb": 1}), (Phase.EXTRACT, {"kb": 3}))
    silent, telling = Counts(), learning.counted([three] * 10)
    assert learning.starting_rounds(learning.priors(silent, Strategy.ASPECT), default=2, ceiling=5) == 2
    assert learning.starting_rounds(learning.priors(telling, Strategy.ASPECT), default=2, ceiling=5) == 3
    assert learning.starting_rounds(learning.priors(telling, Strategy.ASPECT), default=2, ceiling=2) == 2


@pytest.mark.parametrize(
    ("threads", "late", "start"),
    [
        (learning.LEAST_THREADS - 1, 0, 2),
        (learning.LEAST_THREADS, 0, 1),
        (learning.LEAST_THREADS, 1, 1),
        (learning.LEAST_THREADS, 2, 2),
    ],
    ids=["too few", "never", "one in ten", "one in five"],
)
def test_a_thread_starts_with_a_round_less_when_that_round_hardly_ever_paid(
    threads: int, late: int, start: int
) -> None:
    idle = thread((Phase.SURVEY, {"kb": 2}), (Phase.EXTRACT, {"kb": 0}))
    paid = thread((Phase.SURVEY, {"kb": 2}), (Phase.EXTRACT, {"kb": 1}))
    priors = learning.priors(learning.counted([idle] * (threads - late) + [paid] * late), Strategy.ASPECT)
    assert learning.starting_rounds(priors, default=2, ceiling=3) == start


def test_threads_that_were_done_after_one_round_say_nothing_of_a_second() -> None:
    priors = learning.priors(learning.counted(asked(50, paid=50)), Strategy.ASPECT)
    assert learning.starting_rounds(priors, default=2, ceiling=3) == 2


@pytest.mark.parametrize("useful", [1, 6])
def test_what_was_learnt_moves_the_first_budget_by_one_round_at_most(useful: int) -> None:
    found, idle = (Phase.SURVEY, {"kb": 1}), (Phase.VERIFY, {"kb": 0})
    samples = [thread(*([found] * useful), *([idle] * (6 - useful)))] * 12
    priors = learning.priors(learning.counted(samples), Strategy.ASPECT)
    start = learning.starting_rounds(priors, default=4, ceiling=6)
    assert start == (3 if useful == 1 else 5)


@pytest.mark.parametrize(
    ("times", "paid", "brief"),
    [(learning.LEAST_ROUNDS - 1, 0, False), (learning.LEAST_ROUNDS, 2, True), (learning.LEAST_ROUNDS, 3, False)],
)
def test_a_phase_is_kept_brief_only_after_enough_rounds_that_hardly_paid(times: int, paid: int, brief: bool) -> None:
    priors = learning.priors(learning.counted(asked(times, paid=paid, phase=Phase.EXTRACT)), Strategy.ASPECT)
    assert (priors.brief_phases == (Phase.EXTRACT,)) is brief
    started = learning.taught(make_thread(), priors)
    assert (Phase.EXTRACT in started.brief_phases) is brief


def test_without_learning_a_thread_and_its_sources_stay_as_they_are() -> None:
    surveys = (make_survey("kb"), make_survey("web"))
    assert learning.taught(make_thread(), None) == make_thread()
    assert learning.best_first(surveys, None, Phase.SURVEY) == surveys


@pytest.mark.parametrize(("times", "first"), [(learning.LEAST_ROUNDS - 1, "kb"), (learning.LEAST_ROUNDS, "web")])
def test_the_source_that_pays_is_asked_first_and_gets_the_odd_result(times: int, first: str) -> None:
    samples = asked(times, paid=times, source="web") + asked(times, paid=1, source="kb")
    priors = learning.priors(learning.counted(samples), Strategy.ASPECT)
    surveys = (make_survey("kb"), make_survey("web"))
    assert learning.best_first(surveys, priors, Phase.SURVEY)[0].source == first


@pytest.mark.parametrize(("times", "first"), [(learning.LEAST_ROUNDS - 1, "kb"), (learning.LEAST_ROUNDS, "web")])
def test_an_allocation_changes_only_after_enough_samples(times: int, first: str) -> None:
    samples = asked(times, paid=times, source="web") + asked(times, paid=1, source="kb")
    priors = learning.priors(learning.counted(samples), Strategy.ASPECT)
    assert learning.preferred(priors, Phase.SURVEY, ("kb", "web"))[0] == first
    assert learning.preferred(priors, Phase.VERIFY, ("kb", "web")) == ("kb", "web")


def test_a_source_without_a_prior_keeps_its_place_and_none_is_taken_away() -> None:
    samples = asked(30, paid=30, source="web") + asked(30, paid=0, source="kb")
    priors = learning.priors(learning.counted(samples), Strategy.ASPECT)
    assert learning.preferred(priors, Phase.SURVEY, ("kb", "new", "web")) == ("web", "new", "kb")


def test_question_types_are_counted_apart() -> None:
    counts = learning.counted([*asked(30, paid=30), thread((Phase.SURVEY, {"web": 1}), kind=Strategy.TEMPORAL)])
    assert learning.priors(counts, Strategy.TEMPORAL).sources == ()
    assert learning.priors(counts, Strategy.COMPARATIVE).samples == 0


@pytest.mark.parametrize(("simple", "known"), [(learning.LEAST_THREADS - 1, None), (learning.LEAST_THREADS, 0.5)])
def test_whether_the_simple_mode_was_right_is_counted(simple: int, known: float | None) -> None:
    samples = [
        thread((Phase.SURVEY, {"kb": 1}), mode=Mode.SIMPLE, kind=Strategy.SINGLE, sufficient=n % 2 == 0)
        for n in range(simple)
    ]
    assert learning.priors(learning.counted(samples), Strategy.SINGLE).mode_right == known


def test_counting_is_the_same_in_any_order_and_in_any_portions() -> None:
    samples = [
        *asked(12, paid=4, source="web", phase=Phase.VERIFY),
        *asked(9, paid=9, source="kb"),
        thread((Phase.SURVEY, {"kb": 1, "web": 0}), kind=Strategy.TEMPORAL),
    ]
    whole = learning.counted(samples)
    shuffled = random.Random(7).sample(samples, len(samples))
    assert learning.counted(shuffled) == whole
    assert learning.counted(samples[5:], learning.counted(samples[:5])) == whole


def test_a_finished_thread_becomes_a_sample() -> None:
    new = make_fact("new", evidence=[make_evidence("new", source="kb")], id="f1")
    rounds = (
        make_record(1, queries=(Query(source="kb", text="a"), Query(source="web", text="a")), new_facts=("f1",)),
        make_record(2, queries=(Query(source="web", text="b"),), scope=Scope(round=2, phase=Phase.EXTRACT)),
        make_record(3, queries=(Query(source="web", text="c"),), drifted=True),
    )
    finding = Finding(task="1", question="q", heading="h", depth=DepthVerdict(depth=Depth.DEEP, sufficient=True))
    plan = Plan(strategy=Strategy.TEMPORAL, mode=Mode.COMPLEX)
    sample = learning.sample("r", plan, make_thread(facts=(new,), rounds=rounds), finding)
    assert (sample.question_type, sample.sufficient, len(sample.rounds)) == (Strategy.TEMPORAL, True, 2)
    assert sample.rounds[0].sources == (("kb", 1), ("web", 0))
    assert (sample.rounds[0].useful, sample.rounds[1].useful) == (True, False)
    assert sample.rounds[1].phase is Phase.EXTRACT
    assert not learning.sample("r", plan, make_thread(), None).sufficient


@pytest.mark.parametrize(("right", "needed"), [(None, 2), (0.9, 2), (0.5, 2), (0.4, 1), (0.0, 1)])
def test_where_simple_was_mostly_not_enough_one_signal_fewer_makes_a_question_complex(
    right: float | None, needed: int
) -> None:
    assert learning.signals_needed(right, 2) == needed
    assert learning.signals_needed(right, 1) == 1


def test_what_was_learnt_says_what_it_changes() -> None:
    assert learning.changes(Priors(question_type=Strategy.SINGLE)) == ()
    taught = Priors(question_type=Strategy.SINGLE, useful_rounds=3, brief_phases=(Phase.EXTRACT,), mode_right=0.2)
    assert learning.changes(taught) == (
        "a thread starts with one round more where it would have fewer than 3",
        "one round of EXTRACT is enough",
        "one signal fewer makes a question complex",
    )
