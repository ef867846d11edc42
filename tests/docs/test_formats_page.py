from __future__ import annotations

from pathlib import Path

from fathoms.faces.cli.format_views import page

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "formats.md"


def test_the_page_on_formats_says_what_the_code_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: fathoms kb formats --markdown > docs/reference/formats.md"
