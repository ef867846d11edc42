"""When a text names something."""

from __future__ import annotations

import pytest

from fathoms.text.naming import named_among, names, share


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("The Skarrow tidal array turns.", True),
        ("the arrays of SKARROW", True),
        ("Skarrow is a village.", False),
        ("", False),
    ],
)
def test_a_name_counts_when_more_than_half_of_its_words_are_there(text: str, named: bool) -> None:
    assert names(text, "Skarrow tidal array") is named


def test_half_of_a_name_is_not_the_name() -> None:
    assert not names("Heron is a bird.", "Heron ferry")
    assert names("The heron ferries sail.", "Heron ferry")


def test_a_name_of_stop_words_is_looked_up_as_it_is() -> None:
    assert names("We saw The Who in town.", "The Who")
    assert not names("We saw them in town.", "The Who")
    assert not names("anything", " ")


def test_japanese_names_are_found_inside_running_text() -> None:
    assert names("東京タワーは1958年に完成した。", "東京タワー")
    assert not names("大阪城は豊臣秀吉が築いた。", "東京タワー")


def test_those_that_are_named_keep_their_order() -> None:
    assert named_among(("ferry", "array", "quay"), "quay and ferry") == ("ferry", "quay")
    assert share((), {"a"}) == 0.0
