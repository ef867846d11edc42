"""Questions with links: what a round leaves open, which names it goes on from, and what counts as a step."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from fathoms.domain.evidence import Query
from fathoms.domain.plan import ExtractionSpec, Task
from fathoms.domain.thread import Lead, RoundRecord, Scope
from fathoms.engine.thread import coverage
from fathoms.minds.extractive.plan.scoping import make_scope
from fathoms.minds.extractive.read.question import read
from fathoms.minds.extractive.select.cleaning import quality, word_count
from tests.mind_making import extraction, fact, passage, scope_request, thread

SNOWFALL = "What is the average snowfall in the city where the performers of Lanternlight were formed?"
QUARRY = passage(
    "Average snowfall in Corbel is 40 centimetres a year. The quarry closes in January.", key="S1", title="Corbel"
)
SONG = passage(
    "Lanternlight is a song by the band Hollow Tern, recorded in 1991 with Ida Marsh.", key="S2", title="Lanternlight"
)

AT = datetime(2026, 1, 1, tzinfo=UTC)


def asked_next(state_leads: tuple[Lead, ...], question: str = SNOWFALL, **fields: object) -> list[str]:
    state = thread(question, leads=state_leads, sent=(question,), **fields)
    scope = Scope(round=2, open_sub_questions=("q1",))
    return [query.text for query in make_scope(scope_request(state, Task(id="1", question=question), scope)).backlog]


def test_a_lead_carries_the_words_that_its_passage_leaves_open():
    leads = {lead.text: lead for lead in extraction(SONG, ask=SNOWFALL).leads}
    assert {"snowfall", "city", "formed"} <= set(leads["Hollow Tern"].unsaid)
    assert "Lanternlight" not in leads["Hollow Tern"].unsaid


def test_a_subject_that_no_good_passage_names_is_the_first_lead():
    [first, *_] = extraction(QUARRY, ask=SNOWFALL).leads
    assert first.text == "Lanternlight"
    assert "performers" in first.unsaid
    assert "snowfall" not in first.unsaid


def test_a_subject_that_an_earlier_round_told_of_is_not_asked_for_again():
    told = fact("Lanternlight is a song by Hollow Tern.", loose=True)
    leads = extraction(QUARRY, ask=SNOWFALL, thread=thread(SNOWFALL, facts=(told,))).leads
    assert "Lanternlight" not in [lead.text for lead in leads]


def test_what_was_passed_over_is_asked_for_by_itself_before_other_names():
    passed = Lead(text="Lanternlight", weight=1.0, unsaid=("performers", "Lanternlight", "formed"))
    other = Lead(text="Corbel", weight=9.0, unsaid=("performers",))
    assert asked_next((other, passed))[0] == "Lanternlight performers formed"


def test_a_name_is_asked_for_with_what_none_of_the_passages_beside_it_says():
    found = asked_next(
        (Lead(text="Hollow Tern", unsaid=("snowfall", "city")), Lead(text="Ida Marsh", unsaid=("snowfall", "average")))
    )
    assert found[0] == "Hollow Tern Ida Marsh snowfall"


def test_a_name_that_a_later_round_asked_for_is_not_asked_for_again():
    asked = RoundRecord(
        number=2, at=AT, scope=Scope(round=2), queries=(Query(source="kb", text="Hollow Tern snowfall"),)
    )
    first = asked.model_copy(update={"number": 1, "queries": (Query(source="kb", text=SNOWFALL),)})
    found = asked_next((Lead(text="Hollow Tern", unsaid=("city",)),), rounds=(first, asked))
    assert "Hollow Tern city" not in found


def test_a_page_read_later_leads_less_than_the_same_page_read_first():
    record = RoundRecord(number=1, at=AT, scope=Scope(round=1), read_urls=("kb://a", "kb://b", "kb://c"))
    early = {lead.text: lead.weight for lead in extraction(SONG, ask=SNOWFALL).leads}
    late = {
        lead.text: lead.weight
        for lead in extraction(SONG, ask=SNOWFALL, thread=thread(SNOWFALL, rounds=(record,))).leads
    }
    assert late["Hollow Tern"] < early["Hollow Tern"]


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("Which river crosses the town where Odo Brenn was born?", "Harrow", "Ida Marsh"),
        ("Which school did the author of Lanternlight attend?", "Ida Marsh", "Harrow"),
    ],
)
def test_a_name_of_the_kind_that_the_question_goes_through_leads(question: str, first: str, second: str):
    page = passage("Odo Brenn sang Lanternlight, a work by Ida Marsh, after a year in Harrow.", title="Odo Brenn")
    weights = {lead.text: lead.weight for lead in extraction(page, ask=question).leads}
    assert weights[first] > weights[second]


def test_a_passage_on_the_way_of_a_linked_question_counts_as_progress_and_not_as_an_answer():
    claims = extraction(SONG, ask="Who leads the city where the performers of Lanternlight were formed?").claims
    [step] = [claim for claim in claims if "Lanternlight" in claim.quote]
    assert (step.loose, step.leads_on, step.answers) == (True, True, ())


def test_without_a_link_a_passage_beside_the_question_is_no_progress():
    claims = extraction(SONG, ask="What is the average snowfall of Lanternlight in millimetres each year?").claims
    assert claims
    assert not any(claim.leads_on for claim in claims)


@pytest.mark.parametrize(("leads_on", "counted"), [(True, True), (False, False)])
def test_a_loose_fact_counts_only_as_a_step(leads_on: bool, counted: bool):
    assert coverage.counts(fact("Lanternlight is a song.", loose=True, leads_on=leads_on)) is counted


def test_every_page_gives_one_passage_before_any_gives_a_second():
    pages = [
        passage(
            f"The performers of Lanternlight came from town {n}. The city where they were formed had snowfall {n}.",
            key=f"S{n}",
            title=f"Page {n}",
        )
        for n in range(1, 4)
    ]
    hanging = passage("It was there that the performers of Lanternlight were formed.", key="S4", title="Page 4")
    task = Task(id="1", question=SNOWFALL, spec=ExtractionSpec(budget=4))
    claims = extraction(*pages, hanging, ask=SNOWFALL, task=task).claims
    assert {claim.passage for claim in claims} == {"S1", "S2", "S3", "S4"}


def test_a_page_that_shares_few_words_is_kept_as_loose():
    far = passage("Visitors praise the harbour walls and the bread of its bakers.", key="S2", title="Harbour walls")
    claims = extraction(SONG, far, ask=SNOWFALL).claims
    [beside] = [claim for claim in claims if claim.passage == "S2"]
    assert beside.loose
    assert not beside.leads_on


@pytest.mark.parametrize(
    ("question", "links"),
    [
        ("What country was the author of Lanternlight a citizen of?", 1),
        ("Which company is the maker of the T4 turbine?", 0),
        ("When did the country containing Corbel leave the union?", 1),
        ("What year did the company Hollow Tern Air Lines is part of dissolve?", 1),
        ("Who is the director of Lanternlight?", 0),
    ],
)
def test_links_of_a_question_are_counted(question: str, links: int):
    assert read(question).links == links


@pytest.mark.parametrize(("words", "usable"), [(39, False), (40, True)])
def test_a_long_record_without_full_stops_is_usable_and_a_menu_is_not(words: int, usable: bool):
    text = " ".join(f"{'Harrow' if n % 2 else 'Corbel'}" for n in range(words))
    assert (quality(text) > 0) is usable


def test_of_a_long_record_the_stretch_that_says_most_is_quoted():
    record = (
        " ".join(f"Place{n} {1900 + n}" for n in range(60)) + " Lanternlight performers formed in Harrow " + "x " * 60
    )
    [claim] = extraction(passage(record, title="Dates"), ask=SNOWFALL).claims
    assert "Lanternlight performers formed in Harrow" in claim.quote
    assert word_count(claim.quote) <= 75


def test_a_quote_does_not_end_inside_a_number():
    record = "The performers of Lanternlight were formed in a city with snowfall " + "and rain " * 26 + "of 82,278 feet"
    [claim] = extraction(passage(record + ", " + "more words follow here " * 10, title="Dates"), ask=SNOWFALL).claims
    assert "82,278" in claim.quote or "82" not in claim.quote


def test_of_a_numbered_thing_the_number_is_the_name():
    assert read("What is decision DR-031?").anchors == (frozenset({"dr031"}),)


def test_the_page_that_a_number_names_answers_though_it_does_not_say_what_it_is():
    page = passage("Turbines are slowed to standby speed whenever a porpoise is near.", title="DR-031: Porpoises")
    [claim] = extraction(page, ask="What is Decision DR-031?").claims
    assert claim.answers == ("q1",)


def test_a_sentence_beside_a_quoted_one_is_quoted_by_itself():
    far = (
        "Lanternlight was sung by the performers in a city of snowfall. "
        + "Rain fell on the quay all of the year. " * 7
    )
    page = passage(far + "The performers were formed in Harrow, where average snowfall is high.", title="Lanternlight")
    quotes = [claim.quote for claim in extraction(page, ask=SNOWFALL).claims]
    assert any("sung by the performers" in quote for quote in quotes)
    assert any("formed in Harrow" in quote for quote in quotes)


def test_a_linked_question_takes_the_evidence_route_whatever_side_it_asks_for():
    asked = read("What are the limits of the network that decision DR-031 relies on?")
    assert asked.links
    assert asked.needs_evidence_route
