"""Plans without a model are made of the request's own parts."""

from __future__ import annotations

import pytest

from fathoms.minds.extractive.asks import language_of, take_apart


def test_a_plain_question_has_no_parts():
    assert take_apart("What is the notice period?").parts == ()


def test_every_ask_is_a_part_in_its_own_words():
    asked = take_apart("Describe the charging system, explain how the batteries are cooled, and list the suppliers.")
    assert asked.parts == (
        "Describe the charging system",
        "explain how the batteries are cooled",
        "list the suppliers",
    )


def test_parts_are_looked_for_one_by_one_only_where_each_says_what_it_is_about():
    assert take_apart("What do ovens cost? Which ovens last longest? How are ovens cleaned?").apart
    assert not take_apart("Summarise the debate on basic income. What do unions say? What did the trials show?").apart


def test_a_part_that_leans_on_another_keeps_them_together():
    asked = take_apart("Who built the Skarrow quay? When was it opened? What did it cost?")
    assert not asked.apart
    assert asked.parts[1] == "When was it opened? (Skarrow)"


def test_two_parts_are_found_together():
    assert not take_apart("What is the notice period? Who signs the contract?").apart


def test_what_is_said_beforehand_and_wishes_for_a_form_are_no_parts():
    asked = take_apart(
        "I run a bakery. Ovens are expensive. What do ovens cost? Which ovens last longest? How are ovens cleaned?"
        " Write the report in APA format with references."
    )
    assert asked.parts == ("What do ovens cost?", "Which ovens last longest?", "How are ovens cleaned?")


def test_the_items_of_a_list_are_parts():
    asked = take_apart(
        "Please research heat pumps:\n1. running costs of heat pumps\n2. noise of heat pumps\n3. lifetime"
    )
    assert asked.parts == ("running costs of heat pumps", "noise of heat pumps", "lifetime")


def test_listed_aspects_belong_to_their_subject():
    asked = take_apart("Give an overview of solid-state batteries: manufacturers, problems and outlook.")
    assert asked.parts[0] == "manufacturers – solid-state batteries"
    assert asked.owner == "solid-state batteries"


def test_sides_are_taken_only_where_they_are_named():
    assert take_apart("Compare PostgreSQL and MySQL in replication.").sides == ("PostgreSQL", "MySQL")
    assert take_apart("Should I use tabs in this file?").sides == ()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I found a hole in Alertmanager. Whom do I tell, and how quickly do they patch such things?", "en"),
        ("状態の更新がすぐに反映されないのはなぜですか。", "ja"),
        ("请分析新能源汽车市场的现状和未来趋势。", "zh"),
        ("¿Cuáles son los efectos de la sequía en la producción de aceite de oliva y los precios?", "es"),
        ("Welche Folgen hat die neue Verordnung für die Betreiber von Windparks und die Netze?", "de"),
    ],
)
def test_a_request_is_in_the_language_it_is_written_in(text, language):
    assert language_of(text) == language


def test_a_language_without_rules_of_its_own_is_asked_whole_or_by_its_question_marks():
    asked = take_apart("Welche Folgen hat die Verordnung für die Betreiber und was kostet das?")
    assert asked.parts == ()
