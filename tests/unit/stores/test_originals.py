"""Originals are kept once under their hash, whole or not at all, and come back as they went in."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fathoms.domain.evidence import Original
from fathoms.errors import EvidenceError, HomeError
from fathoms.stores import originals as module
from fathoms.stores.files import write_whole
from fathoms.stores.originals import Originals

BYTES = bytes(range(256)) * 40
LIMIT = 1_000

KILLED_WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
from fathoms.stores.originals import Originals
os.fsync = lambda descriptor: os.kill(os.getpid(), signal.SIGKILL)
Originals(Path(sys.argv[1])).keep(b"half of it", media_type="text/plain")
"""


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "originals"


def test_bytes_come_back_as_they_went_in_under_their_hash(folder: Path) -> None:
    noted = Originals(folder).keep(BYTES, media_type="application/pdf")
    assert noted == Original(sha256=hashlib.sha256(BYTES).hexdigest(), media_type="application/pdf", size=len(BYTES))
    again = Originals(folder)
    assert again.holds(noted.sha256)
    assert again.read(noted.sha256) == BYTES


def test_the_same_bytes_take_their_room_once_and_no_more_than_packed(folder: Path) -> None:
    keeper = Originals(folder)
    for _ in range(3):
        keeper.keep(b"the same words " * 100, media_type="text/plain")
    (file,) = files(folder)
    count, used = keeper.extent()
    assert (count, used) == (1, file.stat().st_size)
    assert used < 200


@pytest.mark.parametrize(("size", "kept"), [(LIMIT, True), (LIMIT + 1, False)])
def test_one_beyond_the_limit_is_left_out_by_name_and_its_hash_is_noted(folder: Path, size: int, kept: bool) -> None:
    keeper = Originals(folder, max_bytes=LIMIT)
    noted = keeper.keep(b"x" * size, media_type="text/plain")
    assert noted.sha256 == hashlib.sha256(b"x" * size).hexdigest()
    assert (noted.left_out == "", keeper.holds(noted.sha256)) == (kept, kept)
    assert kept or "max_original_mb" in noted.left_out


@pytest.mark.parametrize(
    ("said", "noted"),
    [("text/html;\n\tcharset=x", "text/html; charset=x"), ("", "application/octet-stream"), ("a" * 500, "a" * 120)],
)
def test_what_a_server_calls_it_is_noted_on_one_bounded_line(folder: Path, said: str, noted: str) -> None:
    assert Originals(folder).keep(b"x", media_type=said).media_type == noted


def test_a_copy_of_a_private_file_can_be_read_by_its_owner_only(folder: Path) -> None:
    Originals(folder).keep(b"x", media_type="text/plain")
    assert [stat.S_IMODE(file.stat().st_mode) for file in files(folder)] == [0o600]


@pytest.mark.parametrize("damage", [b"", b"no gzip at all", None])
def test_one_that_is_gone_or_damaged_is_never_handed_out(folder: Path, damage: bytes | None) -> None:
    keeper = Originals(folder)
    noted = keeper.keep(BYTES, media_type="text/plain")
    (file,) = files(folder)
    if damage is None:
        file.unlink()
    else:
        file.write_bytes(damage)
    with pytest.raises(EvidenceError, match=r"is gone|cannot be read|is damaged"):
        keeper.read(noted.sha256)


def test_other_bytes_under_its_name_are_noticed(folder: Path) -> None:
    keeper = Originals(folder)
    first, second = (keeper.keep(data, media_type="text/plain") for data in (b"one", b"two"))
    one, two = (folder / noted.sha256[:2] / f"{noted.sha256}.gz" for noted in (first, second))
    one.write_bytes(two.read_bytes())
    with pytest.raises(EvidenceError, match="damaged"):
        keeper.read(first.sha256)


def test_a_writer_killed_half_way_leaves_nothing_that_counts_and_is_swept_up_later(folder: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING, str(folder)], check=False)
    assert killed.returncode == -9
    (part,) = files(folder)
    keeper = Originals(folder)
    assert keeper.extent() == (0, 0)
    noted = keeper.keep(b"half of it", media_type="text/plain")
    assert keeper.read(noted.sha256) == b"half of it"
    assert part.exists(), "young: its writer could still be at work"
    long_ago = time.time() - 7_200
    os.utime(part, (long_ago, long_ago))
    Originals(folder).keep(b"another", media_type="text/plain")
    assert not part.exists()


@pytest.mark.parametrize(
    ("number", "said"), [(errno.ENOSPC, "is full"), (errno.EROFS, "cannot be written"), (errno.EIO, "cannot be kept")]
)
def test_a_home_that_cannot_be_written_says_what_to_do(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def failing(*_args: object, **_more: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(module, "write_whole", failing)
    with pytest.raises(HomeError, match=said):
        Originals(folder).keep(b"x", media_type="text/plain")


def test_a_file_that_could_not_be_written_leaves_no_part_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "f", "x")
    assert files(tmp_path) == []
