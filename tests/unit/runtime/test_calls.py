"""Every answer is kept before it is used: nothing is asked twice, not even at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.evidence import Query
from fathoms.domain.survey import SearchAnswer
from fathoms.errors import BadAnswer, ProviderError
from fathoms.runtime.calls import call

REQUEST = Query(source="documents", text="cranes")


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with Service(load({"home": str(tmp_path / "home")})) as opened:
        yield opened


class Counting:
    """A source that counts how often it is really asked, and answers when it is let."""

    def __init__(self, error: Exception | None = None) -> None:
        self.asked = 0
        self.error = error
        self.let = asyncio.Event()
        self.let.set()

    async def __call__(self) -> SearchAnswer:
        self.asked += 1
        await self.let.wait()
        if self.error:
            raise self.error
        return SearchAnswer(weights={"crane": 1.5})


async def ask(source: Counting, run: str = "r1") -> SearchAnswer:
    return await call(run, "1", CallKind(Deed.SEARCH, "documents"), REQUEST, SearchAnswer, source)


async def test_the_same_request_is_asked_once_a_run(service: Service) -> None:
    source = Counting()
    assert await ask(source) == await ask(source)
    assert source.asked == 1
    await ask(source, run="r2")
    assert source.asked == 2


async def test_the_same_request_at_the_same_moment_is_asked_once(service: Service) -> None:
    source = Counting()
    source.let.clear()
    both = [asyncio.create_task(ask(source)) for _ in range(5)]
    await asyncio.sleep(0)
    source.let.set()
    assert len(set(map(str, await asyncio.gather(*both)))) == 1
    assert source.asked == 1


async def test_an_error_is_not_kept_so_the_next_try_is_a_real_one(service: Service) -> None:
    with pytest.raises(BadAnswer):
        await ask(Counting(BadAnswer("nonsense", provider="documents")))
    good = Counting()
    await ask(good)
    assert good.asked == 1


async def test_what_a_plug_in_raises_becomes_a_provider_error_by_name(service: Service) -> None:
    with pytest.raises(ProviderError, match=r"search\.documents crashed: KeyError"):
        await ask(Counting(KeyError("lost")))
