"""A asker with a scripted transport: what is sent is remembered, what comes back is given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fathoms.domain.budget import Spend
from fathoms.errors import BudgetSpent
from fathoms.minds.llm.asking import Asker
from fathoms.minds.llm.exchange import Call, Reply
from fathoms.minds.llm.names import parse_cast
from fathoms.ports.meter import Charge
from fathoms.ports.models import ModelOptions, Price

LOCAL = "compatible:m@http://127.0.0.1:9/v1"
PRICE = Price(per_million_in=1.0, per_million_out=4.0)


@dataclass
class Script:
    """Answers in order; the last one again and again."""

    replies: list[Reply | Exception]
    calls: list[Call] = field(default_factory=list)

    async def send(self, call: Call) -> Reply:
        self.calls.append(call)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def aclose(self) -> None:
        return None


def reply(text: str, *, cut: bool = False) -> Reply:
    return Reply(text=text, tokens_in=900, tokens_out=50, cut=cut)


def asker(*replies: Reply | Exception | str, cast: str = LOCAL, **options: object) -> tuple[Asker, Script]:
    script = Script([reply(item) if isinstance(item, str) else item for item in replies])
    chosen = ModelOptions(price=PRICE, context_tokens=8_192, **options)  # type: ignore[arg-type]
    return Asker(parse_cast(cast), chosen, script), script


@dataclass
class Purse:
    """A meter that grants as long as there is money."""

    usd: float = 1.0
    seconds: float | None = None
    worst: list[Spend] = field(default_factory=list)
    paid: list[Spend] = field(default_factory=list)
    left_out: list[tuple[tuple[str, ...], str]] = field(default_factory=list)

    async def reserve(self, worst: Spend, *, model: str, role: str = "") -> Charge:
        if worst.usd > self.usd:
            raise BudgetSpent("too dear")
        self.worst.append(worst)
        return _Charge(self, self.seconds)

    def waive(self) -> None:
        return None

    async def leave_out(self, what: Sequence[str], why: str) -> None:
        self.left_out.append((tuple(what), why))


@dataclass
class _Charge:
    purse: Purse
    seconds: float | None = None

    async def settle(self, actual: Spend) -> None:
        self.purse.paid.append(actual)


def total(spends: Iterable[Spend]) -> Spend:
    return sum(spends, Spend())
