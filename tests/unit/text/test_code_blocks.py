"""What stands between fences is code: no comment in it heads a section, and where a text is cut does not matter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathoms.engine.thread.sections import heading_over, headings, sections
from fathoms.text.announcing import announcing
from fathoms.text.code_blocks import fences, without_code
from fathoms.text.sentences import heading_before

CODE = "```text\nstore {\n\n  # 10GB\n  max: 10\n}\n```"
SETTINGS = f"# Limits\n\nWrite this:\n\n{CODE}\n\nThen start it.\n\n# Starting\n\nIt runs."


def test_a_comment_in_code_is_no_heading() -> None:
    assert headings(SETTINGS) == ("Limits", "Starting")
    assert heading_before(SETTINGS, SETTINGS.index("Then")) == "Limits"
    assert heading_over(SETTINGS, SETTINGS.index("  # 10GB")) == "Limits"
    assert heading_over(SETTINGS, SETTINGS.index("# Starting")) == "Starting"
    assert [span.of(SETTINGS).split("\n")[0] for span in sections(SETTINGS)] == ["# Limits", "# Starting"]


@given(st.text(alphabet="`~# \nab", max_size=80))
def test_blanks_in_the_place_of_code_keep_every_offset_and_all_other_words(text: str) -> None:
    bare = without_code(text)
    assert len(bare) == len(text)
    assert all(after in (before, " ") for before, after in zip(text, bare, strict=True))


@pytest.mark.parametrize("cut", ["one\n", "```\n\nbetween"])
def test_a_text_that_is_cut_within_code_is_read_right_from_the_first_fence_that_names_a_language(cut: str) -> None:
    text = "```sh\none\n```\n\nbetween\n\n```sh\ntwo\n```\n\nafter"
    inside, outside = text.index("two"), text.index("after")
    assert len(fences(text, text.index(cut), inside)) % 2 == 1
    assert len(fences(text, text.index(cut), outside)) % 2 == 0


def test_what_announces_code_is_found_however_much_stands_before_it() -> None:
    long = "Run it:\n\n```sh\nmake it\n```\n\n" * 4_000
    text = f"{long}Stop it with:\n\n```sh\nmake stop\n```\n"
    assert announcing(text, text.index("make stop")) == "Stop it with:\nsh"
    assert announcing(text, text.rindex("Stop it")) == ""
