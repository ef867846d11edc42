"""One process works in one home at a time: a second one is refused, and leaves the first as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathoms.app.queries import looking
from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.run import RunStatus
from fathoms.errors import JournalError
from fathoms.runtime.process import current
from tests.unit.runtime.scripted_runs import start, task


def _service(home: Path) -> Service:
    return Service(load({"home": str(home)}))


async def test_a_second_service_is_refused_and_told_what_to_do(tmp_path: Path) -> None:
    async with _service(tmp_path / "first"):
        with pytest.raises(JournalError, match=r"already works in the home .*first"):
            async with _service(tmp_path / "second"):
                pass


async def test_a_second_service_that_was_refused_does_not_unbind_the_first(tmp_path: Path) -> None:
    async with _service(tmp_path / "first") as first:
        for home in ("second", "first"):
            with pytest.raises(JournalError):
                await _service(tmp_path / home).__aenter__()
        assert current().workshop is first.shop
        row = await first.carry_out(start(first, task("1")))
    assert row.status is RunStatus.DONE


async def test_the_refused_one_that_is_closed_all_the_same_changes_nothing(tmp_path: Path) -> None:
    async with _service(tmp_path / "first") as first:
        second = _service(tmp_path / "second")
        with pytest.raises(JournalError):
            await second.__aenter__()
        await second.__aexit__(None, None, None)
        assert current().workshop is first.shop


async def test_any_number_of_homes_can_be_looked_at_beside_the_one_that_is_worked_in(tmp_path: Path) -> None:
    async with _service(tmp_path / "first") as first:
        async with looking(load({"home": str(tmp_path / "second")})) as other:
            assert other.runs() == ()
        assert current().workshop is first.shop


async def test_one_home_after_another_is_fine(tmp_path: Path) -> None:
    for home in ("first", "second"):
        async with _service(tmp_path / home) as service:
            row = await service.carry_out(start(service, task("1")))
            assert row.status is RunStatus.DONE
