"""A whole run under any mind: what its course may never do, and that the same outcomes take the same course."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.budget import Budget, Spend
from fathoms.domain.events import Event, PlanProposed, PlanRevised, TaskSkipped
from fathoms.domain.evidence import Confidence, Evidence, Fact
from fathoms.domain.plan import Dependency, Mode, Order, Plan, Task, TaskStatus
from fathoms.domain.report import Depth, DepthVerdict, Finding, TaskOutcome
from fathoms.domain.revision import NewTask, RevisePolicy, RevisionProposal, TaskChange, Trigger
from fathoms.engine.plan import schedule
from fathoms.engine.plan import views as plan_views
from fathoms.engine.run import progress as courses
from fathoms.engine.run.progress import Course

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = tuple(
    f"{first}{second}" for first in ("har", "mus", "bea", "cra", "tin", "wol") for second in ("bor", "kel", "dam")
)
questions = st.lists(st.sampled_from(WORDS), min_size=3, max_size=5, unique=True).map(
    lambda words: f"What about {' '.join(words)}?"
)
importances = st.sampled_from((0.3, 0.69, 0.7, 0.71, 1.0))
worthy = st.sampled_from((0.7, 0.71, 0.9, 1.0))
ids = st.sampled_from([*map(str, range(1, 10)), "1.1", "2.1", "1.1.1"])
edges = st.just(()) | st.lists(ids.map(lambda on: Dependency(on=on)), max_size=2, unique_by=lambda edge: edge.on).map(
    tuple
)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    tasks: list[Task] = []
    for n in range(1, draw(st.integers(1, 4)) + 1):
        after = draw(st.lists(st.sampled_from([t.id for t in tasks]), unique=True, max_size=2)) if tasks else []
        edges = tuple(Dependency(on=on) for on in after)
        tasks.append(Task(id=str(n), question=draw(questions), importance=draw(importances), depends_on=edges))
    return Plan(mode=Mode.COMPLEX, tasks=tuple(tasks))


@st.composite
def revisions(draw: st.DrawFn) -> RevisionProposal | None:
    if draw(st.integers(0, 4)) == 0:
        return None
    new = st.builds(NewTask, question=questions, importance=worthy, depends_on=edges)
    change = st.builds(TaskChange, task=ids, skip=st.booleans(), question=st.none() | questions)
    return RevisionProposal(
        found_by="1",
        trigger=draw(st.sampled_from(Trigger)),
        reason="because",
        add=tuple(draw(st.lists(new, min_size=1, max_size=3))),
        change=tuple(draw(st.lists(change, max_size=2))),
    )


class Said:
    """What any mind could say of a task: drawn once per task, the same when it is asked again."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data
        self._kept: dict[str, TaskOutcome] = {}

    def outcome(self, task: Task, number: int) -> TaskOutcome:
        if task.id not in self._kept:
            draw = self._data.draw
            proposal = draw(revisions())
            verdict = DepthVerdict(
                depth=draw(st.sampled_from((Depth.SUPERFICIAL, *Depth))),
                areas=tuple(draw(st.lists(questions, min_size=1, max_size=4))),
            )
            finding = Finding(
                task=task.id,
                question=task.question,
                heading="h",
                depth=verdict,
                revision=proposal.model_copy(update={"found_by": task.id}) if proposal else None,
            )
            failed = draw(st.integers(0, 9)) == 9
            self._kept[task.id] = TaskOutcome(
                task=task.id,
                status=TaskStatus.FAILED if failed else TaskStatus.DONE,
                finding=None if failed else finding,
                facts=(_fact(task.id),),
                spend=Spend(calls=draw(st.integers(1, 4))),
                ended_at=BEGAN + timedelta(seconds=number),
            )
        return self._kept[task.id]


def _fact(task: str) -> Fact:
    evidence = Evidence(page_id="p", url="kb://c/d", title="d", source="kb", quote=task, start=0, end=len(task))
    return Fact(id=f"fact-{task}", claim=task, evidence=(evidence,), confidence=Confidence.PLAUSIBLE, round=1)


class Carried:
    """A run without workflows: the same course, schedule and changes as `runtime/research.py`, in the same order."""

    def __init__(self, plan: Plan, effort: Effort, policy: RevisePolicy, budget: Budget, order: Order) -> None:
        limits = EFFORT_LIMITS[effort]
        brief = Brief(question="What about it?", effort=effort, limits=limits, budget=budget)
        plan = plan.model_copy(update={"tasks": plan.tasks[: limits.top_tasks]})
        self.course: Course = courses.begin(plan, brief, policy=policy, began=BEGAN)
        self.order = order
        self.finished: dict[str, Task] = {}
        self.seen: dict[str, frozenset[str]] = {}
        """The facts that each task was handed when it started."""
        self.told: list[Event] = [self._event("", PlanProposed(plan=self.course.plan, question="?"))]

    def carry_out(self, said: Said, picks: list[int]) -> None:
        """Whatever ends first is picked by number; `picks` run out into zeros."""
        turns = iter(picks)
        while running := self._started():
            task = running[next(turns, 0) % len(running)]
            self._fold(said.outcome(task, len(self.finished) + 1))
            self.check()

    def _started(self) -> list[Task]:
        self.course, skipped = self.course.settled()
        self.told += [self._event(task.id, TaskSkipped(reason=task.reason)) for task in skipped]
        left = courses.budget_left(self.course)
        for task in schedule.ready(self.course.plan, slots=2, order=self.order, budget_left=left):
            self.seen[task.id] = frozenset(fact.id for known in self.course.known_to(task) for fact in known.facts)
            self.course = self.course.starting(task)
        return [task for task in self.course.plan.tasks if task.status is TaskStatus.RUNNING]

    def _fold(self, outcome: TaskOutcome) -> None:
        self.course = self.course.with_outcome(outcome)
        self.finished[outcome.task] = self.course.plan.task(outcome.task)
        for change in courses.changes(self.course, outcome):
            self.course = self.course.taking(change)
            body = PlanRevised(
                trigger=change.trigger,
                reason=change.reason,
                before=change.before,
                after=change.after,
                refused=change.refused,
            )
            self.told.append(self._event("", body))

    def check(self) -> None:
        plan, limits = self.course.plan, self.course.limits
        assert len(plan.tasks) <= min(limits.tasks, 20)
        assert max(task.level for task in plan.tasks) <= min(limits.levels, 3)
        assert self.course.revisions <= min(limits.revisions, 3)
        assert all(plan.task(task_id) == was for task_id, was in self.finished.items()), "a finished task changed"
        for task_id, facts in self.seen.items():
            allowed = {f"fact-{other}" for other in schedule.upstream(plan, task_id)}
            assert facts <= allowed, f"task {task_id} saw {facts - allowed}"

    def _event(self, task: str, body: PlanProposed | PlanRevised | TaskSkipped) -> Event:
        number = len(self.told) if hasattr(self, "told") else 0
        return Event(run="r", task=task, step=str(number), at=BEGAN, seq=number, body=body)


courses_of_runs = st.tuples(
    plans(),
    st.sampled_from((*Effort, Effort.STANDARD, Effort.STANDARD)),
    st.sampled_from((*RevisePolicy, RevisePolicy.ADAPTIVE)),
    st.builds(Budget, calls=st.sampled_from((None, None, 8, 20))),
    st.sampled_from(Order),
)


@settings(max_examples=150, deadline=None)
@given(courses_of_runs, st.lists(st.integers(0, 7), max_size=20), st.data())
def test_no_mind_drives_a_run_past_its_bounds_changes_what_is_finished_or_shows_a_task_too_much(
    run: tuple[Plan, Effort, RevisePolicy, Budget, Order], picks: list[int], data: st.DataObject
) -> None:
    carried = Carried(*run)
    carried.carry_out(Said(data), picks)
    assert carried.course.plan.ended


@settings(max_examples=60, deadline=None)
@given(courses_of_runs, st.lists(st.integers(0, 7), max_size=20), st.data())
def test_the_same_outcomes_in_the_same_order_give_the_same_plan_history(
    run: tuple[Plan, Effort, RevisePolicy, Budget, Order], picks: list[int], data: st.DataObject
) -> None:
    said = Said(data)
    first, again = Carried(*run), Carried(*run)
    first.carry_out(said, picks)
    again.carry_out(said, picks)
    assert plan_views.history(again.told) == plan_views.history(first.told)
    assert again.course.plan == first.course.plan
    shown = plan_views.history(first.told)
    assert shown[-1].tasks == len(first.course.plan.tasks), "the history ends with the plan that the run has"
