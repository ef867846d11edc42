"""Waiting for a person: a workflow of its own, so that nothing else waits and a restart loses nothing.

Knows: one question and its deadline.  Does not know: what is approved, or who asks the person.
"""

from __future__ import annotations

from dbos import DBOS

from fathoms.domain.approval import ApprovalAnswer, ApprovalRequest
from fathoms.runtime import run_steps
from fathoms.runtime.investigate import MAX_RECOVERIES

TOPIC = "answer"
FOR_EVER = 10 * 365 * 24 * 3600.0


@DBOS.workflow(name="await_answer", max_recovery_attempts=MAX_RECOVERIES)
async def await_answer(run: str, request: ApprovalRequest) -> ApprovalAnswer:
    """The answer, or a refusal once the deadline has passed. The wait counts on through restarts."""
    wait = (request.deadline - request.asked_at).total_seconds() if request.deadline else FOR_EVER
    answer = await DBOS.recv_async(TOPIC, timeout_seconds=wait)
    if not isinstance(answer, ApprovalAnswer):
        answer = ApprovalAnswer(
            request=request.id,
            approved=False,
            reason="nobody answered in time",
            at=request.deadline or request.asked_at,
            by_deadline=True,
        )
    await run_steps.note_approval(run, answer)
    return answer
