"""Read this first: a run, from its authorised plan to its report.

    plan ─► start every task whose dependencies are done ─► wait for whatever ends first ─┐
              ▲                                                                           │
              └──── dig deeper, revise (when approved) ◄──── fold its outcome in ◄────────┘
    nothing left ─► what is still open and matters becomes tasks, once ─► nothing left ─► report

Knows: one child workflow per task, the first to end is handled first.  Does not know: how a task is
investigated (`investigate.py`), what an outcome makes of the plan (`engine/run/progress.py`), which task is
next (`engine/plan/schedule.py`), what a step does (`run_steps.py`).
"""

from __future__ import annotations

from dbos import DBOS, SetWorkflowID, WorkflowHandleAsync

from fathoms.domain.approval import ApprovalAnswer, ApprovalKind
from fathoms.domain.events import RunSteered, Steering
from fathoms.domain.evidence import Fact
from fathoms.domain.plan import PlanStatus, Task
from fathoms.domain.report import TaskOutcome
from fathoms.engine.evidence import recall
from fathoms.engine.plan import schedule
from fathoms.engine.run import cross_task, shared_names, steering
from fathoms.engine.run import progress as courses
from fathoms.engine.run.progress import Change, Course
from fathoms.ports.mind import GapJudge
from fathoms.runtime import crash, run_steps, spans
from fathoms.runtime.approve import await_answer
from fathoms.runtime.gaps import weigh_gaps
from fathoms.runtime.investigate import FRUGAL, MAX_RECOVERIES, SATURATION_MOVES_ON, investigate, reads_in_depth
from fathoms.runtime.process import Job, current, workshop
from fathoms.runtime.records import Assignment, Opened, PlanChange, RunResult

THE_USER_STEERS = "the user steers"
GAPS_ARE_WEIGHED = "gaps are weighed before the report"
"""What was begun before this was there goes on without it."""
WEIGHED_IN_PLAN_ORDER = "outcomes change the plan in its own order"
TAKEN_TOGETHER = "tasks that have ended by now are taken in together"


@DBOS.workflow(name="research", max_recovery_attempts=MAX_RECOVERIES)
async def research(run: str) -> RunResult:
    """Carry out an authorised plan and write its report."""
    job = await workshop().job(run)
    with workshop().spans.run(job.order) as mark:
        return await _researched(job, mark)


async def _researched(job: Job, mark: spans.Mark) -> RunResult:
    run = job.order.run
    earlier = not await DBOS.patch_async(SATURATION_MOVES_ON)
    opened = await run_steps.open_run(run, job.proposal.plan)
    frugal = reads_in_depth(job) and await DBOS.patch_async(FRUGAL)
    carrying = _Carrying(job, _begin(job, opened, earlier=earlier, frugal=frugal))
    carrying.steerable = await DBOS.patch_async(THE_USER_STEERS)
    carrying.in_plan_order = await DBOS.patch_async(WEIGHED_IN_PLAN_ORDER)
    carrying.together = await DBOS.patch_async(TAKEN_TOGETHER)
    await carrying.carry_out()
    if await DBOS.patch_async(GAPS_ARE_WEIGHED) and await carrying.close_gaps():
        await carrying.carry_out()
    plan = carrying.course.plan.model_copy(update={"status": PlanStatus.FINALIZING})
    result = await run_steps.write_report(run, plan, carrying.course.ended, opened.began)
    spans.tell_run(mark, result.status, len(plan.tasks))
    return result


class _Carrying:
    """The run's own state while it is carried out; all of it follows from recorded answers."""

    def __init__(self, job: Job, course: Course) -> None:
        self.job, self.run, self.course = job, job.order.run, course
        self._working: dict[str, WorkflowHandleAsync[TaskOutcome | ApprovalAnswer]] = {}
        self._asked: dict[str, Change] = {}
        self._changes = 0
        self.steerable = False
        """Begun since a user can step in; an older run goes on without looking for that."""
        self.in_plan_order = True
        """Begun since outcomes change the plan in its own order; an older run goes on in the order they came."""
        self.together = True
        """Begun since all that has ended by now is taken in at once; an older run goes on one by one."""
        self._waiting: dict[str, TaskOutcome] = {}
        """Ended, and not yet weighed."""
        self._weighed = set(course.outcomes)
        self._steered = 0
        self._besides: tuple[Fact, ...] = ()
        """What was found before the gaps were weighed: known to the tasks that close them."""
        self._stop: RunSteered | None = None

    async def carry_out(self) -> None:
        """Until nothing is left to start or to wait for."""
        while await self.start_what_is_ready():
            for one in await self.next_to_end():
                ended = await self._working.pop(one).get_result(polling_interval_sec=current().pace.poll_seconds)
                if isinstance(ended, TaskOutcome):
                    await self.fold(ended)
                else:
                    await self.decide(ended)

    async def close_gaps(self) -> bool:
        """Weigh what is still open against the whole, once; whether that changed the plan or asked a person to."""
        room = courses.room_for_gaps(self.course)
        if self._stop or not room or not isinstance(self.job.mind, GapJudge):
            return False
        weighed = await weigh_gaps(self.run, self.course.plan, self.course.ended, room)
        if weighed.proposal is None:
            return False
        self._besides = tuple(fact for outcome in self.course.ended for fact in outcome.facts)
        await self._propose(courses.revised(self.course, weighed.proposal))
        return True

    async def start_what_is_ready(self) -> bool:
        """Start all that may start now; False when nothing is left to wait for."""
        if self.steerable:
            await self._steer()
        self.course, skipped = self.course.settled()
        if skipped:
            await run_steps.note_skipped(self.run, skipped)
        order, limits = self.job.order, self.course.limits
        left = courses.budget_left(self.course)
        for task in schedule.ready(
            self.course.plan,
            slots=order.ask.slots,
            order=order.ask.order,
            budget_left=left,
            rounds=limits.rounds,
            still_open=self.course.still_open(),
            by_importance=not self.course.earlier,
        ):
            await self._start(task)
        return bool(self._working)

    async def _steer(self) -> None:
        """Take up what the user wanted since the last look: their word goes before any proposal."""
        taken = await run_steps.take_steering(self.run, self._steered)
        self._steered = taken.seq
        for wish in taken.wishes:
            if wish.steering is Steering.ADD:
                await self._take(steering.added(self.course, wish))
            elif wish.steering is Steering.STOP:
                self._stop = wish
            else:
                await self._leave_out(wish)
        if self._stop:  # also what tasks that were still under way have called for since
            await self._leave_out(self._stop)

    async def _leave_out(self, wish: RunSteered) -> None:
        self.course, gone = steering.skipped(self.course, wish)
        if gone:
            await run_steps.note_skipped(self.run, gone)

    async def _start(self, task: Task) -> None:
        """Start a task's own workflow, with the outcomes of what it depends on and nothing else."""
        assignment = Assignment(
            run=self.run,
            task=task,
            predecessors=self.course.known_to(task),
            missing=schedule.missing_inputs(task, self.course.plan),
            remaining=self.course.remaining(task),
            besides=self._bearing_on(task),
        )
        with SetWorkflowID(f"{self.run}:{task.id}"):
            handle = await DBOS.start_workflow_async(investigate, assignment)
        self._working[handle.workflow_id] = handle
        self.course = self.course.starting(task)
        crash.point("task:enqueued")

    def _bearing_on(self, task: Task) -> tuple[Fact, ...]:
        """Of what was found before the gaps were weighed, what bears on a task that closes one."""
        asked = " ".join((task.question, *task.sub_questions))
        return tuple(self._besides[at] for at in recall.bearing(asked, [fact.claim for fact in self._besides]))

    async def next_to_end(self) -> list[str]:
        """Wait until something ends; whatever has by then. It is recorded, so a resumed run takes the same path."""
        if self.together:
            return await run_steps.wait_for_ends(self.run, tuple(self._working.values()))
        look_every = current().pace.poll_seconds
        first = await DBOS.wait_first_async(list(self._working.values()), polling_interval_sec=look_every)
        return [first.workflow_id]

    async def fold(self, outcome: TaskOutcome) -> None:
        """Take an outcome in: whoever waits for it can start; what it calls for is weighed in its turn."""
        self.course = self.course.with_outcome(outcome)
        self._waiting[outcome.task] = outcome
        if not self.in_plan_order:
            await self._weigh(outcome.task)
            return
        while name := courses.next_to_weigh(self.course, self._waiting, self.job.order.ask.order):
            await self._weigh(name)

    async def _weigh(self, task: str) -> None:
        """What an outcome shares with others, where it calls for more depth or another plan."""
        outcome = self._waiting.pop(task)
        self._weighed.add(task)
        seen = courses.as_of(self.course, self._weighed)
        known = (self.job.order.ask.question, *(subject.name for subject in self.job.proposal.brief.subjects))
        notes = shared_names if self.course.earlier else cross_task
        before = tuple(other for other in seen.ended if other.task != outcome.task)
        noticed = notes.noticed(before, outcome, known=known)
        if noticed:
            await run_steps.note_insights(self.run, outcome.task, noticed)
        if undug := courses.undug(seen, outcome):
            await run_steps.note_undug(self.run, outcome.task, undug)
            self.course = self.course.with_outcome(outcome.model_copy(update={"undug": undug}))
        for change in courses.changes(courses.as_of(self.course, self._weighed), outcome):
            await self._propose(change)

    async def _propose(self, change: Change) -> None:
        if self.job.order.ask.interactive and not change.refused:
            await self._ask(change)
        else:
            await self._take(change)

    async def _take(self, change: Change) -> None:
        self.course = self.course.taking(change)
        self._changes += 1
        await run_steps.note_change(self.run, self._changes, _recorded(change))

    async def _ask(self, change: Change) -> None:
        """A person decides; the rest of the run goes on meanwhile, and the question outlives a restart."""
        self._changes += 1
        request = await run_steps.ask_approval(self.run, self._changes, _recorded(change))
        self._asked[request.id] = change
        with SetWorkflowID(f"{self.run}:{request.id}"):
            handle = await DBOS.start_workflow_async(await_answer, self.run, request)
        self._working[handle.workflow_id] = handle

    async def decide(self, answer: ApprovalAnswer) -> None:
        """Apply what was approved to the plan as it is by now; record what was refused."""
        change = courses.again(self.course, self._asked.pop(answer.request))
        if not answer.approved:
            change = courses.refused(change, answer.reason or "refused by the user")
        await self._take(change)


def _begin(job: Job, opened: Opened, *, earlier: bool, frugal: bool) -> Course:
    return courses.begin(
        job.proposal.plan,
        job.proposal.brief,
        policy=job.order.ask.revise,
        began=opened.began,
        planning=opened.planning,
        carried=job.proposal.carried,
        proposes=job.mind.deterministic,
        earlier=earlier,
        frugal=frugal,
    )


def _recorded(change: Change) -> PlanChange:
    return PlanChange(
        approval=ApprovalKind.REVISION if change.is_revision else ApprovalKind.DRILL_DOWN,
        task=change.task,
        trigger=change.trigger,
        reason=change.reason,
        impact=change.impact,
        before=change.before,
        after=change.after,
        refused=change.refused,
        counts=change.counts,
    )
