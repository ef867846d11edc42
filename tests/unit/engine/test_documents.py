"""Which parts of the documents behind the facts come along when the whole is written."""

from __future__ import annotations

from fathoms.domain.evidence import Fact, Page
from fathoms.engine.run import documents
from tests.thread_making import make_evidence, make_fact, make_page

LIMIT = "The mirror keeps at most ten copies of a stream."
UNLESS = (
    "Unless the stream is sealed first, a mirror replays every finished order of the past week to whoever asks for it."
)
RESTORE = "To restore a stream, stop the server, copy its folder back and start the server again with its old name."
GUIDE = f"# Mirrors\n\n{LIMIT} {UNLESS}\n\n# Restoring\n\n{RESTORE}\n"
RAIN = "Rain fell on the harbour for nine days"
WEATHER = f"# Weather\n\n{RAIN} while the cranes stood still, the masters slept and nobody was paid a penny.\n"


def quoting(page: Page, quote: str) -> Fact:
    start = page.text.index(quote)
    return make_fact(quote, evidence=[make_evidence(quote, url=page.url, page_id=page.id, start=start)])


def shown(facts: tuple[Fact, ...], *pages: Page, cited: tuple[str, ...] = (), wanted: str = "mirror") -> list[str]:
    found = documents.offered(facts, cited, {page.id: page for page in pages}, wanted, {})
    return [passage.text for passage in found]


def test_the_section_round_a_quote_comes_with_its_conditions_before_the_rest_of_the_document() -> None:
    page = make_page(GUIDE)
    first, second = shown((quoting(page, LIMIT),), page)
    assert UNLESS in first
    assert RESTORE in second


def test_the_document_that_the_drafts_cite_most_comes_first() -> None:
    guide, weather = make_page(GUIDE), make_page(WEATHER, url="kb://world/weather.md")
    facts = (quoting(weather, RAIN), quoting(guide, LIMIT))
    assert "Rain" in shown(facts, guide, weather)[0]
    assert "mirror" in shown(facts, guide, weather, cited=(facts[1].id,))[0]


def test_a_section_that_the_facts_quote_whole_is_not_shown_again() -> None:
    page = make_page(GUIDE)
    facts = (quoting(page, LIMIT), quoting(page, UNLESS))
    assert [RESTORE in text for text in shown(facts, page)] == [True]


def test_what_loose_facts_come_from_is_not_shown() -> None:
    page = make_page(GUIDE)
    assert shown((quoting(page, LIMIT).model_copy(update={"loose": True}),), page) == []


def test_of_a_document_that_is_too_long_the_sections_round_quotes_come_and_no_more_than_there_is_room() -> None:
    filler = "\n\n".join(f"# Part {n}\n\n{(GUIDE.replace('#', '') + ' ') * 5}" for n in range(90))
    page = make_page(f"{filler}\n\n{GUIDE}")
    found = shown((quoting(page, LIMIT),), page)
    assert UNLESS in found[0]
    assert documents.MOST - 3_000 < sum(map(len, found)) <= documents.MOST


def test_a_part_has_its_own_address_and_the_heading_that_it_stands_under() -> None:
    page = make_page(GUIDE)
    (first, second) = documents.offered((quoting(page, LIMIT),), (), {page.id: page}, "mirror", {})
    assert (first.key, second.key) == ("S1", "S2")
    assert page.text[first.start : first.end] == first.text
    assert first.url == f"{page.url}#{first.start}-{first.end}"
    assert second.title_path[-1] == "Restoring"
