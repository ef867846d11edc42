"""A request in its questions: where one ends, what the later ones lean on."""

from __future__ import annotations

import pytest

from fathoms.minds.extractive.plan.decomposing import several
from fathoms.minds.extractive.plan.planning import _single
from fathoms.minds.extractive.read.comparing import Comparison, comparison_in
from fathoms.minds.extractive.read.facets import Facet
from fathoms.minds.extractive.read.question import read
from fathoms.minds.extractive.read.shapes import take_apart


@pytest.mark.parametrize(
    ("request_text", "parts"),
    [
        (
            "Describe the charging system, explain how the batteries are cooled, and tell me which supplier built it.",
            (
                "Describe the charging system",
                "Explain how the batteries are cooled with regard to the charging system",
                "Which supplier built the charging system?",
            ),
        ),
        (
            "Who leads the Veskerry Harbour Board, what is its budget, who pays?",
            (
                "Who leads the Veskerry Harbour Board?",
                "What is the budget of the Veskerry Harbour Board?",
                "Who pays with regard to the Veskerry Harbour Board?",
            ),
        ),
        (
            "Explain the rule for closing the Orrin Lock when herons nest: which gates, and what does it cost?",
            (
                "Explain the rule for closing the Orrin Lock when herons nest: which gates",
                "What does the rule for closing the Orrin Lock cost?",
            ),
        ),
        ("Who built the quay? When was it opened?", ("Who built the quay?", "When was the quay opened?")),
        ("What are the risks of nuclear power? Explain thoroughly.", ("What are the risks of nuclear power?",)),
    ],
)
def test_each_question_stands_alone(request_text: str, parts: tuple[str, ...]) -> None:
    assert take_apart(request_text).parts == parts


def test_it_never_points_at_a_person() -> None:
    assert take_apart("Who leads the Veskerry Harbour Board, and what is its budget?").clauses.leans == (False, False)
    assert take_apart("Who leads the Veskerry Harbour Board, and where was she born?").clauses.leans == (False, True)


def test_what_the_asker_tells_of_himself_is_no_part_of_the_question() -> None:
    shape = take_apart("We run a grid with 12 MW of wind. Explain which ways of storing it exist and what they cost.")
    assert all("grid" not in part for part in shape.parts)
    assert "cost" in shape.parts[1]


@pytest.mark.parametrize(
    ("question", "compared"),
    [
        (
            "Compare A and B in architecture and use cases.",
            Comparison(sides=("A", "B"), aspects=("architecture", "use cases")),
        ),
        (
            "Python vs Rust for web services: performance, safety, productivity",
            Comparison(
                sides=("Python", "Rust"),
                aspects=("performance", "safety", "productivity"),
                condition="for web services",
            ),
        ),
        (
            "How does our archive compare with the ISO 15489 standard, and how should we migrate to it?",
            Comparison(sides=("archive", "ISO 15489 standard")),
        ),
        (
            "Which is cheaper to run in a small house, a heat pump or a gas boiler?",
            Comparison(
                sides=("heat pump", "gas boiler"),
                aspects=("cost",),
                condition="to run in a small house",
                asked="Which is cheaper to run in a small house, a heat pump or a gas boiler?",
            ),
        ),
        ("Describe the cranes.", None),
    ],
)
def test_sides_respects_and_circumstances_of_a_comparison(question: str, compared: Comparison | None) -> None:
    assert comparison_in(question, "en") == compared


def test_a_side_that_is_only_it_is_what_was_named_before() -> None:
    shape = take_apart("What is the Cold Quay Battery and how does it compare with the Kittle Head battery?")
    assert shape.comparison
    assert shape.comparison.sides == ("Cold Quay Battery", "Kittle Head battery")


@pytest.mark.parametrize("question", ["課題と対策を分析してください。", "利用者への対応と対象を説明してください。"])
def test_a_word_that_begins_like_versus_compares_nothing(question: str) -> None:
    assert comparison_in(question, "ja") is None


def test_versus_in_japanese_does() -> None:
    compared = comparison_in("ガス対電気、どちらが安いですか。", "ja")
    assert compared
    assert compared.sides == ("ガス", "電気")


def test_every_respect_of_a_long_list_is_kept() -> None:
    compared = comparison_in("Compare A and B in cost, output, noise, weight, age and safety.", "en")
    assert compared
    assert compared.aspects == ("cost", "output", "noise", "weight", "age", "safety")


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("How do tidal and wave power differ in cost?", ("tidal power", "wave power")),
        (
            "Compare Germany's and Japan's approaches to waste.",
            ("Germany's approaches to waste", "Japan's approaches to waste"),
        ),
        ("Compare hydrogen and lithium batteries.", ("hydrogen", "lithium batteries")),
    ],
)
def test_sides_that_share_a_head_both_get_it(question: str, sides: tuple[str, ...]) -> None:
    compared = comparison_in(question, "en")
    assert compared
    assert compared.sides == sides


def test_the_one_respect_of_a_japanese_comparison_is_kept() -> None:
    compared = comparison_in("EUとアメリカのAI規制の違いは何ですか。", "ja")
    assert compared == Comparison(sides=("EU", "アメリカ"), aspects=("AI規制",))


def test_listed_aspects_share_the_head_of_the_last() -> None:
    shape = take_apart("Assess the economic and environmental effects of desalination in Spain.")
    assert shape.aspects == ("economic effects", "environmental effects")


@pytest.mark.parametrize(
    ("question", "language", "sides"),
    [
        ("Which film came out first, Heat or Ronin?", "en", ("Heat", "Ronin")),
        ("Are heat pumps or pellet stoves cheaper over twenty years?", "en", ("heat pumps", "pellet stoves")),
        ("Do cats or dogs live longer?", "en", ("cats", "dogs")),
        ("Should we lease or buy the trucks?", "en", ("leasing the trucks", "buying the trucks")),
        ("Should a small firm keep its server or move to a cloud?", "en", ("keeping its server", "moving to a cloud")),
        ("Is it better to rent or to buy in Munich?", "en", ("renting", "buying")),
        ("Kafka or RabbitMQ for 5,000 messages a second?", "en", ("Kafka", "RabbitMQ")),
        ("鉄道とバスでは、どちらが安いですか。", "ja", ("鉄道", "バス")),
        ("賃貸と持ち家、どちらが得か教えてください。", "ja", ("賃貸", "持ち家")),
    ],
)
def test_a_choice_between_two_is_a_comparison(question: str, language: str, sides: tuple[str, ...]) -> None:
    compared = comparison_in(question, language)
    assert compared
    assert compared.sides == sides


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Which planet or dwarf planet is named after a god?", "en"),
        ("Is a tomato a fruit or a vegetable?", "en"),
        ("Can I park in front of a hydrant or a gate?", "en"),
        ("電車とバスのどちらも使えますか。", "ja"),
    ],
)
def test_an_or_that_offers_no_choice_compares_nothing(question: str, language: str) -> None:
    assert comparison_in(question, language) is None


def test_an_ordered_report_is_taken_for_what_it_is_about() -> None:
    shape = take_apart("I need a thorough report on how lead gets into water and what towns have done about it.")
    assert shape.parts == ("Explain how lead gets into water", "Explain what towns have done about lead")


def test_what_a_list_of_aspects_belongs_to_is_the_subject() -> None:
    shape = take_apart("Explain the causes, consequences and lessons of the bearing failure.")
    assert (shape.subject, shape.aspects) == ("bearing failure", ("causes", "consequences", "lessons"))


def test_what_points_at_an_answer_is_no_side_of_a_comparison() -> None:
    shape = take_apart("How high was the tide at Orrin Lock, and how does this compare with the mark of 1962?")
    assert shape.comparison is None
    assert len(shape.parts) == 2


@pytest.mark.parametrize(
    ("question", "facet"),
    [
        ("What are the limits of the Orrin Lock?", Facet.LIMITS),
        ("How can I limit the toll at the Orrin Lock?", None),
        ("What did Ada Millwood do before she came to the Orrin Lock?", Facet.HISTORY),
        ("What does the Orrin Lock do before a ship is let in?", None),
        ("What is the Orrin Lock?", Facet.DEFINITION),
        ("What is not repaired afterwards?", None),
    ],
)
def test_a_word_is_read_by_its_use(question: str, facet: Facet | None) -> None:
    assert read(question).facet is facet


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("How does the Orrin Lock work and what are its limits?", "overview"),
        ("How has the traffic of the Orrin Lock developed since 2022, and why did it fall?", "whole"),
    ],
)
def test_what_a_thing_is_comes_first_only_where_the_thing_itself_is_asked_about(question: str, key: str) -> None:
    assert key in {draft.key for draft in several(take_apart(question))}


def test_who_wants_a_thing_judged_is_told_its_merits_and_its_limits() -> None:
    assert [draft.subs for draft in _single(take_apart("Evaluate the Orrin Lock."))] == [
        (
            "What is the Orrin Lock?",
            "What are the benefits of the Orrin Lock?",
            "What are the limits of the Orrin Lock?",
        )
    ]
