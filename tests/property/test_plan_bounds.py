"""No mind talks a plan out of its bounds, whatever it proposes and in whatever order things happen."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fathoms.domain.brief import EFFORT_LIMITS, Brief
from fathoms.domain.budget import Budget, Spend
from fathoms.domain.evidence import Conflict, Severity
from fathoms.domain.ledger import Ledger, Purpose
from fathoms.domain.plan import STANDARD_GATE, Dependency, Mode, Plan, Task, TaskStatus
from fathoms.domain.report import Depth, DepthVerdict, Finding
from fathoms.domain.revision import NewTask, RevisePolicy, RevisionProposal, TaskChange, Trigger
from fathoms.engine.intake import feasibility
from fathoms.engine.plan import depth, drilling, merging, revision, schedule, subplans
from fathoms.engine.plan import rules as plan_rules
from fathoms.engine.run import budget

WORDS = ("harbour", "tide", "ferry", "seal", "cable", "crane", "mussel", "beacon", "anchor", "quay", "buoy", "winch")
questions = st.lists(st.sampled_from(WORDS), min_size=2, max_size=6).map(lambda words: f"What about {' '.join(words)}?")
importances = st.sampled_from((0.0, 0.49, 0.5, 0.69, 0.7, 0.71, 1.0))
some_ids = st.sampled_from([*map(str, range(1, 12)), "1.1", "2.1", "1.1.1", "A/1", "B/2"])
edges = st.lists(some_ids.map(lambda on: Dependency(on=on)), max_size=2, unique_by=lambda edge: edge.on).map(tuple)
new_tasks = st.builds(NewTask, question=questions, importance=importances, depends_on=edges, priority=st.integers(1, 3))
changes = st.builds(
    TaskChange,
    task=some_ids,
    skip=st.booleans(),
    priority=st.none() | st.integers(1, 3),
    importance=st.none() | importances,
    question=st.none() | questions,
    depends_on=st.none() | edges,
)
findings = st.builds(DepthVerdict, depth=st.sampled_from(Depth), areas=st.lists(questions, max_size=5).map(tuple))
conflicts = st.lists(
    st.builds(
        Conflict,
        id=st.just("c"),
        about=questions,
        left=st.just("f1"),
        right=st.just("f2"),
        left_says=st.just("3"),
        right_says=st.just("4"),
        severity=st.sampled_from(Severity),
    ),
    max_size=2,
)


@st.composite
def plans(draw: st.DrawFn, top: int) -> Plan:
    tasks: list[Task] = []
    for n in range(1, draw(st.integers(1, top)) + 1):
        earlier = [task.id for task in tasks]
        after = draw(st.lists(st.sampled_from(earlier), unique=True, max_size=2)) if earlier else []
        tasks.append(
            Task(
                id=str(n),
                question=draw(questions),
                importance=draw(importances),
                depends_on=tuple(Dependency(on=on) for on in after),
                gates=STANDARD_GATE,
            )
        )
    plan = Plan(mode=Mode.COMPLEX, tasks=tuple(tasks))
    return subplans.split_plans([plan, plan]) if draw(st.booleans()) else plan


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_no_sequence_of_proposals_passes_a_cap_or_changes_what_is_finished(data: st.DataObject) -> None:
    limits = EFFORT_LIMITS[data.draw(st.sampled_from(list(EFFORT_LIMITS)))]
    policy = data.draw(st.sampled_from(RevisePolicy))
    plan, revisions = data.draw(plans(limits.top_tasks)), 0
    finished: dict[str, Task] = {}
    for _ in range(60):
        plan, _ = schedule.settle(plan)
        started = schedule.ready(plan, slots=2)
        for task in started:
            plan = plan.marking(task.id, TaskStatus.RUNNING)
        running = [task for task in plan.tasks if task.status is TaskStatus.RUNNING]
        if not running:
            break
        ended = data.draw(st.sampled_from(running))
        plan = plan.marking(ended.id, data.draw(st.sampled_from((TaskStatus.DONE, TaskStatus.DONE, TaskStatus.FAILED))))
        finished[ended.id] = task = plan.task(ended.id)
        if task.status is TaskStatus.DONE:
            finding = Finding(task=task.id, question=task.question, heading="h", depth=data.draw(findings))
            born = depth.drill_down(plan, task, finding, data.draw(conflicts), limits)
            assert len(born) <= drilling.MOST_CHILDREN
            plan = drilling.grown(plan, born)
        if data.draw(st.booleans()):
            proposal = RevisionProposal(
                found_by=task.id,
                trigger=data.draw(st.sampled_from(Trigger)),
                reason="because",
                add=tuple(data.draw(st.lists(new_tasks, max_size=4))),
                change=tuple(data.draw(st.lists(changes, max_size=3))),
            )
            before = plan
            revised = revision.apply(plan, proposal, limits, revisions, policy)
            plan, revisions = revised.plan, revisions + revised.record.counts
            assert (plan == before) is bool(revised.record.refused)
            assert (revised.record.before, revised.record.after) == (before, plan)
        assert plan_rules.problems(plan, limits) == ()
        assert all(len(part.tasks) <= min(limits.tasks, 20) for part in subplans.parts(plan))
        assert max(t.level for t in plan.tasks) <= min(limits.levels, 3)
        assert revisions <= min(limits.revisions, 3)
        assert all(plan.task(task_id) == was for task_id, was in finished.items())
        assert all(len(plan.children(t.id)) <= drilling.MOST_CHILDREN for t in plan.tasks)
    assert plan.ended


@settings(max_examples=150, deadline=None)
@given(plans(8))
def test_merging_keeps_a_plan_sound_and_ends(plan: Plan) -> None:
    merged = merging.merge(plan)
    assert plan_rules.problems(merged.plan) == ()
    assert len(merged.plan.tasks) == len(plan.tasks) - len(merged.records)
    assert merging.merge(merged.plan).plan == merged.plan


amounts = st.builds(
    Spend,
    usd=st.floats(0, 5).map(lambda usd: round(usd, 4)),
    tokens=st.integers(0, 500),
    calls=st.integers(0, 3),
    seconds=st.floats(0, 30),
)
moves = st.lists(
    st.tuples(st.sampled_from(("reserve", "settle", "release", "wait")), st.integers(0, 8), amounts, st.floats(0, 1)),
    max_size=60,
)


@settings(max_examples=200, deadline=None)
@given(
    st.builds(
        Budget,
        usd=st.none() | st.just(10.0),
        tokens=st.just(1000),
        calls=st.just(10),
        seconds=st.none() | st.just(100.0),
    ),
    moves,
    st.sampled_from(Purpose),
)
def test_no_order_of_reservations_and_settlements_passes_a_limit(
    limit: Budget, actions: list[tuple[str, int, Spend, float]], purpose: Purpose
) -> None:
    ledger = Ledger(budget=limit)
    for action, number, worst, part in actions:
        key = f"call-{number}"
        entry = ledger.entry(key)
        if action == "reserve":
            ledger = budget.reserve(ledger, key, worst, purpose=purpose).ledger
        elif action == "release":
            ledger = budget.release(ledger, key)
        elif action == "settle" and entry:
            paid = Spend(usd=entry.worst.usd * part, tokens=int(entry.worst.tokens * part), calls=entry.worst.calls)
            ledger = budget.settle(ledger, key, paid)
        elif action == "wait":
            ledger = budget.at(ledger, ledger.elapsed + part)
        held = budget.committed(ledger)
        share = 1.0 if purpose is Purpose.REPORT else 1 - budget.RESERVE
        assert limit.usd is None or held.usd <= limit.usd * share * (1 + 1e-6)
        assert limit.tokens is None or held.tokens <= limit.tokens * share
        assert limit.calls is None or held.calls <= limit.calls * share
        assert budget.spent(ledger).tokens <= held.tokens


NAMES = (
    "Germany",
    "France",
    "Italy",
    "Spain",
    "Poland",
    "Sweden",
    "Japan",
    "India",
    "Brazil",
    "Kenya",
    "Chile",
    "Peru",
)
FACETS = ("cost", "noise", "depth", "colour", "weight", "smell", "shape", "speed", "taste", "range", "energy policy")
JAPANESE_NAMES = ("日本", "中国", "韓国", "ドイツ", "フランス", "イタリア", "タイ", "インド", "ブラジル", "ケニア")
JAPANESE_FACETS = ("経済", "教育", "医療", "環境", "文化", "政治", "産業", "観光", "人口", "費用")
names = st.lists(st.sampled_from(NAMES), min_size=1, unique=True)
facets = st.lists(st.sampled_from(FACETS), unique=True)
years = st.lists(st.integers(1900, 2026).map(str), max_size=5, unique=True)
japanese_names = st.lists(st.sampled_from(JAPANESE_NAMES), min_size=2, unique=True)
japanese_facets = st.lists(st.sampled_from(JAPANESE_FACETS), min_size=1, unique=True)


def joined(items: list[str]) -> str:
    return " and ".join((", ".join(items[:-1]), items[-1])) if len(items) > 1 else "".join(items)


@settings(max_examples=200, deadline=None)
@given(names, facets, years)
def test_every_narrower_question_is_feasible_itself(
    subjects: list[str], aspects: list[str], periods: list[str]
) -> None:
    wanted = f" in {joined(aspects)}" if aspects else ""
    when = f" in {joined(periods)}" if periods else ""
    check_splits(f"Compare {joined(subjects)}{wanted}{when}.")


@settings(max_examples=100, deadline=None)
@given(japanese_names, japanese_facets)
def test_every_narrower_japanese_question_is_feasible_itself(subjects: list[str], aspects: list[str]) -> None:
    check_splits(f"{'、'.join(subjects)}の{'、'.join(aspects)}を比較してください。")


def check_splits(question: str) -> None:
    brief = Brief(question=question)
    verdict = feasibility.judge(brief, plan_rules.single(brief))
    assert verdict.feasible is feasibility.is_feasible(question)
    assert verdict.feasible or verdict.splits
    for split in verdict.splits:
        again = Brief(question=split)
        assert feasibility.judge(again, plan_rules.single(again)).feasible, split


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_no_text_at_all_makes_the_verdict_stumble(text: str) -> None:
    brief = Brief(question=text or "?")
    verdict = feasibility.judge(brief, plan_rules.single(brief))
    assert verdict.feasible is not bool(verdict.reasons)
    assert all(feasibility.is_feasible(split) for split in verdict.splits)
