"""A wish for how an answer looks is told from what it is to say."""

from __future__ import annotations

import pytest

from fathoms.text.looks import Looks, looks_in

TABLE, LIST = Looks(table=True, listed=False), Looks(table=False, listed=True)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("as a table", TABLE),
        ("Is the answer given as a comparison table?", TABLE),
        ("as a table with rows and columns", TABLE),
        ("als Tabelle", TABLE),
        ("sous forme de tableau", TABLE),
        ("como tabla", TABLE),
        ("表形式で", TABLE),
        ("step by step", LIST),
        ("in bullet points", LIST),
        ("箇条書きで", LIST),
        ("in 500 words", Looks(table=False, listed=False, most_words=500)),
        ("no more than 1,000 words", Looks(table=False, listed=False, most_words=1000)),
        ("500字以内", Looks(table=False, listed=False, most_words=500)),
        ("at least 800 words", Looks(table=False, listed=False, least_words=800)),
        ("bullet points, under 300 words", Looks(table=False, listed=True, most_words=300)),
    ],
)
def test_what_is_about_the_form_of_the_answer_and_nothing_else_is_a_wish_for_it(text: str, wish: Looks) -> None:
    assert looks_in(text) == wish


@pytest.mark.parametrize(
    "text", ["a table of prices", "tables", "table locks", "list of members", "pages per minute", "price of the crane"]
)
def test_what_names_something_besides_is_none(text: str) -> None:
    assert looks_in(text) is None
