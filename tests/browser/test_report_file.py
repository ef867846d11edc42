"""The exported page in a real browser, wide and narrow."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from evals import page as proof
from fathoms.domain.plan import Mode
from fathoms.domain.report import CitedTable, Report, Row, RunFacts, Statement, Voice
from fathoms.report.render.html import render

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif(not proof.CHROMIUM, reason="there is no Chromium on this machine")

SIDES = ("Kittlehead Tidal Array", "Skarrow Narrows Array", "Orrin Bank Wind Farm")


def compared() -> Report:
    cells = tuple(Statement(text=f"What is known of the {side} at some length") for side in SIDES)
    return Report(
        run="261117-abcdef",
        question="How do the three compare?",
        language="en",
        found=True,
        written_at=datetime(2026, 11, 17, tzinfo=UTC),
        table=CitedTable(columns=SIDES, rows=(Row(label="Cost", cells=cells), Row(label="Size", cells=cells))),
        run_facts=RunFacts(mind="m", voice=Voice.WRITTEN, mode=Mode.SIMPLE, effort="quick", tasks=1, rounds=1),
    )


def test_a_table_is_stacked_on_a_phone_and_side_by_side_on_a_desk(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(render(compared()), encoding="utf-8")
    with proof.browser() as opened:
        page = opened.new_page(viewport={"width": 390, "height": 844})
        page.goto(file.as_uri())
        lefts, tops = places(page)
        assert len(set(lefts)) == 1
        assert sorted(tops) == tops
        assert len(set(tops)) == 6
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        shown = page.evaluate("getComputedStyle(document.querySelector('tbody td'), '::before').content")
        assert shown == f'"{SIDES[0]}"'
        page.set_viewport_size({"width": 1280, "height": 844})
        lefts, tops = places(page)
        assert (len(set(lefts)), len(set(tops))) == (3, 2)


def places(page: Page) -> tuple[list[int], list[int]]:
    """Where the cells of the table begin."""
    boxes = page.evaluate(
        "[...document.querySelectorAll('tbody td')].map(cell => cell.getBoundingClientRect().toJSON())"
    )
    return [round(box["left"]) for box in boxes], [round(box["top"]) for box in boxes]
