"""What every source promises, checked on the knowledge base and on the source that tests use."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fathoms.domain.evidence import Hit, Query, SourceKind
from fathoms.domain.run import SourceSpec
from fathoms.domain.thread import Phase
from fathoms.errors import ProviderError
from fathoms.ports.embedder import Embedder, EmbedderOptions
from fathoms.ports.source import Source
from fathoms.sources.embedders import minilm
from fathoms.sources.kb import KnowledgeBase, open_source
from fathoms.sources.opening import Surroundings
from fathoms.testing.fakes import ScriptedSource

TIDES = "# Tides\n\nThe tidal gauge stands at the root of the East Breakwater.\n"
CRANES = "# Cranes\n\nThe blue crane on Cold Quay lifts forty tonnes of grain.\n"
QUESTION = "Where does the tidal gauge stand, and what lifts the blue crane?"


@functools.cache
def _minilm() -> Embedder:
    return minilm.open_embedder(EmbedderOptions())


def _by_meaning(home: Path) -> Source:
    return _knowledge_base(home, _minilm())


def _knowledge_base(home: Path, embedder: Embedder | None = None) -> Source:
    docs = home / "docs"
    docs.mkdir()
    (docs / "tides.md").write_text(TIDES)
    (docs / "cranes.md").write_text(CRANES)
    with KnowledgeBase(home / "kb.db", embedder=embedder) as kb:
        kb.ingest([docs], collection="harbour")
    surroundings = Surroundings(home=home, embedder=lambda: embedder)
    return open_source(SourceSpec(name="harbour", plugin="kb", target="harbour"), surroundings)


def _scripted(_home: Path) -> Source:
    return ScriptedSource(pages={"https://a.example/tides": TIDES, "https://a.example/cranes": CRANES})


MAKERS = {"kb": _knowledge_base, "kb by meaning": _by_meaning, "scripted": _scripted}


@pytest.fixture(params=sorted(MAKERS))
async def source(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Source]:
    made = MAKERS[request.param](tmp_path)
    yield made
    close = getattr(made, "close", None)
    if close is not None:
        close()


def query(source: Source, text: str = QUESTION) -> Query:
    return Query(source=source.name, text=text, reason="contract")


async def test_a_source_says_what_it_is(source: Source) -> None:
    assert source.name
    assert source.kind in SourceKind
    assert source.phases <= frozenset(Phase)
    assert source.phases


async def test_a_survey_bears_the_sources_name_and_counts(source: Source) -> None:
    survey = await source.survey(QUESTION)
    assert (survey.source, survey.kind, survey.documents) == (source.name, source.kind, 2)
    assert set(survey.phases) == source.phases
    assert 0 <= survey.relevance <= 1


async def test_hits_name_their_source_and_have_title_and_address(source: Source) -> None:
    answer = await source.search(query(source), limit=10, phase=Phase.SURVEY)
    assert len(answer.hits) == 2
    for hit in answer.hits:
        assert hit.source == source.name
        assert hit.title.strip()
        assert "://" in hit.url
    assert len({hit.url for hit in answer.hits}) == 2


@pytest.mark.parametrize("limit", [1, 2])
async def test_a_search_brings_at_most_as_many_as_it_was_asked_for(source: Source, limit: int) -> None:
    assert len((await source.search(query(source), limit=limit, phase=Phase.SURVEY)).hits) == limit


async def test_the_same_search_brings_the_same_hits(source: Source) -> None:
    first = await source.search(query(source), limit=10, phase=Phase.SURVEY)
    assert await source.search(query(source), limit=10, phase=Phase.SURVEY) == first


async def test_a_hit_leads_to_its_page_and_its_words_stand_there(source: Source) -> None:
    for hit in (await source.search(query(source), limit=10, phase=Phase.SURVEY)).hits:
        page = await source.read(hit)
        assert (page.source, page.kind) == (source.name, source.kind)
        assert hit.snippet in page.text
        assert "#" not in page.url
        if hit.start is not None:
            assert page.text[hit.start : hit.end] == hit.snippet
        assert (await source.read(hit)).id == page.id


async def test_no_original_is_kept_unless_the_source_is_opened_for_it(source: Source, tmp_path: Path) -> None:
    hit = (await source.search(query(source), limit=1, phase=Phase.SURVEY)).hits[0]
    assert (await source.read(hit)).original is None
    assert not (tmp_path / "originals").exists()


@pytest.mark.parametrize("text", ["?", "*", '"', "NEAR(a b)", "x" * 5_000, "a OR b AND", "灯台", "\x00", "👩‍🚢"])
async def test_odd_queries_are_answered_and_not_choked_on(source: Source, text: str) -> None:
    answer = await source.search(query(source, text), limit=3, phase=Phase.SURVEY)
    assert len(answer.hits) <= 3


@pytest.mark.parametrize("url", ["kb://harbour/none.md#0-1", "kb://nowhere/x.md", "https://a.example/none", "nonsense"])
async def test_a_page_that_is_not_there_is_a_provider_error(source: Source, url: str) -> None:
    with pytest.raises(ProviderError) as failed:
        await source.read(Hit(source=source.name, url=url, title="x"))
    assert failed.value.provider == source.name


async def test_a_knowledge_base_without_the_collection_is_a_provider_error(tmp_path: Path) -> None:
    source = open_source(SourceSpec(name="none", plugin="kb", target="none"), Surroundings(home=tmp_path))
    with pytest.raises(ProviderError):
        await source.search(query(source), limit=1, phase=Phase.SURVEY)
    with pytest.raises(ProviderError):
        await source.survey(QUESTION)


async def test_with_an_embedder_other_words_for_the_same_find_it(tmp_path: Path) -> None:
    source = _by_meaning(tmp_path)
    answer = await source.search(
        query(source, "Which machine hoists cereal at the wharf?"), limit=1, phase=Phase.SURVEY
    )
    assert [hit.title for hit in answer.hits] == ["Cranes"]
