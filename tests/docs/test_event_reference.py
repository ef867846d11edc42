"""docs/reference/events.md is what the events say of themselves."""

from __future__ import annotations

from pathlib import Path

from fathoms.domain.events import EVENTS_VERSION
from fathoms.faces.event_reference import page

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "events.md"


def test_the_page_on_events_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_page_names_the_version() -> None:
    assert f"version {EVENTS_VERSION}" in page()
