"""What stands around a sentence says what it is about: headings, tables, lists, the page, its date, its rank."""

from __future__ import annotations

from datetime import date

import pytest

from fathoms.domain.plan import Task, TaskRole
from fathoms.domain.thread import Claim
from fathoms.minds.extractive.read.facets import Facet
from fathoms.minds.extractive.read.matching import Lexicon, Surroundings
from fathoms.minds.extractive.read.question import read
from fathoms.minds.extractive.read.wants import Wants
from fathoms.minds.extractive.select.units import units_of
from fathoms.minds.extractive.tell import wording
from fathoms.text.terms import terms
from tests.mind_making import brief, extraction, passage

GUIDE = "Crane guide"


def section(heading: str, text: str, *, key: str = "S1", page: str = "guide", **fields: object) -> object:
    return passage(text, key=key, title=GUIDE, title_path=(GUIDE, heading), page_id=page, **fields)


def answered(*passages: object, ask: str, **fields: object) -> list[Claim]:
    return [claim for claim in extraction(*passages, ask=ask, **fields).claims if not claim.loose]  # type: ignore[arg-type]


def test_a_section_on_what_is_asked_comes_before_a_mention_of_it():
    mention = section("Log book", "Whoever keeps the log writes the signal codes of the day into its margin.", key="S1")
    home = section("Signal codes", "One short blast means lower, two mean stop, and three mean hoist.", key="S2")
    claims = answered(mention, home, ask="What do the signal codes mean?")
    assert claims[0].passage == "S2"


def test_a_table_whose_columns_are_asked_for_is_an_answer():
    table = (
        "| crane | lifts | stands |\n|---|---|---|\n| Anselm | 40 tonnes | North Quay |\n| Tarn | 12 tonnes | Mole |\n"
    )
    text = section("Overview", table, key="S1")
    aside = section("Paint", "Two cranes cannot be painted in the same week of the year.", key="S2")
    assert answered(text, aside, ask="Which cranes are there?")[0].text == (
        "crane; lifts; stands Anselm; 40 tonnes; North Quay Tarn; 12 tonnes; Mole"
    )


@pytest.mark.parametrize(
    "announcement",
    [
        "Every load is looked at before it is lifted:",
        "Every load is looked at by two people of the harbour works. Then",
    ],
)
def test_a_list_is_quoted_with_what_announces_it(announcement: str):
    text = f"{announcement}\n\n- the hook is closed by the banksman;\n- the wind is read from the mast of the crane.\n"
    [claim] = answered(section("The load check", text), ask="What does the load check look at?")
    assert claim.text.startswith(f"{announcement.rstrip(':')}: the hook is closed")
    assert claim.text.endswith("from the mast of the crane.")


def test_an_item_that_is_too_far_from_its_announcement_stands_alone():
    far = "\n".join(f"- the rope number {n} is greased with the thick grease of the harbour works;" for n in range(9))
    text = f"Every week:\n\n{far}\n- the brake of the crane is tested with a load of ten tonnes.\n"
    claims = answered(section("Upkeep", text), ask="How is the brake of the crane tested?")
    assert claims[0].text == "the brake of the crane is tested with a load of ten tonnes."


def test_a_list_is_not_quoted_from_an_announcement_that_leans_on_something_before_it():
    text = "This crew looks at every load:\n\n- the hook of the crane is closed by the banksman;\n"
    [claim] = answered(section("The load check", text), ask="What does the load check look at?")
    assert claim.text == "the hook of the crane is closed by the banksman;"


@pytest.mark.parametrize(
    ("question", "wants"),
    [
        ("When does the crane stop?", Wants.ANYTHING),
        ("When should the brake be tested?", Wants.ANYTHING),
        ("When was the crane moved?", Wants.DATE),
        ("When is the crane expected?", Wants.DATE),
    ],
)
def test_what_happens_as_a_rule_has_no_date(question: str, wants: Wants):
    assert read(question).wants is wants


def test_what_somebody_asks_is_no_answer():
    talk = passage("Q: Does the Port of Anselm handle 4.2 million tonnes or 3.1 million tonnes of cargo a year?")
    assert not extraction(talk, ask="How many tonnes does the Port of Anselm handle a year?").claims


def test_who_did_it_is_said_by_a_sentence_not_by_the_heading_over_it():
    text = "Odo Brenn had ordered a stronger crane for the North Quay, and it was not part of the first plan."
    named = section("Who painted it", text)
    assert not answered(named, ask="Who painted the crane?")
    assert answered(section("Paint", f"The crane was painted by Odo Brenn. {text}"), ask="Who painted the crane?")


def test_the_day_of_a_document_counts_as_said_in_it():
    text = "The Board lowered the fee for small boats and refused the second crane."
    ask = "What did the Board decide on fees in May 2024?"
    [dated] = units_of([passage(text, title="Session", dated=date(2024, 5, 16))])
    [undated] = units_of([passage(text, title="Session")])
    lexicon = Lexicon({}, 3.0)
    asked = read(ask)
    assert lexicon.share(asked.attributes, dated.around) > lexicon.share(asked.attributes, undated.around)


def test_where_a_page_has_a_section_on_it_a_chance_word_elsewhere_is_left_out():
    limits = "The crane of Anselm cannot lift more than 40 tonnes, and never in a gale."
    aside = "The crane of Anselm cannot be seen from the town because of the new silo."
    named = section("Limits", limits, key="S1")
    other = section("View", aside, key="S2")
    ask = "What are the limits of the crane of Anselm?"
    assert [claim.text for claim in answered(named, other, ask=ask)] == [limits]
    elsewhere = passage(aside, key="S3", title="Town walk")
    assert len(answered(named, elsewhere, ask=ask)) == 2, "another page has no such section"


def test_an_overview_tells_what_the_subject_is_and_leaves_the_rest_to_the_tasks_after_it():
    words = wording.of("en")
    text = "The Anselm Crane is a harbour crane on the North Quay.\n\nThe Anselm Crane lifts 40 tonnes at once."
    task = Task(id="1", question="What is the Anselm Crane?", focus=words.overview, role=TaskRole.OVERVIEW)
    [claim] = answered(passage(text, title="Anselm Crane"), ask=task.question, task=task)
    assert claim.text.startswith("The Anselm Crane is a harbour crane")


@pytest.mark.parametrize(
    ("weight", "rarest", "needed"), [(0.79, 2.6, False), (0.8, 2.6, True), (0.79, 2.59, True), (3.0, 4.0, True)]
)
def test_a_subject_of_half_of_all_passages_need_not_be_named(weight: float, rarest: float, needed: bool):
    lexicon = Lexicon({"anselm": weight}, rarest)
    unnamed = Surroundings(terms("The brake is tested every week."))
    assert (lexicon.gate(read("How does Anselm test its brakes?"), unnamed) < 1.0) is needed


def test_what_its_source_found_best_stands_highest():
    found = passage("The crane was moved in 2019 to the North Quay.", key="S1", title="A", page_id="a", score=0.9)
    beside = passage("The crane was moved once more in the year 2023.", key="S2", title="A", page_id="a")
    second = passage("The crane was moved by sea from the old dock.", key="S3", title="B", page_id="b", score=0.45)
    assert [unit.standing for unit in units_of([found, beside, second])] == [1.0, 0.5, 0.5]


def test_a_source_without_scores_is_taken_at_its_order():
    first, second = (passage("The crane was moved in 2019 to the quay.", key=k, title=k, page_id=k) for k in "AB")
    assert [unit.standing for unit in units_of([first, second])] == [1.0, 0.5]


def test_the_passage_that_the_search_puts_first_may_say_less_of_what_is_asked():
    ask = "How is the Anselm Crane greased in winter frost?"
    text = "The Anselm Crane is greased by hand on the first Monday of the month."
    weights = {"winter": 2.0, "frost": 2.0, "greas": 2.0}
    first = passage(text, title="Works", page_id="a", score=1.0)
    better = passage(
        "Frost in winter is rare on the coast of the island.", key="S2", title="Sea", page_id="b", score=1.2
    )
    assert answered(first, ask=ask, weights=weights, brief=brief(ask))
    assert not answered(first, better, ask=ask, weights=weights, brief=brief(ask))


def test_a_label_belongs_to_the_sentence_after_it():
    text = (
        "Decision. The fee for small boats falls to 3 marks. The clerk of the harbour took the minutes of that evening."
    )
    words = [unit.around.words for unit in units_of([passage(text, title="Session")])]
    assert terms("decision") <= words[0]
    assert not terms("fee boats") & words[1]


@pytest.mark.parametrize(("start", "rule", "is_header"), [(0, "", True), (40, "|---|---|\n", True), (40, "", False)])
def test_a_passage_that_begins_inside_a_table_has_no_header(start: int, rule: str, is_header: bool):
    rows = f"| brake | tested every week |\n{rule}| rope | greased every month |\n"
    first = units_of([passage(rows, start=start)])[0]
    assert (first.opener is not None) is is_header


@pytest.mark.parametrize(
    ("question", "asks_for_limits"),
    [
        ("What are the limits of the crane?", True),
        ("Is there a limit on the load of the crane?", True),
        ("Which settings limit the web?", False),
        ("How can I limit what a run costs?", False),
        ("Who set the limit of 6 knots?", False),
    ],
)
def test_limits_are_asked_for_by_the_noun(question: str, asks_for_limits: bool):
    assert (read(question).facet is Facet.LIMITS) is asks_for_limits


def test_a_question_without_a_name_is_answered_by_most_of_its_words():
    said = "A storm on 26 September stirred up the sand and wore the seals of the crane away."
    half = "A storm on 26 January kept all boats in the harbour for a week of rain."
    ask = "What damage did the storm in September do?"
    weights = {"storm": 3.0, "septemb": 3.0, "damag": 3.0}
    assert answered(passage(said, title="Log"), ask=ask, weights=weights)
    assert not answered(passage(half, title="Log"), ask=ask, weights=weights)


def test_a_name_in_a_how_to_question_is_one_of_its_words():
    assert not read("How do I export a report as PDF?").is_named
    assert read("How does Anselm export its grain?").is_named


def test_a_sentence_that_should_say_who_names_somebody():
    unnamed = "The committee noted the delay, in the words of its chair, with regret. Odo Brenn was absent that day."
    named = "The harbour committee is chaired since 2020 by Odo Brenn of the works office."
    ask = "Who chairs the harbour committee?"
    first = passage(unnamed, title="Harbour committee", key="S1", page_id="a")
    second = passage(named, title="Town", key="S2", page_id="b")
    assert [claim.passage for claim in answered(first, second, ask=ask)] == ["S2"]


def test_what_something_is_is_told_where_it_is_the_topic():
    ask = "What are load lines?"
    mention = passage(
        "The clerk of the harbour writes down delays, gaps, load lines and the weather of every day.", title="Log book"
    )
    told = passage("Load lines are painted marks that show how deep a ship may lie.", title="Ships")
    assert not answered(mention, ask=ask)
    assert answered(told, ask=ask)


def test_who_does_it_is_answered_by_who_does_it_to_the_thing_asked_about():
    ask = "Who decides about the ferries of Anselm?"
    weights = {"decid": 4.0, "ferri": 1.2}
    array = "The design of the array follows whatever Odo Brenn decides in April of this year."
    ferries = "The Board of Odo Brenn decides which ferries sail in winter and which lie still."
    assert not answered(passage(array, title="Port of Anselm"), ask=ask, weights=weights)
    assert answered(passage(ferries, title="Port of Anselm"), ask=ask, weights=weights)
