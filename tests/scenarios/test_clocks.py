"""A clock that is set back breaks nothing: not the run under way, not the next one, not what shows them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from fathoms import Fathoms
from fathoms.domain.run import RunStatus


class GoingBack:
    def __init__(self) -> None:
        self._now = datetime.now(UTC)

    def now(self) -> datetime:
        self._now -= timedelta(hours=7)
        return self._now


async def test_runs_under_a_clock_that_goes_back_end_and_the_newest_is_the_last_begun(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("The harbour of Skarrow has four cranes. It is eleven metres deep.", "utf-8")
    async with Fathoms(tmp_path / "h") as opened:
        opened.service.shop.clock = GoingBack()
        for question in ("How many cranes has the harbour of Skarrow?", "How deep is the harbour of Skarrow?"):
            answer = await opened.ask(question, docs=[tmp_path / "a.md"], authorize=True, max_minutes=5)
            assert answer.facts
        rows = opened.service.runs()
        assert [row.status for row in rows] == [RunStatus.DONE, RunStatus.DONE]
        assert rows[0].order.ask.question == "How deep is the harbour of Skarrow?"
        assert opened.service.find("last") == rows[0].order.run
        assert opened.service.shop.stores.pace("extractive").seconds == 0
