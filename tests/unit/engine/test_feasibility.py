"""Feasible or not, why, and what to ask instead."""

from __future__ import annotations

import re
from datetime import date

import pytest

from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort, Subject
from fathoms.domain.evidence import SourceKind
from fathoms.domain.feasibility import Extent, Ground, Pace, Verdict
from fathoms.domain.survey import Heading, Survey
from fathoms.engine.intake import feasibility
from fathoms.engine.intake.extent import extent_of
from fathoms.engine.intake.feasibility import LEAST_COUNTED, estimate
from fathoms.engine.plan import rules as plan_rules

SURVEY = Survey(
    source="documents",
    kind=SourceKind.INTERNAL,
    topics=("Tidal Authority", "overview", "Kittlehead"),
    headings=(Heading(text="Cost", document="Cold Quay Battery"), Heading(text="料金", document="フェリー案内")),
    last_date=date(2026, 1, 1),
)


def verdict_on(
    question: str, *subjects: str, effort: Effort = Effort.STANDARD, reasons: tuple[str, ...] = ()
) -> Verdict:
    brief = Brief(
        question=question,
        subjects=tuple(Subject(name=name) for name in subjects),
        effort=effort,
        limits=EFFORT_LIMITS[effort],
    )
    return feasibility.judge(brief, plan_rules.single(brief), surveys=(SURVEY,), mind_reasons=reasons)


def items(count: int, stem: str = "Item") -> tuple[str, ...]:
    return tuple(f"{stem}{n}" for n in range(1, count + 1))


@pytest.mark.parametrize(
    ("extent", "needed"),
    [
        (Extent(), 1),
        (Extent(aspects=items(8)), 8),
        (Extent(aspects=items(9)), 9),
        (Extent(aspects=items(13), listed=5), 5),
        (Extent(aspects=items(40), listed=6), 8),
        (Extent(aspects=items(41), listed=6), 9),
        (Extent(aspects=items(13), listed=9), 9),
        (Extent(subjects=items(8)), 8),
        (Extent(subjects=items(8), compared=True), 9),
        (Extent(subjects=items(7), compared=True), 8),
        (Extent(subjects=items(2), aspects=items(5), compared=True), 3),
        (Extent(subjects=items(2), aspects=items(6), compared=True), 5),
        (Extent(subjects=items(2), aspects=items(3), periods=items(4)), 8),
        (Extent(subjects=items(2), aspects=items(6), periods=items(3)), 12),
        (Extent(aspects=items(5), periods=items(8)), 8),
        (Extent(aspects=items(6), periods=items(5)), 10),
        (Extent(members=50), 50),
        (Extent(parts=9), 9),
        (Extent(endless=True), feasibility.BOUNDLESS),
    ],
)
def test_subjects_aspects_and_periods_multiply(extent: Extent, needed: int) -> None:
    assert feasibility.needed_tasks(extent) == needed


@pytest.mark.parametrize(("aspects", "feasible"), [(8, True), (9, False)])
def test_eight_top_tasks_are_the_most(aspects: int, feasible: bool) -> None:
    facets = ["cost", "noise", "depth", "colour", "weight", "smell", "shape", "speed", "taste"][:aspects]
    verdict = verdict_on(f"Describe the {', '.join(facets[:-1])} and {facets[-1]} of the harbour.", "the harbour")
    assert verdict.needed == aspects
    assert verdict.feasible is feasible


def test_lists_of_other_things_and_what_brackets_explain_are_asked_within_the_longest_list() -> None:
    question = (
        "Which settings of the pump and the valve should we choose (pressure, flow, material, seal, drive), "
        "what does each guarantee, cost and not protect against, "
        "and how do we recover when a seal, the drive or a sensor is lost?"
    )
    verdict = verdict_on(question, "the pump")
    assert verdict.feasible
    assert verdict.needed == 3


def test_a_refusal_gives_the_reason_and_slices_that_cover_the_question() -> None:
    verdict = verdict_on("Compare AWS, Azure, GCP, Oracle, IBM, OVH, Hetzner and Linode in price and support.")
    assert not verdict.feasible
    assert [reason.ground for reason in verdict.reasons] == [Ground.TOO_WIDE]
    assert "8 subjects × 2 aspects × 1 periods" in verdict.reasons[0].text
    assert verdict.covers
    told = " ".join(verdict.splits)
    assert all(name in told for name in ("AWS", "Azure", "GCP", "Oracle", "IBM", "OVH", "Hetzner", "Linode"))
    assert all(feasibility.is_feasible(split) for split in verdict.splits)


def test_slices_that_are_not_all_shown_do_not_claim_to_cover_the_question() -> None:
    names = [f"Port {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    verdict = verdict_on(f"Compare {', '.join(names[:-1])} and {names[-1]}.")
    assert len(verdict.splits) == 8
    assert not verdict.covers


def test_the_one_subject_of_a_long_list_of_aspects_is_kept_in_the_slices() -> None:
    verdict = verdict_on(
        "Describe the culture, economy, politics, history, climate, cuisine, sports, music and religion of Japan.",
        "Japan",
    )
    assert verdict.covers
    assert all(split.endswith("of Japan.") for split in verdict.splits)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("For each of the 50 US states, explain the tax system and the energy mix.", "explain the tax system and"),
        ("What is the capital of every country?", "What is the capital of"),
        ("47都道府県それぞれの人口と産業を調べてください。", "の人口と産業を調べてください。"),
    ],
)
def test_a_class_gives_way_to_members_in_the_words_of_the_question(question: str, kept: str) -> None:
    verdict = verdict_on(question)
    assert not verdict.feasible
    assert not verdict.covers
    assert all(kept in split for split in verdict.splits)
    assert len(verdict.splits) == 3


def test_a_vague_question_is_refused_with_what_the_documents_have() -> None:
    verdict = verdict_on("What should we do?", "business strategy")
    assert [reason.ground for reason in verdict.reasons] == [Ground.VAGUE]
    assert verdict.splits[:2] == (
        "What do the documents say about Tidal Authority?",
        "What do the documents say about Kittlehead?",
    )
    assert verdict.needed == 0


def test_a_vague_japanese_question_is_answered_in_japanese() -> None:
    verdict = verdict_on("どうすればいいですか。")
    assert verdict.splits[0] == "資料にはフェリー案内について何が書かれていますか。"
    assert "対象" in verdict.reasons[0].text


def test_a_vague_question_without_sources_is_refused_without_a_guess() -> None:
    brief = Brief(question="Which one is better?")
    assert feasibility.judge(brief, plan_rules.single(brief)).splits == ()


def test_a_mind_can_add_a_reason_but_take_none_away() -> None:
    added = verdict_on(
        "How deep is the harbour?", "the harbour", reasons=("the documents are about something else", " ")
    )
    assert not added.feasible
    assert [(r.ground, r.text) for r in added.reasons] == [(Ground.MIND, "the documents are about something else")]
    kept = verdict_on("What should we do?", "the harbour", "the crane")
    assert not kept.feasible


@pytest.mark.parametrize(("known", "feasible"), [(8, True), (9, False)])
def test_members_that_a_mind_knows_count_like_named_ones(known: int, feasible: bool) -> None:
    members = [f"Land {n}" for n in range(known)]
    assert verdict_on("How do the Nordic realms heat their homes?", *members).feasible is feasible


def test_subjects_that_the_question_names_in_passing_do_not_multiply() -> None:
    question = (
        "Why did Orrin Ferries, with Ostrel Coatings and Shioura Seiki, sue the Tidal Authority over Project Lantern?"
    )
    names = ("Orrin Ferries", "Ostrel Coatings", "Shioura Seiki", "Tidal Authority", "Project Lantern")
    assert verdict_on(question, *names).feasible


STORY = (
    "We keep the tide tables of five harbours. Last month a gauge died and nobody could read the level for an hour; "
    "when we then tried to restore it, we found that nothing had been copied for weeks and the copy refused to open. "
    "How should we lay out, copy and guard these tables, how do we notice that copying has stopped, how do we rehearse "
    "and carry out a recovery, and what does each step cost?"
)


@pytest.mark.parametrize(("added", "feasible"), [(8, True), (9, False)])
def test_what_a_mind_calls_the_parts_of_one_case_is_not_multiplied_by_what_is_asked_of_it(
    added: int, feasible: bool
) -> None:
    verdict = verdict_on(STORY, *(f"Topic {n} of gauges" for n in range(added)))
    assert verdict.feasible is feasible


def test_what_a_further_sentence_asks_of_the_same_is_asked_within_the_longest() -> None:
    asked = (
        "How do we find out where we stand, what do we mend first, what do we demand of the vendor, what do we do "
        "about the films, whom do we involve, and what may we claim? What does each step cost, what does it not "
        "achieve, and how do we keep it from decaying?"
    )
    assert extent_of(asked).parts == 6
    assert feasibility.is_feasible(asked)


@pytest.mark.parametrize(("effort", "noted"), [(Effort.QUICK, True), (Effort.STANDARD, False)])
def test_an_effort_without_room_for_every_task_is_noted(effort: Effort, noted: bool) -> None:
    verdict = verdict_on("Describe the cost, noise, depth and colour of the harbour.", effort=effort)
    assert verdict.feasible
    assert bool(verdict.notes) is noted


def test_the_verdict_carries_the_estimate() -> None:
    verdict = verdict_on("How deep is the harbour?")
    assert verdict.estimate is not None
    assert verdict.estimate.tasks == 1
    assert verdict.estimate.usd_most == 0.0


@pytest.mark.parametrize(("calls", "counted"), [(LEAST_COUNTED - 1, 0), (LEAST_COUNTED, LEAST_COUNTED)])
def test_time_and_price_are_counted_once_there_are_enough_calls(calls: int, counted: int) -> None:
    brief = Brief(question="How deep is the harbour?")
    pace = Pace(calls=calls, seconds=calls * 3.0, usd=calls * 0.01)
    told = estimate(plan_rules.single(brief), brief, slots=1, free=False, pace=pace)
    assert told.counted == counted
    assert (told.usd_most is not None) is bool(counted)
    if counted:
        assert told.seconds_likely == pytest.approx(told.calls_likely * 3.0)
        assert told.usd_likely == pytest.approx(told.calls_likely * 0.01)


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of France?",
        "Why were all sixteen turbines fitted with a double-lip seal?",
        "List all companies that bid for the Kittlehead turbine contract.",
        "Which country borders China, Vietnam, Cambodia, Thailand and Myanmar?",
        "Who said that he was a Bohemian among Austrians, an Austrian among Germans and a Jew throughout the world?",
        "Trace the budget of the Marine Institute year by year from 1950 to 2026.",
        "Compare React, Vue and Angular in performance, ecosystem and learning curve.",
        "Compare the ferries Heron, Merganser and Shearwater in size, speed, range, crew and cost.",
        "What were all the problems with the T4 bearing and how were they solved?",
        "Describe all products in the catalogue of Ostrel Coatings.",
        "Tell me everything about the Kittlehead Tidal Array.",
        "How can we reduce diesel consumption?",
        "Investigate CRISPR in agriculture: history, techniques, regulation in the EU, US and China, public "
        "perception, main companies, patents, and future prospects.",
        "We are setting up a server for 24 disks: mostly files that are written once and read in order, plus a small "
        "database. Which layout should we choose (mirrors, RAIDZ2, RAIDZ3 or dRAID), what does each cost and protect "
        "against, which choices are final, and what do we do when one disk, a second disk or the whole pool fails?",
        "A town of 300,000 wants free buses. What happened to ridership, traffic, crime and the budget in Tallinn, "
        "Dunkirk, Luxembourg and Kansas City, how good is the evidence, and what would you advise?",
        "Compare Terraform, Pulumi and CloudFormation for a team of 8 with 120 accounts: state, tests, drift, secrets, "
        "cost and hiring.",
        "What did our board decide about remote work, travel and bonuses in 2023, 2024 and 2025, and what did each "
        "decision cost?",
        "Compare Delaware, Ireland, Estonia and Singapore in taxes, reporting, liability and employee shares.",
        "第6回全国協議会はいつ開かれましたか。",
        "日本の歴史をすべて教えてください。",
        "再生可能エネルギーの歴史、現状、将来について詳しく教えてください。",
        "北は中国、東はベトナム、南はカンボジア、南西はタイ、北西はミャンマーと国境を接する国家は？",
        "อะไรคือกาแฟ",
    ],
)
def test_questions_that_can_be_researched_are_not_refused(question: str) -> None:
    assert feasibility.is_feasible(question), extent_of(question)


@pytest.mark.parametrize(
    "question",
    [
        "What should we do?",
        "How does it work?",
        "Tell me everything.",
        "What is going on in the world?",
        "Why?",
        "Explain the entire history of mankind.",
        "Compare all programming languages in speed and safety.",
        "Describe the tax system of every country in the world.",
        "Analyze every company in the S&P 500: its strategy, risks and outlook.",
        "Compare Germany, France, Italy and Spain in schools, taxes, health and defence in 1990, 2000 and 2010.",
        "これはどう思いますか。",
        "世界のすべての国の歴史を比較してください。",
        "すべてについて教えてください。",
        "人類の歴史をすべて説明してください。",
        "トヨタ、ホンダ、日産、マツダ、スバル、スズキ、ダイハツ、三菱、いすゞの売上、利益を比較してください。",
    ],
)
def test_questions_that_nobody_could_answer_are_refused(question: str) -> None:
    assert not feasibility.is_feasible(question), extent_of(question)


@pytest.mark.parametrize(("count", "feasible"), [(8, True), (9, False)])
def test_a_string_of_questions_is_cut_into_a_few_at_a_time(count: int, feasible: bool) -> None:
    things = ("quay", "crane", "ferry", "buoy", "winch", "cable", "beacon", "anchor", "mussel")[:count]
    verdict = verdict_on(" ".join(f"How old is the {thing}?" for thing in things))
    assert verdict.feasible is feasible
    if not feasible:
        assert "9 questions" in verdict.reasons[0].text
        assert verdict.covers
        assert all(any(thing in split for split in verdict.splits) for thing in things)


def test_no_reason_and_no_slice_has_a_gap_left_in_it() -> None:
    for question in ("Compare A, B, C, D, E, F, G, H and I in 1990 and 2000.", "世界のすべての国を比較してください。"):
        verdict = verdict_on(question)
        texts = (*verdict.splits, *(reason.text for reason in verdict.reasons), *verdict.notes)
        assert texts
        assert not any(re.search(r"[{}]|  | ,|\bNone\b", text) for text in texts)
