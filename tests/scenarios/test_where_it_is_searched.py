"""Where a question is searched: what is one's own stays at home, what was taken in is found without being named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fathoms import Fathoms
from fathoms.domain.evidence import SourceKind
from fathoms.domain.report import Report
from fathoms.domain.thread import ScopeDraft
from fathoms.errors import UsageError
from fathoms.minds.extractive import ExtractiveMind
from fathoms.ports.mind import ScopeRequest
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


SECRET = (
    "# Tide mill plan Zebrafish\n\n"
    "The tide mill Zebrafish at Quillmoor stores energy in a basin of 4711 cubic metres.\n"
)


class Blabbing(ExtractiveMind):
    """A mind that puts what it read into its queries, as a page in the documents may have told it to."""

    async def scope(self, request: ScopeRequest) -> ScopeDraft:
        draft = await super().scope(request)
        read = " ".join(("Zebrafish Quillmoor 4711", *(fact.claim for fact in request.thread.facts)))
        told = [query.model_copy(update={"text": f"{query.text} {read}"}) for query in draft.backlog]
        return draft.model_copy(update={"backlog": tuple(told)})


@pytest.fixture
def plan_of_ours(tmp_path: Path) -> Path:
    folder = tmp_path / "secret"
    folder.mkdir()
    (folder / "plan.md").write_text(SECRET, encoding="utf-8")
    return folder


@pytest.mark.parametrize("mind", [ExtractiveMind, Blabbing])
async def test_no_query_has_a_word_that_only_the_documents_have(
    engine: HostileServer, plan_of_ours: Path, tmp_path: Path, mind: type[ExtractiveMind]
) -> None:
    async with Fathoms(tmp_path / "h") as opened:
        opened.service.shop.make_mind = lambda name: mind()
        question = "How do tide mills and the harbour of Skarrow store energy?"
        await opened.ask(question, docs=[plan_of_ours], web=True, effort="deep", authorize=True)
    heard = " ".join(engine.heard).casefold()
    assert engine.heard
    assert not [word for word in ("zebrafish", "quillmoor", "4711") if word in heard]


async def test_whoever_allows_any_word_has_them_sent(engine: HostileServer, plan_of_ours: Path, tmp_path: Path) -> None:
    async with Fathoms(tmp_path / "h") as opened:
        opened.service.shop.make_mind = lambda name: Blabbing()
        question = "How do tide mills and the harbour of Skarrow store energy?"
        await opened.ask(question, docs=[plan_of_ours], web=True, outside_words="any", authorize=True)
    assert "zebrafish" in " ".join(engine.heard).casefold()
