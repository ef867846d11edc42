"""Asking a model: paid for, repeated when that helps, handed on to the next, never beyond the window."""

from __future__ import annotations

import asyncio
import socket
import time
from dataclasses import replace

import pytest

from fathoms.domain.budget import Spend
from fathoms.errors import (
    AuthFailed,
    BadAnswer,
    BudgetSpent,
    ConfigError,
    ProviderTimeout,
    RateLimited,
    Refused,
    Unavailable,
    Unreached,
)
from fathoms.minds.llm import asking
from fathoms.minds.llm.asking import Role
from fathoms.minds.llm.exchange import Call, Reply
from fathoms.minds.llm.limits import Limiter
from fathoms.minds.llm.models import LiveTransport
from fathoms.minds.llm.names import Tier, parse
from fathoms.minds.llm.shapes import ParentShape
from fathoms.ports.meter import counted_by
from fathoms.ports.models import ModelOptions
from tests.unit.minds.llm.asking_bench import LOCAL, Purse, asker, reply, total

ROLE = Role("parent", Tier.BEST, 1_500)
VALUES = {"expert": "an expert", "language": "en", "question": "Why?", "findings": "(none)", "facts": "(none)"}
GOOD = '{"text": "Because."}'
BUSY = RateLimited("busy", retry_after=0.0)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "_FIRST_WAIT", 0.0)


async def test_the_first_usable_answer_is_taken() -> None:
    asked, script = asker(GOOD)
    assert (await asked.ask(ROLE, ParentShape, VALUES)).text == "Because."
    assert len(script.calls) == 1


async def test_an_unusable_answer_is_asked_for_again_with_what_was_wrong() -> None:
    asked, script = asker("nonsense", GOOD)
    assert (await asked.ask(ROLE, ParentShape, VALUES)).text == "Because."
    first, second = script.calls
    assert "no JSON object" in second.user
    assert "nonsense" in second.user
    assert first.user != second.user


async def test_three_unusable_answers_are_a_failure_by_name() -> None:
    asked, script = asker("nonsense")
    with pytest.raises(BadAnswer, match="no usable answer as parent"):
        await asked.ask(ROLE, ParentShape, VALUES)
    assert len(script.calls) == 3


async def test_an_answer_that_was_cut_off_is_asked_for_again_with_room_for_twice_as_much() -> None:
    asked, script = asker(reply("{", cut=True), GOOD)
    await asked.ask(ROLE, ParentShape, VALUES)
    assert [call.max_tokens for call in script.calls] == [1_500, 3_000]


async def test_the_room_of_an_answer_never_grows_beyond_what_the_user_set() -> None:
    asked, script = asker(reply("{", cut=True), GOOD, answer_tokens=400)
    await asked.ask(ROLE, ParentShape, VALUES)
    assert [call.max_tokens for call in script.calls] == [400, 400]


async def test_a_model_that_goes_round_in_circles_gets_more_freedom_and_no_more_room() -> None:
    endless = '{"text": ' + '"the same ' + "again and " * 40
    asked, script = asker(reply(endless, cut=True), reply("{", cut=True), GOOD)
    await asked.ask(ROLE, ParentShape, VALUES)
    first, second, third = script.calls
    assert [call.max_tokens for call in script.calls] == [1_500, 1_500, 3_000]
    assert first.variety == 0.0 < second.variety < third.variety
    assert "over and over" in second.user
    assert "over and over" not in third.user


async def test_tries_are_counted_together_whatever_they_failed_of() -> None:
    asked, script = asker(Unavailable("down"), "nonsense", Unavailable("down"), GOOD)
    with pytest.raises(Unavailable):
        await asked.ask(ROLE, ParentShape, VALUES)
    assert len(script.calls) == 3


@pytest.mark.parametrize(("seconds", "ends_well"), [(3.0, True), (3.1, False)])
async def test_a_call_is_put_off_for_three_timeouts_at_most(
    seconds: float, ends_well: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limiter, "slow_down", lambda limiter, seconds: None)
    asked, _ = asker(*[RateLimited("busy", retry_after=seconds)] * 3, GOOD, timeout_seconds=3.0)
    if ends_well:
        await asked.ask(ROLE, ParentShape, VALUES)
    else:
        with pytest.raises(RateLimited):
            await asked.ask(ROLE, ParentShape, VALUES)


async def test_in_a_small_window_an_answer_takes_what_the_prompt_leaves() -> None:
    asked, script = asker(GOOD)
    small = replace(asked.options, context_tokens=1_000)
    asked.options = small
    await asked.ask(ROLE, ParentShape, VALUES)
    (call,) = script.calls
    assert call.max_tokens == 333


async def test_what_there_is_to_read_is_measured_by_the_room_that_is_left() -> None:
    asked, _ = asker(GOOD)
    values = {name: text for name, text in VALUES.items() if name != "facts"}
    assert await asked.reading_room(ROLE, ParentShape, values) == 8_192 // 4  # a quarter of the window
    asked.options = replace(asked.options, context_tokens=2_400)
    asked._models.clear()
    room = await asked.reading_room(ROLE, ParentShape, values)
    assert 500 < room < 2_400 - 800


@pytest.mark.parametrize("error", [Unavailable("down"), ProviderTimeout("slow")])
async def test_a_failure_that_may_pass_is_tried_three_times(error: Exception) -> None:
    asked, script = asker(error)
    with pytest.raises(type(error)):
        await asked.ask(ROLE, ParentShape, VALUES)
    assert len(script.calls) == 3


@pytest.mark.parametrize("error", [AuthFailed("no"), Refused("no")])
async def test_a_failure_that_will_not_pass_is_not_tried_again(error: Exception) -> None:
    asked, script = asker(error)
    with pytest.raises(type(error)):
        await asked.ask(ROLE, ParentShape, VALUES)
    assert len(script.calls) == 1


@pytest.mark.parametrize(("refusals", "ends_well"), [(7, True), (8, False)])
async def test_being_told_to_wait_is_no_failure_within_reason(refusals: int, ends_well: bool) -> None:
    asked, script = asker(*[BUSY] * refusals, GOOD)
    if ends_well:
        await asked.ask(ROLE, ParentShape, VALUES)
    else:
        with pytest.raises(RateLimited):
            await asked.ask(ROLE, ParentShape, VALUES)
    assert len(script.calls) == min(refusals + 1, 8)


async def test_the_next_model_of_the_chain_answers_when_the_first_cannot() -> None:
    other = "compatible:other@http://127.0.0.1:9/v1"
    asked, script = asker(AuthFailed("no"), GOOD, cast=f"{LOCAL};then={other}")
    await asked.ask(ROLE, ParentShape, VALUES)
    assert [str(call.model) for call in script.calls] == [LOCAL, other]


async def test_a_model_out_of_reach_is_passed_over_for_a_while_where_another_stands_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = "compatible:other@http://127.0.0.1:9/v1"
    asked, script = asker(AuthFailed("no"), GOOD, cast=f"{LOCAL};then={other}")
    await asked.ask(ROLE, ParentShape, VALUES)
    await asked.ask(ROLE, ParentShape, VALUES)
    assert [str(call.model) for call in script.calls] == [LOCAL, other, other]
    later = time.monotonic() + 61.0
    monkeypatch.setattr(time, "monotonic", lambda: later)
    await asked.ask(ROLE, ParentShape, VALUES)
    assert str(script.calls[-1].model) == LOCAL


async def test_a_model_out_of_reach_is_asked_again_where_nobody_stands_in() -> None:
    asked, _ = asker(AuthFailed("no"), GOOD)
    with pytest.raises(AuthFailed):
        await asked.ask(ROLE, ParentShape, VALUES)
    assert (await asked.ask(ROLE, ParentShape, VALUES)).text == "Because."


class Silent:
    """Never answers."""

    async def send(self, call: Call) -> Reply:
        never: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        return await never

    async def aclose(self) -> None:
        return None


async def test_a_call_ends_when_the_time_of_the_run_is_up_and_counts_at_its_worst() -> None:
    asked, _ = asker(GOOD)
    asked.transport = Silent()
    purse = Purse(seconds=0.0)
    with counted_by(purse), pytest.raises(ProviderTimeout, match="the run's time was up"):
        await asked.ask(ROLE, ParentShape, VALUES)
    assert purse.paid == purse.worst


async def test_planning_and_writing_go_to_the_best_model_and_queries_to_the_fast_one() -> None:
    best, fast = (f"compatible:{name}@http://127.0.0.1:9/v1" for name in ("best", "fast"))
    asked, script = asker(GOOD, cast=f"{LOCAL};best={best};fast={fast}")
    for tier in (Tier.BEST, Tier.FAST, Tier.STANDARD):
        await asked.ask(Role("parent", tier, 100), ParentShape, VALUES)
    assert [str(call.model) for call in script.calls] == [best, fast, LOCAL]


async def test_a_prompt_that_cannot_fit_is_an_error_before_the_call() -> None:
    asked, script = asker(GOOD)
    with pytest.raises(Refused, match="model_context"):
        await asked.ask(ROLE, ParentShape, {**VALUES, "facts": "word " * 8_000})
    assert script.calls == []


async def test_a_server_that_read_only_part_of_the_prompt_is_caught() -> None:
    asked, _ = asker(reply(GOOD))
    with pytest.raises(BadAnswer, match="cut the rest"):
        await asked.ask(ROLE, ParentShape, {**VALUES, "facts": "word " * 3_000})


async def test_every_request_is_reserved_at_its_worst_and_settled_at_its_cost() -> None:
    asked, _ = asker(Unavailable("down"), "nonsense", BUSY, GOOD)
    purse = Purse()
    with counted_by(purse):
        await asked.ask(ROLE, ParentShape, VALUES)
    assert len(purse.worst) == len(purse.paid) == 4
    unknown, unusable, turned_away, good = purse.paid
    assert unknown == purse.worst[0]  # nobody knows what a failed request cost
    assert turned_away.tokens == 0
    assert unusable == good
    assert good.tokens == 950
    assert good.usd == pytest.approx((900 + 4 * 50) / 1e6)
    assert all(paid.usd <= worst.usd for paid, worst in zip(purse.paid, purse.worst, strict=True))


async def test_where_money_is_short_the_answer_must_be_short() -> None:
    asked, script = asker(GOOD)
    with counted_by(Purse(usd=0.004)):
        await asked.ask(ROLE, ParentShape, VALUES)
    assert [call.max_tokens for call in script.calls] == [750]


async def test_where_there_is_no_money_nothing_is_sent() -> None:
    asked, script = asker(GOOD)
    with counted_by(Purse(usd=0.0001)), pytest.raises(BudgetSpent):
        await asked.ask(ROLE, ParentShape, VALUES)
    assert script.calls == []


async def test_a_call_for_which_a_key_is_missing_costs_nothing() -> None:
    purse = Purse()
    asked, _ = asker(ConfigError("a key is missing"))
    with counted_by(purse), pytest.raises(ConfigError):
        await asked.ask(ROLE, ParentShape, VALUES)
    assert purse.paid == [Spend()]


async def test_a_call_that_never_reached_the_server_costs_nothing() -> None:
    purse = Purse()
    asked, script = asker(Unreached("no connection"))
    with counted_by(purse), pytest.raises(Unreached):
        await asked.ask(ROLE, ParentShape, VALUES)
    assert len(script.calls) == asking.TRIES
    assert total(purse.paid) == Spend()


async def test_a_refused_connection_is_told_from_a_server_that_fails() -> None:
    transport = LiveTransport(ModelOptions())
    asked, script = asker(GOOD)
    with counted_by(Purse()):
        await asked.ask(ROLE, ParentShape, VALUES)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, not listening
        name = parse(f"compatible:m@http://127.0.0.1:{nobody.getsockname()[1]}/v1")
        with pytest.raises(Unreached):
            await transport.send(replace(script.calls[0], model=name))
    await transport.aclose()
