"""Runs over HTTP: ask, clarify, agree, follow, step in, end.

Knows: which call of the service each endpoint is.  Does not know: how a request was checked, or how it is answered.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from starlette.responses import Response

from fathoms.app import asking, stepping_in
from fathoms.app.offers import Offer, offer_of
from fathoms.domain.approval import ApprovalRequest
from fathoms.domain.events import Event, RoundEnded, RoundScoped
from fathoms.domain.run import RunRow, RunStatus
from fathoms.domain.state import TaskState
from fathoms.errors import UsageError
from fathoms.faces.http import streams
from fathoms.faces.http.endpoints import Call
from fathoms.faces.http.problems import Refusal, without_paths
from fathoms.faces.http.shapes import (
    After,
    Answers,
    Begun,
    Done,
    EditedPlan,
    ForkAt,
    Listed,
    RoundView,
    RunList,
    RunRequest,
    RunView,
    Steer,
    TaskView,
    Verdict,
)


async def create_run(call: Call) -> Begun:
    said = call.said(RunRequest)
    if said.docs and not call.desk.local:
        raise Refusal(403, "folders of the server cannot be named from another machine; upload documents instead")
    if not call.desk.local and (":" in (said.mind or "") or "://" in (said.model or "")):
        raise Refusal(403, "a mind of a file or a model at an address can be named on the server's machine only")
    places = [*(Path(place).expanduser() for place in said.docs), *(Path(f"@{name}") for name in said.collections)]
    given: dict[str, Any] = said.model_dump(exclude={"question", "collections", "docs"}, exclude_none=True)
    given = {name: value for name, value in given.items() if value not in ([], "")} | {"docs": places}
    service = call.desk.service
    _, ask = asking.request(said.question, given, service.settings)
    row = await service.register(ask)
    call.desk.begin(row.order.run)
    return Begun(run=row.order.run)


async def list_runs(call: Call) -> RunList:
    asked = call.asked(Listed)
    words = asked.q.casefold().split()
    rows = await call.desk.look(call.desk.service.runs)
    found = [row for row in rows if all(word in row.order.ask.question.casefold() for word in words)]
    page = found[asked.offset : asked.offset + asked.limit]
    return RunList(runs=await call.desk.cards(page), total=len(found))


async def get_run(call: Call) -> RunView:
    desk, run = call.desk, await call.desk.find(call.run)
    service = desk.service

    def view() -> RunView:
        row = service.run(run)
        events = service.events(run)
        return RunView(
            card=desk.card(row),
            state=service.state(run),
            offer=offer_of(service, run) if row.proposal else None,
            approvals=list(service.open_approvals(run)),
            settled=list(service.settled(run)),
            budget=row.order.ask.budget,
            last_event=events[-1].seq if events else 0,
            working=desk.busy(run) or service.carrying(run) or service.worker(run) is not None,
            trouble=without_paths(desk.trouble(run)),
        )

    return await desk.look(view)


async def delete_run(call: Call) -> Done:
    run = await call.desk.find(call.run)
    row = await call.desk.look(lambda: call.desk.service.run(run))
    if not row.status.ended and call.desk.service.carrying(run):
        raise UsageError(f"run {run!r} is under way; cancel it first")
    await call.desk.service.delete(run)
    call.desk.forget(run)
    return Done()


async def watch_events(call: Call) -> Response | list[Event]:
    """Server-sent by default; a list of what there is by now for whoever accepts JSON only."""
    run = await call.desk.find(call.run)
    after = call.last_event or call.asked(After).after
    if "application/json" in call.accept and streams.MEDIA_TYPE not in call.accept:
        return list(await call.desk.look(lambda: call.desk.service.events(run, after=after)))
    return streams.stream(call.desk, run, after)


async def get_plan(call: Call) -> Offer:
    run = await call.desk.find(call.run)
    return await call.desk.look(lambda: offer_of(call.desk.service, run))


async def edit_plan(call: Call) -> Offer:
    run = await call.desk.find(call.run)
    await stepping_in.edit_plan(call.desk.service, run, call.said(EditedPlan).plan)
    return await get_plan(call)


async def clarify(call: Call) -> Offer:
    run = await call.desk.find(call.run)
    await call.desk.service.clarify(run, call.said(Answers).answers)
    return await get_plan(call)


async def authorize(call: Call) -> Begun:
    """Agree to the plan: it starts, and goes on in the background."""
    run, row = await _row(call)
    if row.status is not RunStatus.PROPOSED:
        raise UsageError(f"run {run!r} is {row.status.value}; only a plan that waits can be agreed to")
    await call.desk.service.start(run)
    return Begun(run=run)


async def resume(call: Call) -> Begun:
    run, row = await _row(call)
    if row.status.ended and row.status is not RunStatus.CANCELLED:
        raise UsageError(f"run {run!r} has ended ({row.status.value}); there is nothing to go on with")
    if row.proposal is None:
        call.desk.begin(run)
    else:
        await call.desk.service.start(run)
    return Begun(run=run)


async def cancel(call: Call) -> Done:
    run = await call.desk.find(call.run)
    await call.desk.service.cancel(run)
    return Done()


async def steer(call: Call) -> Done:
    run, said = await call.desk.find(call.run), call.said(Steer)
    await stepping_in.steer(call.desk.service, run, said.steering, task=said.task, question=said.question)
    return Done()


async def fork(call: Call) -> Begun:
    run = await call.desk.find(call.run)
    row = await call.desk.service.fork(run, call.said(ForkAt).task)
    return Begun(run=row.order.run)


async def list_approvals(call: Call) -> list[ApprovalRequest]:
    run = await call.desk.find(call.run)
    return list(await call.desk.look(lambda: call.desk.service.open_approvals(run)))


async def answer_approval(call: Call) -> Done:
    run, said = await call.desk.find(call.run), call.said(Verdict)
    await call.desk.service.answer(run, call.path["approval"], approved=said.approved, reason=said.reason)
    return Done()


async def list_tasks(call: Call) -> list[TaskState]:
    run = await call.desk.find(call.run)
    return list((await call.desk.look(lambda: call.desk.service.state(run))).tasks)


async def get_task(call: Call) -> TaskView:
    run, task, service = await call.desk.find(call.run), call.path["task"], call.desk.service

    def view() -> TaskView:
        state = service.state(run).task(task)
        if state is None:
            raise Refusal(404, f"run {run!r} has no task {task!r}", code="unknown-task")
        finding = next((one for one in service.findings(run) if one.task == task), None)
        return TaskView(state=state, finding=finding, facts=list(service.facts(run, task)))

    return await call.desk.look(view)


async def list_rounds(call: Call) -> list[RoundView]:
    run = await call.desk.find(call.run)
    events = await call.desk.look(lambda: call.desk.service.events(run))
    scoped = {(e.task, e.body.round): e.body for e in events if isinstance(e.body, RoundScoped)}
    ended = [(e.task, e.body) for e in events if isinstance(e.body, RoundEnded)]
    return [
        RoundView(task=task, scoped=scoped.get((task, body.round)), ended=body.model_copy(update={"micro_report": ""}))
        for task, body in ended
    ]


async def _row(call: Call) -> tuple[str, RunRow]:
    run = await call.desk.find(call.run)
    return run, await asyncio.to_thread(call.desk.service.run, run)
