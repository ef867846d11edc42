from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from fathoms.app.build import build
from fathoms.app.settings import load
from fathoms.domain.evidence import Query
from fathoms.domain.run import SourceSpec
from fathoms.domain.thread import Phase
from fathoms.sources.kb import store
from fathoms.sources.kb.store import KnowledgeBase


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """The connections to a knowledge base that were made."""
    made: list[sqlite3.Connection] = []
    connect = store.connect

    def counted(*args: Any) -> sqlite3.Connection:
        made.append(connect(*args))
        return made[-1]

    monkeypatch.setattr(store, "connect", counted)
    return made


async def test_all_runs_of_a_process_search_through_one_knowledge_base_with_few_connections(
    tmp_path: Path, opened: list[sqlite3.Connection]
) -> None:
    (tmp_path / "tides.md").write_text("# Tides\n\nThe tidal gauge stands at the root of the breakwater.\n")
    home = tmp_path / "home"
    with KnowledgeBase(home / "kb.db") as kb:
        kb.ingest([tmp_path / "tides.md"])
    opened.clear()
    shop = build(load({"home": str(home)}))
    spec = SourceSpec(plugin="kb", name="documents", target="default")
    sources = [shop.open_source(spec) for _ in range(12)]
    query = Query(source="documents", text="tidal gauge", reason="")
    answers = await asyncio.gather(*(one.search(query, limit=3, phase=Phase.SURVEY) for one in sources))
    assert all(answer.hits for answer in answers)
    assert len(opened) <= 4
    await shop.aclose()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].execute("SELECT 1")
