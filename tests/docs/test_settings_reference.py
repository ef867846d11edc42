"""docs/reference/settings.md is what the settings say of themselves."""

from __future__ import annotations

from pathlib import Path

from fathoms.app.options import OPTIONS
from fathoms.app.settings import KNOWN
from fathoms.faces.settings_reference import page

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "settings.md"


def test_the_page_on_settings_is_up_to_date_and_names_each_of_them_once() -> None:
    told = PAGE.read_text(encoding="utf-8")
    assert told == page(), "python -m fathoms.faces.settings_reference > docs/reference/settings.md"
    of_questions = {option.name for option in OPTIONS}
    assert [told.count(f"| `{known.name}` |") for known in KNOWN if known.name not in of_questions] == [1] * sum(
        known.name not in of_questions for known in KNOWN
    )
