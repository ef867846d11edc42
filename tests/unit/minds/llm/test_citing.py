"""From prose with marks to statements: what its writer set in bold stays with it."""

from __future__ import annotations

import pytest

from fathoms.minds.llm.citing import Keys, unemphasised
from tests.thread_making import make_fact


@pytest.mark.parametrize(
    ("written", "strong"),
    [
        ("**Ropes**: renew them first [F1].", "Ropes"),
        ("Renew **the `crane` ropes.** [F1]", "the `crane` ropes"),
        ("Set `**all**` of it [F1].", ""),
        ("Nothing here stands out [F1].", ""),
    ],
)
def test_what_its_writer_set_in_bold_is_kept_beside_the_words(written: str, strong: str) -> None:
    (said,) = Keys.of([make_fact("Ropes are renewed first.", id="f1")]).item(written)
    assert said.strong == strong
    assert not strong or (strong in said.text and "**" not in said.text)


def test_of_several_sentences_each_has_its_own_words_in_bold() -> None:
    keys = Keys.of([make_fact("Ropes are renewed first.", id="f1")])
    first, second = keys.statements("Renew the **ropes** first [F1]. Then oil the **drum** of the crane [F1].")
    assert (first.strong, second.strong) == ("ropes", "drum")


def test_bold_words_cut_through_no_other_and_are_not_bold_again_in_the_next_sentence() -> None:
    keys = Keys.of([make_fact("Ropes are renewed first.", id="f1")])
    said = keys.item("**Rope:** Renew it [F1]. A 'newRope' is a Rope too [F1]. It is called 'RopeUpdate' [own].")
    assert [one.strong for one in said] == ["Rope", "", ""]
    (inside,) = keys.item("It is called 'newRope' by **Rope** [F1].")
    assert inside.strong == ""


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        ("*Done when* it hums.", "Done when it hums."),
        ("Is it **so**, or *x*?", "Is it so, or x?"),
        ("2 * 3 * 4 = 24, a*b*c", "2 * 3 * 4 = 24, a*b*c"),
        ("Keep `*.log` and `*.txt`.", "Keep `*.log` and `*.txt`."),
    ],
)
def test_emphasis_goes_and_signs_stay(written: str, bare: str) -> None:
    assert unemphasised(written) == bare


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('Tell them: "Use it at home." [F1][F2]', [('Tell them: "Use it at home."', ("f-1", "f-2"))]),
        ('He said "no." [F1] Then he went [F2].', [('He said "no."', ("f-1",)), ("Then he went.", ("f-2",))]),
        (
            "See it (it is long.) [F1] More follows [F2].",
            [("See it (it is long.)", ("f-1",)), ("More follows.", ("f-2",))],
        ),
        ("「港は深いです。」[F1]次の文です[F2]。", [("「港は深いです。」", ("f-1",)), ("次の文です。", ("f-2",))]),
        ("“.” [F1]", []),
    ],
)
def test_marks_behind_a_closing_quote_are_those_of_the_sentence_that_it_closes(
    text: str, told: list[tuple[str, tuple[str, ...]]]
) -> None:
    keys = Keys.of([make_fact("The quay is deep.", id="f-1"), make_fact("The crane is old.", id="f-2")], "quay")
    for said in (keys.item(text), keys.statements(text)):
        assert [(one.text, one.facts) for one in said] == told
