"""Discovery: a ranked, tagged, justified list that starts nothing."""

from __future__ import annotations

from datetime import date

import pytest

from fathoms.domain.brief import Period
from fathoms.domain.discovery import Discovery, RankedSource, Sweep, Swept, Tag
from fathoms.domain.evidence import Hit, Query, SourceKind, Tier
from fathoms.domain.survey import SearchAnswer
from fathoms.engine.thread.discovery import MOST_SOURCES, curate, sweeps
from tests.thread_making import make_brief, make_hit, make_survey, make_task, on

TASK = make_task(
    question="Which sources tell of the Skarrow array?",
    subjects=("Skarrow array",),
    sub_questions=("Skarrow array output", "Skarrow array porpoises"),
)
TODAY = date(2026, 3, 1)


def found(url: str, title: str = "", snippet: str = "The Skarrow array output and porpoises.", **fields: object) -> Hit:
    return make_hit(url, title=title or f"Skarrow at {url}", snippet=snippet, **fields)


def swept(*hits: Hit, theme: str = "Skarrow array output") -> Swept:
    return Swept(sweep=Sweep(theme=theme, query=Query(source="web", text=theme)), answer=SearchAnswer(hits=hits))


def ranked(discovery: Discovery) -> list[str]:
    return [item.url for item in discovery.included]


def refused(discovery: Discovery) -> dict[str, str]:
    return {item.url: item.reason for item in discovery.excluded}


def test_authority_outranks_a_forum_and_each_has_a_reason() -> None:
    result = curate([swept(found("https://reddit.com/a"), found("https://energy.gov/b"))], TASK, today=TODAY)
    assert ranked(result) == ["https://energy.gov/b", "https://reddit.com/a"]
    assert [item.rank for item in result.included] == [1, 2]
    assert all(item.reason for item in result.included)
    assert Tag.AUTHORITY in result.included[0].tags
    assert Tag.AUTHORITY not in result.included[1].tags


def test_one_page_found_by_several_themes_is_one_entry_with_wider_coverage() -> None:
    page = "https://a.org/x"
    result = curate(
        [swept(found(page)), swept(found(f"{page}?utm_source=y"), theme="Skarrow array porpoises")], TASK, today=TODAY
    )
    assert ranked(result) == [page]
    assert result.included[0].themes == ("Skarrow array output", "Skarrow array porpoises")
    assert Tag.COVERAGE in result.included[0].tags


def test_the_best_hit_of_a_page_speaks_for_it() -> None:
    poor = found("https://a.org/x", "Notes", "Skarrow array.")
    rich = found("https://a.org/x", "Notes on output and porpoises", "Skarrow array output, porpoises, sources.")
    once = curate([swept(rich)], TASK, today=TODAY).included[0]
    twice = curate([swept(poor), swept(rich)], TASK, today=TODAY).included[0]
    assert (twice.title, twice.score) == (once.title, once.score)


def test_passages_of_one_document_are_one_entry() -> None:
    result = curate([swept(found("kb://w/d.md#0-9"), found("kb://w/d.md#20-29"))], TASK, today=TODAY)
    assert ranked(result) == ["kb://w/d.md"]
    assert result.included[0].kind is SourceKind.INTERNAL


def test_the_same_work_in_two_places_is_listed_once() -> None:
    twins = (found("https://a.org/x", "Skarrow report 2025"), found("https://b.net/y", "Skarrow report 2025"))
    result = curate([swept(*twins)], TASK, today=TODAY)
    assert len(result.included) == 1
    assert "the same work" in next(iter(refused(result).values()))
    apart = (twins[0], found("https://b.net/y", "Skarrow report 2025", "Array supply contracts of Skarrow, terms."))
    assert len(curate([swept(*apart)], TASK, today=TODAY).included) == 2


def test_what_hardly_relates_is_left_out_with_the_reason() -> None:
    result = curate([swept(found("https://a.org/x", "Cooking rice", "Boil it."))], TASK, today=TODAY)
    assert result.included == ()
    assert "hardly related" in refused(result)["https://a.org/x"]
    assert result.advice == ("no source for the theme: Skarrow array output",)


def test_one_publisher_gives_two_at_most_but_own_documents_all() -> None:
    web = [found(f"https://a.org/{word}", f"Skarrow {word} notes") for word in ("output", "porpoises", "cables")]
    result = curate([swept(*web)], TASK, today=TODAY)
    assert len(result.included) == 2
    assert "better sources of a.org" in next(iter(refused(result).values()))
    own = [found(f"kb://w/{word}.md#0-9", f"Skarrow {word} notes") for word in ("output", "porpoises", "cables")]
    assert len(curate([swept(*own)], TASK, today=TODAY).included) == 3


def test_the_list_is_bounded_and_says_so() -> None:
    names = [f"word{chr(97 + n) * 5}" for n in range(MOST_SOURCES + 1)]
    many = [found(f"https://{name}.org/x", f"{name} {name}x Skarrow {name}y") for name in names]
    result = curate([swept(*many)], TASK, today=TODAY)
    assert (len(result.included), len(result.excluded)) == (MOST_SOURCES, 1)
    assert "the list holds" in result.excluded[0].reason


@pytest.mark.parametrize(("year", "recent"), [(2026, True), (2024, True), (2020, False)])
def test_recency_is_tagged_from_the_date(year: int, recent: bool) -> None:
    dated = found("https://a.org/x", dated=min(on(year), TODAY))
    item = curate([swept(dated)], TASK, today=TODAY).included[0]
    assert (Tag.RECENCY in item.tags) is recent
    undated = curate([swept(found("https://a.org/x"))], TASK, today=TODAY).included[0]
    assert Tag.RECENCY not in undated.tags


def test_a_lone_voice_on_its_theme_is_tagged_for_diversity() -> None:
    result = curate(
        [
            swept(found("https://a.org/x", "Skarrow figures"), found("https://b.org/y", "Output tables of Skarrow")),
            swept(found("https://c.org/z", "Porpoise watch"), theme="Skarrow array porpoises"),
        ],
        TASK,
        today=TODAY,
    )
    tagged = {item.url for item in result.included if Tag.DIVERSITY in item.tags}
    assert tagged == {"https://c.org/z"}


def test_the_balance_is_suggested_and_gaps_are_named() -> None:
    result = curate([swept(found("https://reddit.com/a"), found("https://old.reddit.com/b"))], TASK, today=TODAY)
    shares = {share.sort: share.now for share in result.balance}
    assert shares[Tier.COMMUNITY.value] == 1.0
    assert sum(share.suggested for share in result.balance) == pytest.approx(1.0)
    assert "no primary source: look for the official document" in result.advice
    assert "all sources have one publisher: look for an independent one" in result.advice
    assert curate([], TASK, today=TODAY) == Discovery()


def test_it_holds_sources_and_nothing_that_could_start_a_task() -> None:
    assert {"included", "excluded", "balance", "advice", "calls", "failures"} == set(Discovery.model_fields)
    assert "task" not in RankedSource.model_fields


def test_sweeps_stay_within_the_calls_and_go_over_all_themes_first() -> None:
    planned = sweeps(
        TASK, make_brief(place="Veskerry", period=Period(first=2020, last=2024)), [make_survey()], max_calls=3
    )
    assert [sweep.theme for sweep in planned] == [*TASK.sub_questions, TASK.sub_questions[0]]
    assert [sweep.perspective for sweep in planned] == ["", "", "overview"]
    assert planned[0].query.text == "Skarrow array output Veskerry 2020-2024"
    assert sweeps(TASK, make_brief(), [make_survey()], max_calls=0) == ()
    assert sweeps(TASK, make_brief(), [], max_calls=9) == ()


def test_a_theme_without_its_subject_gets_it() -> None:
    task = make_task(subjects=("Skarrow array",), sub_questions=("Who pays?",))
    assert sweeps(task, make_brief(), [make_survey()], max_calls=1)[0].query.text == "Skarrow array Who pays?"
