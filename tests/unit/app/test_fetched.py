"""Web pages that a run has read become documents."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.evidence import Page, SourceKind
from fathoms.errors import UsageError

ADDRESS = "https://a.example/reports/crane.html"


def _page(text: str, day: int) -> Page:
    return Page(
        id=f"p-{day}",
        url=ADDRESS,
        title='The "blue" crane',
        text=text,
        source="web",
        kind=SourceKind.EXTERNAL,
        fetched_at=datetime(2026, 11, day, tzinfo=UTC),
        dated=date(2025, 5, 6),
    )


async def test_the_newest_snapshot_of_a_page_is_found_like_any_document(tmp_path: Path) -> None:
    async with Service(load({"home": str(tmp_path)})) as service:
        service.shop.stores.keep_pages([_page("The crane lifts thirty tonnes.", 2), _page("It lifts forty.", 3)])
        result = await service.add_pages([f"{ADDRESS}?utm_source=x#top"])
        assert (result.collection, result.added) == ("fetched", 1)
        with service.knowledge() as kb:
            (row,) = kb.documents("fetched")
            assert row.dated == date(2025, 5, 6)
            assert row.title == 'The "blue" crane'
            text = kb.show(row.path, collection="fetched").text
            assert "It lifts forty." in text
        (file,) = (tmp_path / "fetched").rglob("*.md")
        assert ADDRESS in file.read_text(), "where it was read stands with it"


async def test_a_page_that_no_run_has_read_is_refused(tmp_path: Path) -> None:
    async with Service(load({"home": str(tmp_path)})) as service:
        with pytest.raises(UsageError, match="no run has read"):
            await service.add_pages([ADDRESS])
