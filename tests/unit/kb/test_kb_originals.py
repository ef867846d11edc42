"""The file behind a document is kept as it was when its text was taken in, or a note says why not."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from fathoms.domain.evidence import Original, Query
from fathoms.domain.run import SourceSpec
from fathoms.domain.thread import Phase
from fathoms.errors import HomeError
from fathoms.sources.kb import KnowledgeBase, open_source
from fathoms.sources.opening import Surroundings
from fathoms.stores.originals import Originals

TIDES = b"# Tides\r\n\r\nThe tidal gauge stands at the root of the East Breakwater.\r\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    made = tmp_path / "docs" / "tides.md"
    made.write_bytes(TIDES)
    return made


def take_in(home: Path) -> None:
    with KnowledgeBase(home / "kb.db") as kb:
        kb.ingest([home / "docs"], collection="harbour")


async def original(home: Path, *, keep: bool = True, max_bytes: int = 1_000) -> Original | None:
    surroundings = Surroundings(home=home, originals=Originals(home / "originals", max_bytes=max_bytes))
    spec = SourceSpec(name="harbour", plugin="kb", target="harbour", keep_originals=keep)
    source = open_source(spec, surroundings)
    answer = await source.search(Query(source="harbour", text="tidal gauge"), limit=1, phase=Phase.SURVEY)
    return (await source.read(answer.hits[0])).original


async def test_the_file_is_kept_byte_for_byte_when_its_page_is_read(tmp_path: Path, file: Path) -> None:
    take_in(tmp_path)
    noted = await original(tmp_path)
    assert noted == Original(sha256=hashlib.sha256(TIDES).hexdigest(), media_type="text/markdown", size=len(TIDES))
    assert Originals(tmp_path / "originals").read(noted.sha256) == TIDES


async def test_nothing_is_kept_unless_the_run_was_asked_so(tmp_path: Path, file: Path) -> None:
    take_in(tmp_path)
    assert await original(tmp_path, keep=False) is None
    assert not (tmp_path / "originals").exists()


@pytest.mark.parametrize("change", ["gone", "changed", "a pipe"])
async def test_a_file_that_is_no_longer_what_was_read_is_named_and_not_passed_off_as_it(
    tmp_path: Path, file: Path, change: str
) -> None:
    take_in(tmp_path)
    file.unlink()
    if change == "changed":
        file.write_bytes(TIDES.replace(b"East", b"West"))
    elif change == "a pipe":
        os.mkfifo(file)
    noted = await original(tmp_path)
    assert noted is not None
    assert noted.sha256 == hashlib.sha256(TIDES).hexdigest()
    reasons = {"gone": "No such file", "changed": "has changed since", "a pipe": "not a file but a pipe"}
    assert reasons[change] in noted.left_out
    assert not (tmp_path / "originals").exists()


async def test_one_that_was_kept_can_still_be_had_when_the_file_is_gone(tmp_path: Path, file: Path) -> None:
    take_in(tmp_path)
    before = await original(tmp_path)
    file.unlink()
    assert await original(tmp_path) == before


@pytest.mark.parametrize(("limit", "kept"), [(len(TIDES), True), (len(TIDES) - 1, False)])
async def test_a_file_beyond_the_limit_is_left_out_by_name(tmp_path: Path, file: Path, limit: int, kept: bool) -> None:
    take_in(tmp_path)
    noted = await original(tmp_path, max_bytes=limit)
    assert noted is not None
    assert (noted.left_out == "") is kept
    assert kept or "max_original_mb" in noted.left_out


async def test_a_link_to_a_file_elsewhere_in_the_folder_keeps_that_file(tmp_path: Path, file: Path) -> None:
    (tmp_path / "docs" / "below").mkdir()
    file.rename(tmp_path / "docs" / "below" / "real.dat")
    file.symlink_to(tmp_path / "docs" / "below" / "real.dat")
    take_in(tmp_path)
    noted = await original(tmp_path)
    assert noted is not None
    assert noted.left_out == ""


async def test_a_full_disk_is_the_homes_trouble_and_not_the_documents(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    take_in(tmp_path)
    monkeypatch.setattr("fathoms.stores.originals.write_whole", full)
    with pytest.raises(HomeError, match="is full"):
        await original(tmp_path)
