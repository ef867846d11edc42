"""Every call to a mind or a source goes through here, and its answer is kept before the step returns.

Steps run at least once: after a crash the step in flight runs again, and finds the answers of the
calls that it had finished. The key is the content of the request, so nothing is ever paid twice.

Knows: request and answer as values.  Does not know: what they are about.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import time
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import TypeVar

from fathoms.domain.calls import CallKind
from fathoms.domain.ledger import Purpose
from fathoms.domain.value import Value
from fathoms.errors import FathomsError, ProviderError
from fathoms.ports.meter import counted_by
from fathoms.runtime import crash
from fathoms.runtime.metering import CallMeter
from fathoms.runtime.process import current, workshop

Answer = TypeVar("Answer", bound=Value)


async def call(
    run: str,
    task: str,
    kind: CallKind,
    request: Value,
    answer_type: type[Answer],
    do: Callable[[], Awaitable[Answer]],
    *,
    purpose: Purpose = Purpose.WORK,
) -> Answer:
    """The kept answer to this very request in this run, or a real call whose answer is then kept."""
    key = content_key(kind, request)
    async with current().in_flight.one_at_a_time(run, key):
        return await _kept_or_made(run, task, kind, key, answer_type, do, purpose)


async def _kept_or_made(
    run: str,
    task: str,
    kind: CallKind,
    key: str,
    answer_type: type[Answer],
    do: Callable[[], Awaitable[Answer]],
    purpose: Purpose,
) -> Answer:
    shop = workshop()
    answered = await shop.answered(run)
    kept = await asyncio.to_thread(shop.stores.answer, run, key) if key in answered else None
    if kept is not None:
        return answer_type.stored(kept)
    purse = await shop.purse(run) if kind.charged else None
    if purse:
        await purse.take(key, task, purpose)
    _note("start", run, kind, key)
    began = time.monotonic()
    try:
        with counted_by(CallMeter(shop, purse, run, key, str(kind), task, purpose)) if purse else nullcontext():
            answer = await do()
    except (FathomsError, asyncio.CancelledError):
        if purse:
            purse.settle(key)  # a failed call is paid for like any other
        raise
    except Exception as error:
        raise ProviderError(f"{kind} crashed: {type(error).__name__}: {error}", provider=str(kind)) from error
    crash.point("call:answered")
    seconds = round(time.monotonic() - began, 6)
    await asyncio.to_thread(
        shop.stores.keep_answer,
        run,
        key,
        kind=str(kind),
        task=task,
        at=shop.clock.now(),
        seconds=seconds,
        answer=answer.model_dump_json(),
    )
    answered.add(key)
    if purse:
        purse.settle(key)
    _note("done", run, kind, key)
    crash.point("call:kept")
    return answer


def content_key(kind: CallKind, request: Value) -> str:
    return hashlib.sha256(f"{kind}\n{request.model_dump_json()}".encode()).hexdigest()


def _note(moment: str, run: str, kind: CallKind, key: str) -> None:
    """Append one line to the audit log, in one write, so that a kill cannot tear it."""
    log = workshop().calls_log
    if log is None:
        return
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(descriptor, f"{moment} {run} {kind} {key}\n".encode())
    finally:
        os.close(descriptor)
