"""Runs as tables, text and JSON: the list, and each way to look at one.

Knows: what each view is made of.  Does not know: how runs are stored or carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pydantic import TypeAdapter

from fathoms.app.exports import STANDARD, exported
from fathoms.app.queries import Looking
from fathoms.app.run_cards import INTERRUPTED, status_of
from fathoms.domain.budget import Spend
from fathoms.domain.events import Event, RoundEnded
from fathoms.domain.evidence import Fact
from fathoms.domain.ledger import Payment
from fathoms.domain.plan import TaskStatus
from fathoms.domain.report import Finding
from fathoms.domain.run import RunRow, RunStatus
from fathoms.domain.state import RunState, TaskState
from fathoms.domain.value import Value
from fathoms.engine.plan import views as plan_views
from fathoms.engine.run.state import fold
from fathoms.errors import UsageError
from fathoms.faces.cli import approvals, evidence_views, reports, terminal, tree
from fathoms.faces.cli.layout import duration, elapsed, folded, plural, shortened, table, when
from fathoms.faces.cli.plain_words import how_it_works, why_it_ended
from fathoms.faces.cli.reports import Wanted
from fathoms.faces.cli.session import command, configured, look
from fathoms.faces.cli.tree import plan_history
from fathoms.faces.cli.wording import told
from fathoms.runtime.trace import TracedStep
from fathoms.text.addresses import place

_OUTPUT_WIDTH = 100
_ROOMY = 140
_PROSE = frozenset({"tree", "state", "report", "facts", "conflicts", "plan-history", "task"})
"""Views whose lines are broken where the terminal ends; tables fit it, and files are shown as they are."""
"""Columns from which the list of runs also tells how each worked."""


class RunLine(Value):
    """A run as the list shows it."""

    run: str
    status: str
    """`interrupted` when it has begun, has not ended, and nobody works on it."""
    question: str
    mind: str
    effort: str
    tasks: int
    tasks_done: int
    facts: int
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    worker: int | None
    """The process that works on it."""
    reason: str = ""
    name: str = ""
    """What its user calls it."""


class TaskView(Value):
    """One task: where it stands, what it concluded, and on what."""

    state: TaskState
    finding: Finding | None
    facts: tuple[Fact, ...]


def run_line(service: Looking, row: RunRow) -> RunLine:
    run = row.order.run
    state = service.state(run)
    worker = None if row.status.ended else service.worker(run)
    return RunLine(
        run=run,
        status=status_of(row, worker),
        question=row.order.ask.question,
        mind=row.order.ask.mind,
        effort=row.order.ask.effort,
        tasks=len(state.tasks) or (len(row.proposal.plan.tasks) if row.proposal else 0),
        tasks_done=sum(1 for task in state.tasks if task.status is TaskStatus.DONE),
        facts=sum(task.facts for task in state.tasks),
        created_at=row.order.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        worker=worker,
        reason=row.reason,
        name=row.order.name,
    )


def list_runs(home: str | None, *, limit: int, as_json: bool, words: tuple[str, ...] = ()) -> int:
    """The newest runs, or the newest that tell of these words."""

    def view(service: Looking) -> tuple[int, list[RunLine]]:
        rows = service.runs_with(words) if words else service.runs()
        return len(rows), [run_line(service, row) for row in rows[:limit]]

    chosen = configured(home=home)
    count, lines = look(chosen, view)
    if as_json:
        terminal.result(TypeAdapter(list[RunLine]).dump_json(lines, indent=2).decode())
        return 0
    if not lines:
        nothing = 'there are no runs yet; begin with: fathoms ask "QUESTION" --docs FOLDER'
        terminal.note("no run tells of that; `fathoms runs` lists all" if words else nothing)
        return 0
    terminal.result(_table_of(lines))
    if count > len(lines):
        terminal.note(f"the newest {len(lines)} of {count}; --limit {count} shows all")
    left = [line.run for line in lines if line.status == INTERRUPTED]
    if left:
        terminal.note(f"interrupted; resume with: {command(f'fathoms resume {left[0]}', chosen)}")
    return 0


def _table_of(lines: Sequence[RunLine]) -> str:
    """What a run is and how it ended; how it worked is for windows that have the room, and for pipes."""
    width = terminal.width()
    roomy = width is None or width >= _ROOMY
    header = ["run", "status", "question", "facts", "started"]
    header += ["made", "effort", "tasks", "elapsed"] if roomy else []
    rows = []
    for line in lines:
        began = when(line.started_at)
        row = [line.run, line.status, line.name or line.question, str(line.facts), began if roomy else began[:10]]
        if roomy:
            row += [
                how_it_works(line.mind),
                line.effort,
                f"{line.tasks_done}/{line.tasks}",
                elapsed(line.started_at, line.ended_at),
            ]
        rows.append(row)
    return table(header, rows, width=width, flexible=2)


def show(name: str, view: str, home: str | None, *, at: int | None, task: str, as_json: bool) -> int:
    """One view of one run on stdout."""

    def text(service: Looking) -> str:
        run = service.find(name)
        _check_task(service, run, task)
        match view:
            case "tree" | "state":
                return _state(service, run, at, as_json=as_json)
            case "events":
                return _events(service, run, task, as_json=as_json)
            case "trace":
                return _trace(service, run, task, as_json=as_json)
            case "facts":
                return _facts(service.facts(run, task), as_json=as_json)
            case "micro":
                return _micro(service, run, task, as_json=as_json)
            case "conflicts":
                return evidence_views.conflicts(service, run, as_json=as_json)
            case "cost":
                return _cost(service, run, as_json=as_json)
            case "plan-history":
                return plan_history(service.events(run), as_json=as_json)
            case "mermaid":
                state = service.state(run)
                return plan_views.mermaid(tree.as_it_stands(state.plan, state.tasks)) if state.plan else "no plan yet"
            case "task":
                return _task(service, run, task, as_json=as_json)
            case _:
                return _report(service, run, as_json=as_json)

    chosen = configured(home=home)
    if view == "report" and Wanted().on_screen and not as_json and not task:
        run = look(chosen, lambda service: service.find(name))
        if reports.draw(run, chosen, called=name):
            return 0
    shown = look(chosen, text)
    terminal.result(folded(shown, terminal.width()) if view in _PROSE and not as_json else shown)
    return 0


def _check_task(service: Looking, run: str, task: str) -> None:
    if not task:
        return
    known = [state.id for state in service.state(run).tasks]
    if task not in known:
        raise UsageError(f"run {run!r} has no task {task!r}; its tasks are {', '.join(known) or 'not planned yet'}")


def _report(service: Looking, run: str, *, as_json: bool) -> str:
    """The report; while there is none, where the run stands."""
    shown = exported(service, run, "json" if as_json else STANDARD)
    return str(shown) if shown else _state(service, run, None, as_json=as_json)


def _state(service: Looking, run: str, at: int | None, *, as_json: bool) -> str:
    row = service.run(run)
    state = service.state(run, at_event=at)
    if state.plan is None and row.proposal is not None and at is None:  # a fork has its plan before its first event
        state = state.model_copy(update={"plan": row.proposal.plan, "question": row.order.ask.question, "run": run})
    if as_json:
        return state.model_dump_json(indent=2)
    return "\n".join((*_headlines(service, row, state, at), "", *_tasks(state)))


def _headlines(service: Looking, row: RunRow, state: RunState, at: int | None) -> list[str]:
    worker = service.worker(row.order.run)
    now = state.status or row.status if at is not None else status_of(row, None if row.status.ended else worker)
    lines = [
        f"Run       {row.order.run}",
        f"Question  {terminal.clean(row.order.ask.question)}",
        f"Status    {now}{f' by process {worker}' if worker and at is None else ''}",
        f"Made      {how_it_works(row.order.ask.mind)}, effort {row.order.ask.effort}, {plural(state.events, 'event')}",
    ]
    if row.reason and at is None:
        lines.append(f"Reason    {terminal.clean(row.reason)}")
    if state.started_at:
        lines.append(f"Started   {when(state.started_at)}, {elapsed(state.started_at, state.ended_at)}")
    if now == INTERRUPTED:
        lines.append(f"Next      {command(f'fathoms resume {row.order.run}', service.settings)}")
    if not row.status.ended and at is None:
        lines += _waiting(service, row.order.run)
    if row.status is RunStatus.PROPOSED and at is None and now != INTERRUPTED:
        lines.append(f"Next      {command(f'fathoms authorize {row.order.run}', service.settings)}")
    return lines


def _waiting(service: Looking, run: str) -> list[str]:
    """What waits for a person, and how it is answered."""
    found: list[str] = []
    for asked in service.open_approvals(run):
        found += [
            f"Waits     {line}" if not n else f"          {line}" for n, line in enumerate(approvals.lines(asked))
        ]
        for word in ("approve", "refuse"):
            found.append(f"          {command(f'fathoms {word} {run} {asked.id}', service.settings)}")
    return found


def _tasks(state: RunState) -> list[str]:
    return list(tree.state_lines(state.plan, state.tasks)) if state.plan else ["no plan yet"]


def _events(service: Looking, run: str, task: str, *, as_json: bool) -> str:
    numbered = [(n, e) for n, e in enumerate(service.events(run), 1) if not task or e.task == task]
    if as_json:
        return TypeAdapter(list[Event]).dump_json([event for _, event in numbered], indent=2).decode()
    if not numbered:
        return "nothing has happened yet"
    began = numbered[0][1].at
    rows = [(str(n), duration((e.at - began).total_seconds()), e.task, e.body.type, told(e.body)) for n, e in numbered]
    return table(("#", "time", "task", "event", "what happened"), rows, width=terminal.width())


def _trace(service: Looking, run: str, task: str, *, as_json: bool) -> str:
    steps = [step for step in service.trace(run) if not task or step.task == task]
    if as_json:
        return TypeAdapter(list[TracedStep]).dump_json(steps, indent=2).decode()
    if not steps:
        return "no step has been recorded yet"
    rows = [
        (
            when(step.started_at),
            step.task,
            str(step.number),
            step.name,
            f"{step.seconds:.3f} s",
            shortened(terminal.clean(step.error or step.output), _OUTPUT_WIDTH),
        )
        for step in steps
    ]
    return table(("started", "task", "step", "name", "time", "result"), rows, width=terminal.width())


def _facts(facts: tuple[Fact, ...], *, as_json: bool) -> str:
    if as_json:
        return TypeAdapter(tuple[Fact, ...]).dump_json(facts, indent=2).decode()
    if not facts:
        return "no facts yet"
    return "\n".join(line for fact in facts for line in _fact_lines(fact))


def _fact_lines(fact: Fact) -> list[str]:
    loose = ", only loosely related" if fact.loose else ""
    head = f"{fact.id}  {fact.confidence}, task {fact.task}, round {fact.round}, {fact.novelty}{loose}"
    quotes = (
        f'    "{terminal.clean(evidence.quote)}"\n    {place(evidence.url)}, characters {evidence.start}-{evidence.end}'
        for evidence in fact.evidence
    )
    return [head, f"  {terminal.clean(fact.claim)}", *quotes]


def _micro(service: Looking, run: str, task: str, *, as_json: bool) -> str:
    """The files themselves, in the order of their rounds."""
    folder = service.threads_folder(run)
    events = [event for event in service.events(run) if not task or event.task == task]
    paths = [folder / event.body.micro_report for event in events if isinstance(event.body, RoundEnded)]
    if as_json:
        return TypeAdapter(list[str]).dump_json([str(path) for path in paths], indent=2).decode()
    texts = []
    for path in paths:
        try:
            texts.append(path.read_text(encoding="utf-8"))
        except OSError as error:
            texts.append(f"({path}: {error.strerror})\n")
    return "\n".join(texts) or "no round has ended yet"


def _cost(service: Looking, run: str, *, as_json: bool) -> str:
    """What each task spent; with models that cost, also what planning and report did, and each model."""
    state, paid = service.state(run), service.payments(run)
    tasks = {task.id: task.spend for task in state.tasks}
    other = sum((p.actual for p in paid if p.actual and p.task not in tasks), Spend())
    if as_json:
        return TypeAdapter(dict[str, Spend]).dump_json({**tasks, **({"": other} if paid else {})}, indent=2).decode()
    rows = [(t.id, t.question, *_figures(t.spend)) for t in state.tasks]
    if paid:
        rows.append(("", "planning and report", *_figures(other)))
    rows.append(("", "in all", *_figures(sum(tasks.values(), other))))
    shown = table(("task", "question", "calls", "tokens", "USD"), rows, width=terminal.width(), flexible=1)
    return "\n\n".join((shown, _by_role(paid), _by_model(paid))) if paid else shown


def _by_role(paid: Sequence[Payment]) -> str:
    """What each prompt took, the dearest first."""
    spent: dict[str, Spend] = {}
    for payment in paid:
        name = payment.role or payment.kind
        spent[name] = spent.get(name, Spend()) + (payment.actual or Spend())
    in_all = sum(one.tokens for one in spent.values()) or 1
    dearest = sorted(spent.items(), key=lambda one: -one[1].tokens)
    rows = [(name, *_figures(one), f"{one.tokens / in_all:.0%}") for name, one in dearest]
    return table(("prompt", "calls", "tokens", "USD", "share"), rows, width=terminal.width(), flexible=0)


def _by_model(paid: Sequence[Payment]) -> str:
    models = dict.fromkeys(payment.model for payment in paid)
    rows = []
    for model in models:
        mine = [payment for payment in paid if payment.model == model]
        unknown = sum(1 for payment in mine if payment.actual is None)
        rows.append((model, *_figures(sum((p.actual for p in mine if p.actual), Spend())), str(unknown)))
    return table(("model", "calls", "tokens", "USD", "cut off, cost unknown"), rows, width=terminal.width(), flexible=0)


def _figures(spend: Spend) -> tuple[str, str, str]:
    return str(spend.calls), f"{spend.tokens:,}", f"{spend.usd:.4f}"


def _task(service: Looking, run: str, task: str, *, as_json: bool) -> str:
    events = service.events(run)
    state = fold(events)
    shown = TaskView(
        state=state.task(task) or TaskState(id=task, question=""),
        finding=next((finding for finding in service.findings(run) if finding.task == task), None),
        facts=service.facts(run, task),
    )
    if as_json:
        return shown.model_dump_json(indent=2)
    plan = state.plan.model_copy(update={"tasks": (state.plan.task(task),)}) if state.plan else None
    lines = list(tree.state_lines(plan, state.tasks)) if plan else []
    if shown.finding:
        lines += ["", *_finding_lines(shown.finding)]
    happened = [told(event.body) for event in events if event.task == task]
    lines += ["", "What happened:", *(f"  {line}" for line in happened)]
    lines += ["", plural(len(shown.facts), "fact"), *(line for fact in shown.facts for line in _fact_lines(fact))]
    return "\n".join(lines)


def _finding_lines(finding: Finding) -> list[str]:
    depth = f"{finding.depth.depth.value}, confidence {finding.confidence:.2f}"
    lines = [
        f"{terminal.clean(finding.heading)} ({depth}{f', {why_it_ended(finding.stopped)}' if finding.stopped else ''})"
    ]
    lines += [f"  {terminal.clean(s.text)}" for p in finding.paragraphs for s in p.told]
    lines += [f"  gap: {terminal.clean(gap)}" for gap in finding.gaps]
    return lines
