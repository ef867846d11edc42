"""What is asked before a plan is made: two questions at most, and only where the answer changes the plan."""

from __future__ import annotations

import pytest

from fathoms.domain.brief import Brief, Subject
from fathoms.domain.clarification import Clarification, Clarified, Slot
from fathoms.domain.evidence import SourceKind
from fathoms.domain.survey import Alias, Heading, Survey
from fathoms.engine.intake import clarifying, feasibility

SURVEY = Survey(
    source="kb",
    kind=SourceKind.INTERNAL,
    topics=("Ferry charging", "潮流発電"),
    headings=tuple(
        Heading(text="Role", document=title)
        for title in ("Maren Holloway", "Maren Halloway", "Cold Quay Battery", "Minutes: Maren on the battery")
    ),
    aliases=(Alias(long="Harbour Patrol Agency", short="HPA"), Alias(long="Horizontal Pod Autoscaler", short="HPA")),
)


def asked(question: str, *subjects: str, clarified: tuple[Clarified, ...] = ()) -> tuple[Clarification, ...]:
    named = tuple(Subject(name=name) for name in subjects)
    return clarifying.questions(Brief(question=question, subjects=named, clarified=clarified), (SURVEY,))


@pytest.mark.parametrize(
    ("question", "subjects"),
    [
        ("What is the capital of France?", ("France",)),
        ("How does the Cold Quay Battery work?", ("Cold Quay Battery",)),
        ("Compare React, Vue and Angular in performance and ecosystem.", ("React", "Vue", "Angular")),
        ("What is a battery?", ("battery",)),
        ("富士山の標高は何メートルですか。", ("富士山",)),
        ("What does Maren Holloway do?", ("Maren Holloway",)),
    ],
)
def test_nothing_is_asked_about_a_sharp_question(question: str, subjects: tuple[str, ...]) -> None:
    assert asked(question, *subjects) == ()


def test_a_question_that_names_nothing_is_asked_for_its_subject_with_what_there_is() -> None:
    (one,) = asked("How does it work?")
    assert (one.slot, one.text, one.options[0]) == (Slot.SUBJECT, "What is it about?", "Ferry charging")
    (japanese,) = asked("どうすればいいですか。")
    assert (japanese.text, japanese.options[0]) == ("何についての質問ですか。", "潮流発電")


def test_a_name_that_several_things_have_is_asked_for() -> None:
    (one,) = asked("Who is Maren?", "Maren")
    assert (one.slot, one.options) == (Slot.SENSE, ("Maren Holloway", "Maren Halloway"))
    (short,) = asked("What does the HPA do?", "HPA")
    assert short.options == ("Harbour Patrol Agency", "Horizontal Pod Autoscaler")


def test_at_most_two_questions_are_asked_and_the_longest_list_first() -> None:
    towns = "Aachen, Bonn, Celle, Emden, Fulda, Gera, Halle, Jena, Kiel and Lahr"
    years = "1930, 1940, 1950, 1960, 1970, 1980, 1990, 2000 and 2010"
    found = asked(f"Compare {towns} in rent, noise and schools in {years}.")
    assert [one.slot for one in found] == [Slot.SUBJECTS, Slot.PERIODS]
    assert found[0].options[:3] == ("Aachen", "Bonn", "Celle")


def test_a_second_list_is_not_asked_about_when_the_first_answer_is_enough() -> None:
    towns = "Aachen, Bonn, Celle, Emden, Fulda, Gera, Halle, Jena and Kiel"
    assert [one.slot for one in asked(f"Compare {towns} in rent and noise.")] == [Slot.SUBJECTS]


@pytest.mark.parametrize(
    ("question", "answer", "meant"),
    [
        ("How does it work?", "the Cold Quay Battery", "How does the Cold Quay Battery work?"),
        ("Is this a good idea?", "a second battery", "Is a second battery a good idea?"),
        ("Which one is better?", "a heat pump or a gas boiler", "Which one is better, a heat pump or a gas boiler?"),
        ("What should we do?", "late ferries", "What should we do with regard to late ferries?"),
        ("What should we do?", "Why is the ferry late?", "Why is the ferry late?"),
        ("それについて教えてください。", "潮流発電", "潮流発電について教えてください。"),
        ("どちらがいいですか。", "鉄道とバス", "鉄道とバスでは、どちらがいいですか。"),
        ("何をすべきですか。", "潮流発電", "潮流発電について、何をすべきですか。"),
    ],
)
def test_an_answer_makes_a_vague_question_one_that_can_be_planned(question: str, answer: str, meant: str) -> None:
    (one,) = asked(question)
    assert clarifying.filled(question, one, answer) == meant
    assert feasibility.is_feasible(meant)


@pytest.mark.parametrize(
    ("question", "answer", "meant"),
    [
        ("Compare all programming languages in speed.", "Rust and Go", "Compare Rust and Go in speed."),
        (
            "Compare Aachen, Bonn, Celle, Emden, Fulda, Gera, Halle, Jena and Kiel in rent.",
            "Bonn and Kiel",
            "Compare Bonn and Kiel in rent.",
        ),
    ],
)
def test_an_answer_takes_the_place_of_what_was_too_much(question: str, answer: str, meant: str) -> None:
    (one,) = asked(question)
    assert clarifying.filled(question, one, answer) == meant
    assert asked(meant) == ()


def test_what_was_passed_over_stays_as_it_is_and_is_not_asked_again() -> None:
    (one,) = asked("Who is Maren?", "Maren")
    assert clarifying.filled("Who is Maren?", one, "  ") == "Who is Maren?"
    assert asked("Who is Maren?", "Maren", clarified=(Clarified(asked=one),)) == ()


def test_every_option_gives_another_question() -> None:
    for question, subjects in (("Who is Maren?", ("Maren",)), ("How does it work?", ()), ("List all countries.", ())):
        for one in asked(question, *subjects):
            meant = [clarifying.filled(question, one, option) for option in one.options]
            assert len({question, *meant}) == len(meant) + 1


PLANET, ELEMENT = "Mercury (planet) - an encyclopedia", "Mercury (element)"


@pytest.mark.parametrize(
    ("question", "titles", "options"),
    [
        ("How long is a year on Mercury?", (PLANET, ELEMENT), ("Mercury (planet)", "Mercury (element)")),
        ("How long is a year on Mercury?", (PLANET, PLANET, "Mercury (disambiguation)"), ()),
        ("How long is a year on Mercury?", ("Mercury facts", "Mercury 13", "Freddie Mercury (singer)"), ()),
        ("How long is a year on Mercury (planet)?", (PLANET, ELEMENT), ()),
    ],
)
def test_a_name_that_pages_tell_apart_in_brackets_is_asked_for(
    question: str, titles: tuple[str, ...], options: tuple[str, ...]
) -> None:
    brief = Brief(question=question, subjects=(Subject(name="Mercury"),))
    found = clarifying.questions(brief, (), titles)
    assert [one.options for one in found] == ([options] if options else [])
    if found:
        meant = clarifying.filled(question, found[0], found[0].options[0])
        assert meant == "How long is a year on Mercury (planet)?"
