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
