"""The meter that a call of a mind is counted by: each real request is reserved, kept, settled and told.

A request is kept before it is sent, at its worst, and again when its cost is known: a process that dies in
between leaves the worst case behind, and the budget holds also then.

Knows: the purse of the run, the ledger of payments.  Does not know: models or prices.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from fathoms.domain.budget import Spend
from fathoms.domain.events import AnswerTrimmed, Event, SpendNoted
from fathoms.domain.ledger import Payment, Purpose
from fathoms.ports.meter import Charge
from fathoms.runtime.process import Workshop
from fathoms.runtime.spending import Purse


@dataclass(slots=True)
class CallMeter:
    """Of one call. A mind that never asks for it is charged one call, as any other."""

    shop: Workshop
    purse: Purse
    run: str
    call: str
    kind: str
    task: str
    purpose: Purpose
    used: bool = field(default=False, init=False)

    async def reserve(self, worst: Spend, *, model: str, role: str = "") -> Charge:
        self.waive()  # requests are counted one by one from here on
        payment = Payment(
            ticket=uuid4().hex,
            call=self.call,
            kind=self.kind,
            task=self.task,
            model=model,
            role=role,
            purpose=self.purpose,
            worst=worst,
        )
        await self.purse.take(payment.ticket, self.task, self.purpose, worst)
        await asyncio.to_thread(self.shop.ledger.reserve, self.run, payment, self.shop.clock.now())
        return _Settling(self, payment, self.purse.seconds_left(self.purpose))

    def waive(self) -> None:
        if not self.used:
            self.purse.release(self.call)
            self.used = True

    async def leave_out(self, what: Sequence[str], why: str) -> None:
        told = AnswerTrimmed(kind=self.kind, left_out=tuple(what), reason=why)
        step = f"trimmed/{self.call}/{why}"
        event = Event(run=self.run, task=self.task, step=step, at=self.shop.clock.now(), body=told)
        await asyncio.to_thread(self.shop.stores.append, [event])

    async def settle(self, payment: Payment, actual: Spend) -> None:
        self.purse.settle(payment.ticket, actual)
        settled = payment.model_copy(update={"actual": actual})
        await asyncio.to_thread(self.shop.ledger.settle, self.run, settled, self.shop.clock.now())
        told = SpendNoted(kind=self.kind, model=payment.model, spend=actual)
        event = Event(run=self.run, task=self.task, step=f"spend/{payment.ticket}", at=self.shop.clock.now(), body=told)
        await asyncio.to_thread(self.shop.stores.append, [event])


@dataclass(frozen=True, slots=True)
class _Settling:
    meter: CallMeter
    payment: Payment
    seconds: float | None

    async def settle(self, actual: Spend) -> None:
        await self.meter.settle(self.payment, actual)
