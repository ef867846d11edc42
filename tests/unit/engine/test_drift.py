"""The drift check: four checks, each off when the brief leaves its value empty."""

from __future__ import annotations

import pytest

from fathoms.domain.brief import Brief, Period, Subject
from fathoms.domain.evidence import Passage, Query
from fathoms.domain.thread import DriftKind, Lead, Scope, ScopeDraft, Sifted
from fathoms.engine.intake import bounds
from fathoms.engine.thread.allocation import choose
from fathoms.engine.thread.drift import examined, sift
from fathoms.engine.thread.scoping import next_scope
from tests.thread_making import (
    after_round,
    make_brief,
    make_passage,
    make_record,
    make_survey,
    make_task,
    make_thread,
    on,
)

PLAIN = "The mussel beds were counted."


def passage(text: str = PLAIN, name: str = "a", **fields: object) -> Passage:
    return make_passage(text, key=name, url=f"kb://world/{name}.md#0-9", **fields)


def sifted(
    *passages: Passage,
    brief: Brief | None = None,
    subjects: tuple[str, ...] = (),
    leads: tuple[str, ...] = (),
    targets: tuple[str, ...] = (),
    query: str = "",
) -> Sifted:
    task = make_task(subjects=subjects)
    thread = make_thread(task, leads=tuple(Lead(text=lead) for lead in leads))
    queries = [Query(source="kb", text=query)] if query else []
    return sift(passages, brief or make_brief(), task, thread, scope=Scope(round=1, targets=targets), queries=queries)


def drift_of(*args: Passage, **fields: object) -> DriftKind | None:
    result = sifted(*args, **fields)  # type: ignore[arg-type]
    return result.drifts[0].drift if result.drifts else None


def test_with_an_empty_scope_nothing_drifts() -> None:
    everything = passage("Brazil in 1950: the mussel beds.", dated=on(1950))
    assert sifted(everything).kept == (everything,)


@pytest.mark.parametrize(
    ("year", "drifts"), [(2014, True), (2015, False), (2022, False), (2029, False), (2030, True), (None, False)]
)
def test_a_page_more_than_five_years_from_the_period_drifts(year: int | None, drifts: bool) -> None:
    brief = make_brief(period=Period(first=2020, last=2024))
    kind = drift_of(passage(dated=on(year) if year else None), brief=brief)
    assert kind is (DriftKind.DATE if drifts else None)


@pytest.mark.parametrize(
    ("place", "text", "drifts"),
    [
        ("Japan", "In Brazil the beds were counted.", True),
        ("Japan", "In Brazil and Japan the beds were counted.", False),
        ("Japan", "The Japanese beds, and those of Brazil.", False),
        ("Japan", "日本の漁場。ブラジルの漁場。", False),
        ("日本", "ブラジルの漁場。", True),
        ("Japan", PLAIN, False),
        ("Japan", "Across Asia the beds were counted.", False),
        ("Europe", "The German beds were counted.", False),
        ("Europe", "The Brazilian beds were counted.", True),
        ("Japan", "a turkey and a guinea pig", False),
        ("Hamburg", "The beds of Germany were counted.", False),
        ("Hamburg", "The beds of Brazil, the largest of Brazil.", True),
        ("Hamburg", "The beds of Hamburg, unlike those of Brazil or Brazilian ones.", False),
    ],
)
def test_a_page_on_another_place_drifts_and_one_that_names_none_passes(place: str, text: str, drifts: bool) -> None:
    kind = drift_of(passage(text), brief=make_brief(place=place))
    assert kind is (DriftKind.PLACE if drifts else None)


SKARROW = ("Skarrow tidal array",)


@pytest.mark.parametrize(
    ("fields", "drifts"),
    [
        ({"text": PLAIN}, True),
        ({"text": "The Skarrow tidal array turns."}, False),
        ({"text": "The Skarrow array turns."}, False),  # two of three words
        ({"text": "Skarrow is a village."}, True),  # one of three
        ({"text": PLAIN, "title": "Skarrow tidal array"}, False),
        ({"text": PLAIN, "title_path": ("Projects", "Skarrow array")}, False),
        ({"text": PLAIN, "before": "Near the Skarrow array."}, False),
    ],
)
def test_a_page_that_names_none_of_the_subjects_drifts(fields: dict[str, object], drifts: bool) -> None:
    kind = drift_of(passage(**fields), subjects=SKARROW)  # type: ignore[arg-type]
    assert kind is (DriftKind.SUBJECT if drifts else None)


def test_a_page_found_by_a_bridge_passes_without_the_subjects_name() -> None:
    assert drift_of(passage(), subjects=SKARROW) is DriftKind.SUBJECT
    assert drift_of(passage(), subjects=SKARROW, leads=("mussel beds",)) is None
    assert drift_of(passage(), subjects=SKARROW, targets=("mussel beds",)) is None


@pytest.mark.parametrize(
    ("query", "drifts"), [("mussel beds porpoise curlew", False), ("mussel porpoise curlew", True)]
)
def test_a_page_with_half_of_the_querys_words_passes(query: str, drifts: bool) -> None:
    assert (drift_of(passage(), subjects=SKARROW, query=query) is DriftKind.SUBJECT) is drifts


def test_a_page_of_an_unrelated_field_drifts() -> None:
    brief = make_brief(domain="marine energy", subjects=(Subject(name="TimescaleDB", disambiguation=("PostgreSQL",)),))
    assert drift_of(passage("Cooking rice well."), brief=brief) is DriftKind.FIELD
    assert drift_of(passage("Marine life."), brief=brief) is None
    assert drift_of(passage("A PostgreSQL extension."), brief=brief) is None
    assert drift_of(passage("Cooking rice well."), brief=brief, query="cooking rice") is None


def test_a_field_that_only_a_mind_named_spares_a_page_on_a_subject_without_namesakes() -> None:
    known = (Subject(name="Skarrow"), Subject(name="Mercury", disambiguation=("planet",)))
    brief = make_brief(domain="astronomy", subjects=known)
    assert drift_of(passage("Skarrow lies in the north."), brief=brief, subjects=("Skarrow", "Mercury")) is None
    namesake = passage("Mercury is a metal that is liquid.")
    assert drift_of(namesake, brief=brief, subjects=("Skarrow", "Mercury")) is DriftKind.FIELD
    assert drift_of(passage("The planet Mercury has no moon."), brief=brief, subjects=("Mercury",)) is None


def test_a_row_of_drifts_goes_on_from_the_round_before() -> None:
    task = make_task(subjects=SKARROW)
    thread = make_thread(task).model_copy(update={"rounds": (make_record(drift_streak=2),)})
    result = sift(many("xo"), make_brief(), task, thread)
    assert (len(result.drifts), result.ended) == (1, True)
    ended = make_thread(task).model_copy(update={"rounds": (make_record(drift_streak=2, drifted=True),)})
    assert not sift(many("xo"), make_brief(), task, ended).ended, "a round that was ended begins a new row"
    assert sift(many("oxx"), make_brief(), task, make_thread(task)).streak == 2


def test_pages_behind_the_third_drift_do_not_count_as_read() -> None:
    found = many("xxxoo")
    result = sifted(*found, subjects=SKARROW)
    assert examined(found, result) == tuple(found[:3])
    assert examined(found[:2], sifted(*found[:2], subjects=SKARROW)) == tuple(found[:2])


def test_after_a_round_that_drift_ended_the_next_query_needs_half_new_terms() -> None:
    thread = after_round(make_thread(), drifted=True)
    assert thread.must_reformulate
    asked = thread.rounds[-1].queries[0].text
    draft = ScopeDraft(
        intent="", backlog=(Query(source="kb", text=f"{asked} anew"), Query(source="kb", text="rye loaf"))
    )
    chosen = choose(thread, next_scope(thread, make_brief()), draft, [make_survey("kb")])
    assert [query.text for query in chosen.queries] == ["rye loaf"]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("What is the state of tidal power in Japan?", "Japan"),
        ("How is tidal power regulated across the European grid?", "Europe"),
        ("日本における潮力発電の現状", "Japan"),
        ("Compare tidal power in Japan and in Brazil", None),
        ("Who wrote the French constitution?", None),
        ("What is the capital of France?", None),
    ],
)
def test_a_place_that_a_question_is_set_in_bounds_its_brief(question: str, place: str | None) -> None:
    assert bounds.bounded(make_brief(question=question)).place == place
    assert bounds.bounded(make_brief(question=question, place="Chile")).place == "Chile"


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("What is a stent in medicine?", "medicine"),
        ("What does drift mean in the field of machine learning?", "machine learning"),
        ("How large is Mercury (planet)?", "planet"),
        ("医療分野におけるAIの利用", "医療"),
        ("What is tidal power?", None),
    ],
)
def test_a_field_that_a_question_names_bounds_its_brief(question: str, field: str | None) -> None:
    assert bounds.bounded(make_brief(question=question)).domain == field


def test_a_page_on_a_namesake_drifts_when_the_question_names_the_field() -> None:
    brief = bounds.bounded(make_brief(question="How large is Mercury (planet)?"))
    metal = passage("Mercury is a metal that is liquid.")
    assert drift_of(metal, brief=brief, subjects=("Mercury",)) is DriftKind.FIELD
    assert drift_of(passage("The planet Mercury."), brief=brief, subjects=("Mercury",)) is None


def test_all_passages_of_a_page_share_its_fate() -> None:
    named = make_passage("The Skarrow tidal array.", key="S1", url="kb://world/a.md#0-9")
    other = make_passage(PLAIN, key="S2", url="kb://world/a.md#20-29", start=20)
    assert sifted(named, other, subjects=SKARROW).kept == (named, other)


def many(pattern: str) -> list[Passage]:
    """`x` drifts, `o` stays."""
    texts = {"x": PLAIN, "o": "The Skarrow tidal array."}
    return [passage(texts[sign], name=f"{sign}{n}") for n, sign in enumerate(pattern)]


@pytest.mark.parametrize(
    ("pattern", "kept", "drifts", "ended"),
    [
        ("xx", 0, 2, False),
        ("xxx", 0, 3, True),
        ("xxox", 1, 3, False),
        ("oxxxo", 1, 3, True),
        ("xoxox", 2, 3, False),
    ],
)
def test_three_drifts_in_a_row_end_the_round(pattern: str, kept: int, drifts: int, ended: bool) -> None:
    result = sifted(*many(pattern), subjects=SKARROW)
    assert (len(result.kept), len(result.drifts), result.ended) == (kept, drifts, ended)
