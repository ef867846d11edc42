"""Where a question is searched: what is one's own stays at home, what was taken in is found without being named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fathoms import Fathoms
from fathoms.domain.evidence import SourceKind
from fathoms.domain.report import Report
from fathoms.errors import UsageError
from fathoms.testing.hostile import HostileServer

PLATFORM = (
    "# Billing platform\n\nThe billing system retries a failed payment five times within two days.\n\n"
    "The billing system was built in 2021.\n"
)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[HostileServer]:
    """A search service on a port of its own; its one result is a page about a harbour."""
    with HostileServer() as searching, HostileServer() as server:
        searching.results = [server.url("/harbour")]
        monkeypatch.setenv("FATHOMS_ENGINES", "searxng")
        monkeypatch.setenv("FATHOMS_ENGINE_SEARXNG_URL", searching.url(""))
        monkeypatch.setenv("FATHOMS_ALLOW_HOSTS", server.endpoint)
        monkeypatch.setenv("FATHOMS_PAGE_SECONDS", "2")
        yield searching


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "platform.md").write_text(PLATFORM, encoding="utf-8")
    return folder


async def asked(home: Path, question: str, **more: object) -> Report:
    async with Fathoms(home) as opened:
        return await opened.ask(question, effort="quick", authorize=True, **more)  # type: ignore[arg-type]


async def test_nothing_about_our_system_goes_to_a_web_engine(engine: HostileServer, docs: Path, tmp_path: Path) -> None:
    question = "How many times does our billing system retry a failed payment?"
    report = await asked(tmp_path / "h", question, docs=[docs], web=True)
    assert report.facts
    assert sum(engine.count.values()) == 0


async def test_collections_that_were_taken_in_are_searched_by_default(docs: Path, tmp_path: Path) -> None:
    question = "How many times does the billing system retry a failed payment?"
    home = tmp_path / "h"
    with pytest.raises(UsageError, match="nothing to search"):
        await asked(home, question)
    async with Fathoms(home) as opened:
        await opened.service.ingest([docs])
    report = await asked(home, question)
    assert any("five times" in fact.claim for fact in report.facts)


async def test_an_empty_folder_beside_the_web_is_no_refusal(engine: HostileServer, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    question = "When was the harbour of Skarrow dredged?"
    report = await asked(tmp_path / "h", question, docs=[empty], web=True)
    assert {evidence.kind for fact in report.facts for evidence in fact.evidence} == {SourceKind.EXTERNAL}
    with pytest.raises(UsageError, match="no documents to read"):
        await asked(tmp_path / "h", question, docs=[empty])
