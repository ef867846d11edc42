"""The bytes of a web page are kept beside its text when somebody asks for them, and never get in its way."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from fathoms.domain.evidence import Page
from fathoms.sources.web.options import FetchLimits
from fathoms.stores.originals import Originals
from fathoms.testing.hostile import HostileServer, small_pdf
from tests.web_making import a_web


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


@pytest.fixture
def originals(tmp_path: Path) -> Originals:
    return Originals(tmp_path / "originals")


def kept_bytes(page: Page, originals: Originals) -> bytes:
    assert page.original is not None
    assert not page.original.left_out
    return originals.read(page.original.sha256)


async def test_the_very_bytes_of_a_page_are_kept_and_its_text_is_the_same_as_without(
    server: HostileServer, originals: Originals, tmp_path: Path
) -> None:
    async with a_web(tmp_path / "a", allow=[server.endpoint], limits=FetchLimits(deadline=5)) as web:
        kept = await web.page(server.url("/pdf-called-html"), source="web", originals=originals)
    async with a_web(tmp_path / "b", allow=[server.endpoint], limits=FetchLimits(deadline=5)) as web:
        plain = await web.page(server.url("/pdf-called-html"), source="web")
    assert kept_bytes(kept, originals) == small_pdf()
    assert kept.original
    assert kept.original.media_type.startswith("text/html")
    assert (kept.id, kept.text, plain.original) == (plain.id, plain.text, None)


async def test_a_page_larger_than_the_limit_is_read_and_only_its_hash_is_noted(
    server: HostileServer, tmp_path: Path
) -> None:
    small = Originals(tmp_path / "originals", max_bytes=10)
    async with a_web(tmp_path, allow=[server.endpoint]) as web:
        page = await web.page(server.url("/page"), source="web", originals=small)
        again = await web.page(server.url("/page"), source="web", originals=small)
    assert page.original
    assert "max_original_mb" in page.original.left_out
    assert again == page
    assert server.count["/page"] == 1


async def test_a_fresh_page_that_lacks_its_original_is_asked_for_again_once(
    server: HostileServer, originals: Originals, tmp_path: Path
) -> None:
    async with a_web(tmp_path, allow=[server.endpoint]) as web:
        before = await web.page(server.url("/etag"), source="web")
        page = await web.page(server.url("/etag"), source="web", originals=originals)
        again = await web.page(server.url("/etag"), source="web", originals=originals)
        without = await web.page(server.url("/etag"), source="web")
    assert server.count["/etag"] == 2
    assert before.original is None
    assert hashlib.sha256(kept_bytes(page, originals)).hexdigest() == page.original.sha256 if page.original else False
    assert page == again == without


async def test_a_page_that_has_not_changed_keeps_its_original(
    server: HostileServer, originals: Originals, tmp_path: Path
) -> None:
    async with a_web(tmp_path, allow=[server.endpoint], cache_hours=0) as web:
        first = await web.page(server.url("/etag"), source="web", originals=originals)
        again = await web.page(server.url("/etag"), source="web", originals=originals)
    assert server.count["/etag"] == 2
    assert first.original == again.original
    assert kept_bytes(again, originals)


async def test_an_original_that_was_removed_is_fetched_anew(
    server: HostileServer, originals: Originals, tmp_path: Path
) -> None:
    async with a_web(tmp_path, allow=[server.endpoint]) as web:
        page = await web.page(server.url("/etag"), source="web", originals=originals)
        for file in (tmp_path / "originals").glob("*/*.gz"):
            file.unlink()
        assert kept_bytes(await web.page(server.url("/etag"), source="web", originals=originals), originals)
    assert page.original
    assert server.count["/etag"] == 2


async def test_offline_a_fresh_page_is_used_although_its_original_cannot_be_had(
    server: HostileServer, originals: Originals, tmp_path: Path
) -> None:
    async with a_web(tmp_path, allow=[server.endpoint]) as web:
        before = await web.page(server.url("/page"), source="web")
    async with a_web(tmp_path, offline=True) as web:
        for _ in range(2):  # the second time its failure is remembered
            assert await web.page(server.url("/page"), source="web", originals=originals) == before
    assert server.count["/page"] == 1
