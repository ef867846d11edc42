"""The key of a source in a whole run: it opens the source, and stands nowhere in what the run leaves behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.run import RunStatus
from fathoms.errors import AuthFailed
from fathoms.testing.collections import QdrantServer

KEY = "sk-harbour-0123456789"
TEXTS = {"Skarrow": "The harbour of Skarrow was dredged in 2019 to a depth of eleven metres."}


async def ended_as(server: QdrantServer, home: Path) -> RunStatus:
    ask = Ask(question="How deep is the harbour of Skarrow?", sources=(f"qdrant+{server.target}",), authorized=True)
    async with Service(load({"home": str(home), "source_qdrant_key": KEY})) as service:
        row = await service.propose(ask)
        return (await service.carry_out(row.order.run)).status


def holding_the_key(home: Path) -> list[Path]:
    left = [file for file in home.rglob("*") if file.is_file()]
    assert left
    return [file for file in left if KEY.encode() in file.read_bytes()]


async def test_a_run_reads_a_source_with_its_key_and_writes_the_key_nowhere(tmp_path: Path) -> None:
    with QdrantServer(TEXTS, key=KEY) as server:
        assert await ended_as(server, tmp_path) is RunStatus.DONE
    assert server.asked
    assert all(request.headers["api-key"] == KEY for request in server.asked)
    assert holding_the_key(tmp_path) == []


async def test_a_key_that_is_refused_ends_the_run_with_its_setting_named_and_the_key_not(tmp_path: Path) -> None:
    with QdrantServer(TEXTS, key="another") as server, pytest.raises(AuthFailed, match="source_qdrant_key") as refused:
        await ended_as(server, tmp_path)
    assert KEY not in str(refused.value)
    assert holding_the_key(tmp_path) == []
