"""What every source promises, over every entry point of the group `fathoms.sources` and the source that tests use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from fathoms.app import plugins
from fathoms.domain.evidence import Query
from fathoms.domain.run import SourceSpec
from fathoms.domain.thread import Phase
from fathoms.errors import ProviderError
from fathoms.ports.source import Source
from fathoms.sources.kb import open_source
from fathoms.sources.opening import Surroundings
from fathoms.testing.contracts import finding
from fathoms.testing.contracts.source import CHECKS, QUESTION, TEXTS
from tests.samples import SOURCES


def test_every_source_there_is_has_a_sample() -> None:
    assert finding.without_sample(plugins.SOURCES, SOURCES, "SOURCES in tests/samples.py") == ""


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", sorted(SOURCES))
async def test_a_source_keeps_its_promises(
    name: str, check: Callable[[Source], Awaitable[None]], tmp_path: Path
) -> None:
    async with SOURCES[name](tmp_path) as source:
        await check(source)


def query(source: Source, text: str = QUESTION) -> Query:
    return Query(source=source.name, text=text, reason="contract")


async def test_a_knowledge_base_counts_its_documents_and_its_hits_are_its_own_words(tmp_path: Path) -> None:
    async with SOURCES["kb"](tmp_path) as source:
        assert (await source.survey(QUESTION)).documents == len(TEXTS)
        for hit in (await source.search(query(source), limit=10, phase=Phase.SURVEY)).hits:
            assert hit.snippet in (await source.read(hit)).text
        assert not (tmp_path / "originals").exists()


async def test_a_knowledge_base_without_the_collection_is_a_provider_error(tmp_path: Path) -> None:
    source = open_source(SourceSpec(name="none", plugin="kb", target="none"), Surroundings(home=tmp_path))
    with pytest.raises(ProviderError):
        await source.search(query(source), limit=1, phase=Phase.SURVEY)
    with pytest.raises(ProviderError):
        await source.survey(QUESTION)


async def test_with_an_embedder_other_words_for_the_same_find_it(tmp_path: Path) -> None:
    async with SOURCES["kb by meaning"](tmp_path) as source:
        answer = await source.search(
            query(source, "Which machine hoists cereal at the wharf?"), limit=1, phase=Phase.SURVEY
        )
    assert [hit.title for hit in answer.hits] == ["Cranes"]
