"""The one way to ask a model: fits, is paid for, waits its turn, is repeated when that helps, ends in a shape.

    fits the window? ─► reserve the worst ─► wait for a place ─► send ─► settle the true cost ─► read ─► shape
          ▲                                                                         │
          └──── again, with what was wrong (at most 3 tries), then the next model ◄─┘

Knows: tries, tiers, fallbacks.  Does not know: what is asked (the roles) or how it travels (`models.py`).
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from fathoms.domain.budget import Spend
from fathoms.errors import (
    AuthFailed,
    BadAnswer,
    BudgetSpent,
    ConfigError,
    ProviderError,
    ProviderTimeout,
    RateLimited,
    Unavailable,
    Unreached,
)
from fathoms.minds.llm import fit, repair
from fathoms.minds.llm.exchange import Call, JsonSchema, Reply, Transport
from fathoms.minds.llm.limits import Allowance, Limiter, shared
from fathoms.minds.llm.names import HOSTED, Cast, ModelName, Tier
from fathoms.minds.llm.prices import Tariff, published_window, tariff_of
from fathoms.minds.llm.prompting import Prompt, Template, template
from fathoms.minds.llm.shapes import Shape, form_of, schema_of
from fathoms.minds.llm.telemetry import Tracer
from fathoms.minds.llm.windows import asked_window
from fathoms.ports import meter
from fathoms.ports.models import ModelOptions

S = TypeVar("S", bound=Shape)
log = logging.getLogger(__name__)

TRIES = 3
MOST_REFUSALS = 8
"""Times that a provider may ask us to come back later before a call is given up."""
_VARIETY = 0.4
"""How much freer each further try is: the likeliest answer could not be used, and would come again."""
_REST = 60.0
"""Seconds for which a model that could not be reached is passed over, where another can stand in."""
_FIRST_WAIT = 0.5
_LONGEST_WAIT = 60.0
_EXCERPT = 300
"""Characters of an unusable answer that the model is shown again."""


@dataclass(frozen=True, slots=True)
class Role:
    """What a kind of request needs of a model."""

    name: str
    tier: Tier
    answer_tokens: int
    """Most that an answer may take. An answer that is cut off is asked for again with twice as many."""
    prompt: str = ""
    """Of which role it has the prompt, where it is not its own."""

    @property
    def template(self) -> Template:
        return template(self.prompt or self.name)


@dataclass(slots=True)
class _Known:
    """What has been learned of a model in this process."""

    tariff: Tariff | None
    window: int
    gauge: fit.Gauge = field(default_factory=fit.Gauge)


@dataclass(slots=True)
class _Patience:
    """What one call has been given so far."""

    longest: float
    """Seconds that a provider may put it off, in all."""
    tried: int = 0
    """Requests that were in vain."""
    refusals: int = 0
    waited: float = 0.0

    def allows(self, seconds: float) -> bool:
        """Whether it may be put off once more; then it is."""
        self.refusals += 1
        self.waited += seconds
        return self.refusals < MOST_REFUSALS and self.waited <= self.longest


class Asker:
    """Belongs to one mind; limits are shared by all minds of the process."""

    def __init__(self, cast: Cast, options: ModelOptions, transport: Transport) -> None:
        self.cast, self.options = cast, options
        self.transport = transport
        self._tracer = Tracer(options.trace)
        self._models: dict[ModelName, _Known] = {}
        self._resting: dict[ModelName, float] = {}

    async def aclose(self) -> None:
        await self.transport.aclose()

    def unpriced(self) -> tuple[str, ...]:
        """Models whose price is neither published nor set."""
        return tuple(str(name) for name in self.cast.every if tariff_of(name, self.options.price) is None)

    async def reading_room(
        self,
        role: Role,
        shape: type[Shape],
        values: Mapping[str, str],
        *,
        choices: Mapping[str, Sequence[str]] | None = None,
    ) -> int:
        """Tokens that may be read of what is not among the values yet: what is left, and no more than is wanted."""
        return min(await self.reading_tokens(role.tier), await self.room(role, shape, values, choices=choices))

    async def room(
        self,
        role: Role,
        shape: type[Shape],
        values: Mapping[str, str],
        *,
        choices: Mapping[str, Sequence[str]] | None = None,
    ) -> int:
        """Tokens that are left for what is not among the values yet, on the smallest model that may have to answer."""
        schema = schema_of(shape, choices)
        form = role.template
        empty = dict.fromkeys(form.places - values.keys() - {"form"}, "")
        prompt = form.filled(form=form_of(schema), **empty, **values)
        rooms = []
        for name in self.cast.chain(role.tier):
            known = await self._known(name)
            taken = known.gauge.worst(f"{prompt.system}{prompt.user}{schema}") + self._most_answer(role, known)
            rooms.append(int((known.window - taken) / known.gauge.raised))
        return min(rooms)

    async def reading_tokens(self, tier: Tier) -> int:
        """Tokens of sources in one prompt: as the user wants it, else a quarter of the smallest window."""
        windows = [(await self._known(name)).window for name in self.cast.chain(tier)]
        return self.options.reading_tokens or min(windows) // fit.READING_SHARE

    async def answer_tokens(self, role: Role) -> int:
        """Tokens that an answer may take, on whichever model may have to give it."""
        return min([self._most_answer(role, await self._known(name)) for name in self.cast.chain(role.tier)])

    def _most_answer(self, role: Role, known: _Known) -> int:
        return fit.most_answer(role.answer_tokens, chosen=self.options.answer_tokens, window=known.window)

    async def ask(
        self,
        role: Role,
        shape: type[S],
        values: Mapping[str, str],
        *,
        choices: Mapping[str, Sequence[str]] | None = None,
    ) -> S:
        """The answer of the first model that gives a usable one."""
        schema = schema_of(shape, choices)
        prompt = role.template.filled(form=form_of(schema), **values)
        trouble: ProviderError | None = None
        for name in self._awake(self.cast.chain(role.tier)):
            try:
                return await self._ask(name, role, prompt, shape, schema)
            except ProviderError as error:
                log.warning("%s failed as %s: %s", name, role.name, error)
                trouble = error
                if isinstance(error, (AuthFailed, Unavailable, ProviderTimeout)):
                    self._resting[name] = time.monotonic() + _REST
        raise trouble or BadAnswer("no model is configured")

    def _awake(self, chain: Sequence[ModelName]) -> Sequence[ModelName]:
        """Without those that were out of reach a moment ago, as long as another can stand in."""
        now = time.monotonic()
        return [name for name in chain if self._resting.get(name, 0.0) <= now] or chain

    async def _ask(self, name: ModelName, role: Role, prompt: Prompt, shape: type[S], schema: JsonSchema) -> S:
        """Up to three tries with one model: for whatever reason one was in vain, it is not given again."""
        known = await self._known(name)
        patience = _Patience(longest=TRIES * self.options.timeout_seconds)
        user, most = prompt.user, self._most_answer(role, known)
        while True:
            call = Call(
                model=name,
                role=role.name,
                system=prompt.system,
                user=user,
                schema=schema,
                max_tokens=most,
                variety=_VARIETY * patience.tried,
            )
            reply = await self._answered(call, known, patience)
            beyond: list[repair.Beyond] = []
            try:
                answer = repair.read(reply.text, shape, schema, beyond)
            except repair.Unusable as error:
                patience.tried += 1
                if patience.tried == TRIES:
                    told = f"{name} gave no usable answer as {role.name}: {error}"
                    raise BadAnswer(told, provider=name.host) from error
                user, most = _corrected(prompt, reply, error, patience.tried), self._next_most(most, reply)
            else:
                await _put_down(beyond)
                return answer

    def _next_most(self, most: int, reply: Reply) -> int:
        """An answer that was cut off gets twice the room, unless it went round in circles or the user set a bound."""
        if not reply.cut or repair.loops(reply.text):
            return most
        return min(most * 2, self.options.answer_tokens or most * 2)

    async def _answered(self, call: Call, known: _Known, patience: _Patience) -> Reply:
        """A reply, sent again after a failure that may pass. Being told to wait is no failure, within reason."""
        while True:
            try:
                return await self._send(call, known)
            except RateLimited as error:
                wait = min(_LONGEST_WAIT, error.retry_after or _backoff(patience.refusals + 1))
                if not patience.allows(wait):
                    raise
                self._limiter(call.model).slow_down(wait)
            except ProviderError as error:
                patience.tried += 1
                if patience.tried == TRIES or not error.retryable:
                    raise
                await asyncio.sleep(_backoff(patience.tried))

    async def _send(self, call: Call, known: _Known) -> Reply:
        """One request: reserved at its worst, settled at its true cost, also when it fails."""
        worst_in = known.gauge.worst(f"{call.system}{call.user}{call.schema}")
        call = replace(call, max_tokens=fit.answer_room(call.model, worst_in, call.max_tokens, known.window))
        async with self._limiter(call.model).slot(worst_in + call.max_tokens):
            call, worst, charge = await _reserved(call, known.tariff, worst_in)
            paid = worst  # whatever is not known is taken at its worst
            try:
                with self._tracer.call(call) as span:
                    reply = await _within(charge.seconds, self.transport.send(call), call.model)
                    span.answered(reply)
                paid = _spend(known.tariff, reply.tokens_in, reply.tokens_out) if reply.tokens_in else worst
            except (RateLimited, AuthFailed):
                paid = Spend(calls=1)  # turned away at the door: nothing was read, nothing is billed
                raise
            except (ConfigError, Unreached):
                paid = Spend()  # a key, a package or a connection is missing: nothing was sent
                raise
            finally:
                await asyncio.shield(charge.settle(paid))
        self._limiter(call.model).went_well()
        self._learn(call, known, reply)
        return reply

    def _learn(self, call: Call, known: _Known, reply: Reply) -> None:
        said = f"{call.system}{call.user}{call.schema}"
        if call.model.provider not in HOSTED and known.gauge.was_cut(call.system + call.user, reply.tokens_in):
            raise BadAnswer(
                f"{call.model} read only {reply.tokens_in:,} tokens of the prompt and cut the rest without a word; "
                "set `model_context` to the window that the server really has",
                provider=call.model.host,
            )
        known.gauge.saw(said, reply.tokens_in)

    async def _known(self, name: ModelName) -> _Known:
        if name not in self._models:
            told = None if self.options.context_tokens else await asked_window(name, self.options)
            window = fit.window_of(
                name, chosen=self.options.context_tokens, told=told, published=published_window(name)
            )
            self._models.setdefault(name, _Known(tariff_of(name, self.options.price), window))
        return self._models[name]

    def _limiter(self, name: ModelName) -> Limiter:
        options = self.options
        return shared(name.host, Allowance(options.parallel, options.per_minute, options.tokens_per_minute))


async def _within(seconds: float | None, sending: Awaitable[Reply], name: ModelName) -> Reply:
    """The reply, unless the time of the run is up first."""
    try:
        async with asyncio.timeout(seconds):
            return await sending
    except TimeoutError as error:
        raise ProviderTimeout(f"{name} did not answer before the run's time was up", provider=name.host) from error


async def _reserved(call: Call, tariff: Tariff | None, worst_in: int) -> tuple[Call, Spend, meter.Charge]:
    """The call, its worst case and the charge. Where the budget is short, the answer must be short, too."""
    smaller = call.max_tokens
    while True:
        worst = _spend(tariff, worst_in, smaller)
        try:
            charge = await meter.current().reserve(worst, model=str(call.model), role=call.role)
        except BudgetSpent:
            smaller //= 2
            if smaller < fit.LEAST_ANSWER:
                raise
        else:
            return replace(call, max_tokens=smaller), worst, charge


async def _put_down(beyond: Sequence[repair.Beyond]) -> None:
    """What lists had no room for, by the kind of list: nothing that was written is lost without a word."""
    by_reason: dict[str, list[str]] = {}
    for cut in beyond:
        by_reason.setdefault(f"{cut.name} has room for {cut.most}", []).extend(cut.items)
    for why, items in by_reason.items():
        await meter.current().leave_out(items, why)


def _spend(tariff: Tariff | None, tokens_in: int, tokens_out: int) -> Spend:
    return Spend(usd=tariff(tokens_in, tokens_out) if tariff else 0.0, tokens=tokens_in + tokens_out, calls=1)


def _backoff(attempt: int) -> float:
    """Half a second, one, two, …, each shortened by chance so that many do not come back at once."""
    return random.uniform(0.5, 1.0) * _FIRST_WAIT * float(2 ** (attempt - 1))


def _corrected(prompt: Prompt, reply: Reply, error: repair.Unusable, attempt: int) -> str:
    """The request again, with what was wrong with the answer to it."""
    shown = " ".join(reply.text.split())[:_EXCERPT]
    began = f" It began: {shown!r}." if shown else ""
    advice = " It said the same over and over." if repair.loops(reply.text) else ""
    advice += " It was cut off: be briefer." if reply.cut else ""
    return (
        f"{prompt.user}\n\nAnswer {attempt} to this could not be used: {error}.{began}{advice} "
        "Answer again with one complete JSON object and nothing else."
    )
