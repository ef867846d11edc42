"""What may be told outside."""

from __future__ import annotations

import pytest

from fathoms.domain.evidence import Query
from fathoms.engine.thread.private_words import EVERYTHING, outgoing, public, sent
from fathoms.text.words import content_words

ASKED = "How do tide mills in Europe store energy?"


@pytest.mark.parametrize(
    ("query", "leaves"),
    [
        (ASKED, ASKED),
        ("tide mill stored energy", "tide mill stored energy"),  # other forms of the same words
        ("tide mills Zebrafish Europe", "tide mills Europe"),
        ("tide mills ZebraFish", "tide mills"),
        ("tide-zebrafish mills", "tide- mills"),
        ("tide mills z e b r a", "tide mills a"),  # a stop word tells nothing
        ("tide mills 4711", "tide mills"),
        ("site:zebrafish.example tide mills", "site:. tide mills"),
        ("tide mills official records site:gov", "tide mills official records site:gov"),  # code's own words
        ("tide ⠵⠑⠃ mills 🦓", "tide mills"),
        ("emVicmFmaXNo tide", "tide"),
        ("ｚｅｂｒａfish tide", "tide"),
        ("Zebrafish 4711", ""),
        ("Zebrafish of the", ""),
    ],
)
def test_only_words_of_the_question_leave(query: str, leaves: str) -> None:
    assert outgoing(query, public([ASKED])).text == leaves


def test_words_of_outside_pages_leave_too() -> None:
    allowed = public([ASKED], [content_words("The Rance barrage began in 1966.")])
    assert outgoing("Rance 1966 Zebrafish tide", allowed).text == "Rance 1966 tide"


def test_of_a_script_without_spaces_the_stretches_that_were_asked_leave() -> None:
    allowed = public(["潮力発電の費用はいくらですか"])
    assert outgoing("潮力発電の費用 極秘計画", allowed).text == "潮力発電の費用"
    assert "極秘" not in outgoing("極秘計画潮力発電の費用", allowed).text


def test_where_nothing_is_private_every_word_leaves() -> None:
    assert outgoing("Zebrafish 🦓", EVERYTHING).text == "Zebrafish 🦓"


def test_a_query_of_which_nothing_may_leave_is_not_sent() -> None:
    assert sent(Query(source="web", text="Zebrafish"), public([ASKED])) is None


def test_what_stays_at_home_is_told_at_home() -> None:
    told = sent(Query(source="web", text="tide Zebrafish", reason="why"), public([ASKED]))
    assert told is not None
    assert (told.text, told.reason) == ("tide", "why; not told outside: Zebrafish")
