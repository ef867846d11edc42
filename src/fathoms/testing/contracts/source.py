"""What every source promises (`ports/source.py`). A check is handed one that has `TEXTS` and finds them for `QUESTION`.

Knows: the port.  Does not know: any source, or how good its search is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from fathoms.domain.evidence import Hit, Query, SourceKind
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import Phase
from fathoms.errors import ProviderError
from fathoms.ports.source import Source

TEXTS = {
    "Tides": "The tidal gauge stands at the root of the East Breakwater.",
    "Cranes": "The blue crane on Cold Quay lifts forty tonnes of grain.",
}
"""By title: two documents, each of one sentence."""
QUESTION = "Where does the tidal gauge stand, and what lifts the blue crane?"
ODD = ("?", "*", '"', "NEAR(a b)", "x" * 5_000, "a OR b AND", "灯台", "\x00", "👩‍🚢")
NOWHERE = ("kb://harbour/none.md#0-1", "kb://nowhere/x.md", "http://127.0.0.1:9/none", "nonsense")


async def it_says_what_it_is(source: Source) -> None:
    assert source.name
    assert source.kind in SourceKind
    assert source.phases
    assert source.phases <= frozenset(Phase)


async def a_survey_bears_its_name_and_what_it_counts_is_right(source: Source) -> None:
    survey = await source.survey(QUESTION)
    assert (survey.source, survey.kind) == (source.name, source.kind)
    assert survey.documents in (0, len(TEXTS)), "0 = it cannot tell"
    assert set(survey.phases) == source.phases
    assert 0 <= survey.relevance <= 1


async def hits_name_their_source_and_have_title_and_address(source: Source) -> None:
    answer = await _searched(source)
    assert len(answer.hits) == len({hit.url for hit in answer.hits}) == len(TEXTS)
    for hit in answer.hits:
        assert hit.source == source.name
        assert hit.title.strip()
        assert "://" in hit.url


async def a_search_brings_at_most_as_many_as_it_was_asked_for(source: Source) -> None:
    assert [len((await _searched(source, limit=limit)).hits) for limit in (1, 2)] == [1, 2]


async def the_same_search_brings_the_same_hits(source: Source) -> None:
    assert await _searched(source) == await _searched(source)


async def a_hit_leads_to_its_page_and_the_words_of_its_place_stand_there(source: Source) -> None:
    texts = set(TEXTS.values())
    for hit in (await _searched(source)).hits:
        page = await source.read(hit)
        assert (page.source, page.kind) in ((source.name, source.kind), (source.name, SourceKind.EXTERNAL))
        assert "#" not in page.url
        if hit.start is not None:
            assert page.text[hit.start : hit.end] == hit.snippet
        texts -= {text for text in texts if text in page.text}
        assert (await source.read(hit)).id == page.id
    assert not texts, "each of the documents is behind a hit"


async def no_original_is_kept_unless_it_is_opened_for_that(source: Source) -> None:
    hit = (await _searched(source, limit=1)).hits[0]
    assert (await source.read(hit)).original is None


async def odd_queries_are_answered_and_not_choked_on(source: Source) -> None:
    for text in ODD:
        assert len((await _searched(source, text, limit=3)).hits) <= 3


async def a_page_that_is_not_there_is_a_provider_error(source: Source) -> None:
    """It names the source; for an address of the web, the web or the host may be named instead."""
    for url in NOWHERE:
        try:
            await source.read(Hit(source=source.name, url=url, title="x"))
        except ProviderError as error:
            of_the_web = ("web", urlsplit(url).hostname) if urlsplit(url).scheme == "http" else ()
            assert error.provider in (source.name, *of_the_web), error.provider  # noqa: PT017 - no test framework here
        else:
            raise AssertionError(f"{url!r} was read, and is nowhere")


async def _searched(source: Source, text: str = QUESTION, *, limit: int = 10) -> SearchAnswer:
    phase = next(phase for phase in Phase if phase in source.phases)
    return await source.search(Query(source=source.name, text=text, reason="contract"), limit=limit, phase=phase)


CHECKS: tuple[Callable[[Source], Awaitable[None]], ...] = (
    it_says_what_it_is,
    a_survey_bears_its_name_and_what_it_counts_is_right,
    hits_name_their_source_and_have_title_and_address,
    a_search_brings_at_most_as_many_as_it_was_asked_for,
    the_same_search_brings_the_same_hits,
    a_hit_leads_to_its_page_and_the_words_of_its_place_stand_there,
    no_original_is_kept_unless_it_is_opened_for_that,
    odd_queries_are_answered_and_not_choked_on,
    a_page_that_is_not_there_is_a_provider_error,
)
