from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from fathoms.domain.knowledge import LARGEST_FILE_BYTES
from fathoms.errors import UsageError
from fathoms.sources.formats.parsed import Format, Unreadable
from fathoms.sources.kb import files
from fathoms.sources.kb.files import printable, read_bytes, scan

LIMIT = 1_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "docs"
    made.mkdir()
    (made / "good.md").write_text("# Good\n\nText.\n")
    return made


def reasons(folder: Path) -> dict[str, str]:
    return {one.file.name: one.reason for one in scan([folder]).unread}


def test_a_folder_yields_its_documents_in_order_and_names_what_it_passes_over(folder: Path) -> None:
    (folder / "a").mkdir()
    (folder / "a" / "table.csv").write_text("x,y\n1,2\n")
    (folder / "talk.key").write_bytes(b"PK")
    (folder / "Thumbs.db").write_bytes(b"x")
    found = scan([folder])
    assert [(file.path, file.format) for file in found.files] == [
        ("good.md", Format.MARKDOWN),
        ("a/table.csv", Format.TABLE),
    ]
    (unread,) = found.unread
    assert (unread.path, unread.reason, unread.remedy, unread.fault) == (
        "talk.key",
        ".key files are not read",
        "export it as .pptx or PDF",
        False,
    )


def test_hidden_files_and_installed_packages_are_left_alone(folder: Path) -> None:
    for name in (".git", "node_modules"):
        (folder / name).mkdir()
        (folder / name / "x.md").write_text("x")
    (folder / "~$lock.docx").write_text("x")
    assert [file.path for file in scan([folder]).files] == ["good.md"]


def test_nothing_to_read_is_the_callers_mistake(tmp_path: Path) -> None:
    (tmp_path / ".DS_Store").write_bytes(b"x")
    with pytest.raises(UsageError, match="no documents to read"):
        scan([tmp_path])
    with pytest.raises(UsageError, match="no such file or folder"):
        scan([tmp_path / "missing"])
    with pytest.raises(UsageError, match="no file matches"):
        scan([tmp_path / "*.md"])
    with pytest.raises(UsageError, match="nothing to ingest"):
        scan([])


def test_a_glob_names_single_files(folder: Path) -> None:
    (folder / "other.txt").write_text("x")
    assert [file.path for file in scan([folder / "*.txt"]).files] == ["other.txt"]


def test_a_link_to_a_place_outside_is_refused_and_one_inside_is_followed(folder: Path) -> None:
    (folder.parent / "secret.md").write_text("secret")
    (folder / "out.md").symlink_to(folder.parent / "secret.md")
    (folder / "in.md").symlink_to("good.md")
    found = scan([folder])
    assert sorted(file.path for file in found.files) == ["good.md", "in.md"]
    assert "outside" in reasons(folder)["out.md"]
    linked = next(file for file in found.files if file.path == "in.md")
    assert read_bytes(linked, LIMIT) == b"# Good\n\nText.\n"


def test_a_link_swapped_after_the_scan_does_not_lead_outside(folder: Path) -> None:
    (folder.parent / "secret.md").write_text("secret")
    (file,) = scan([folder]).files
    (folder / "good.md").unlink()
    (folder / "good.md").symlink_to(folder.parent / "secret.md")
    with pytest.raises(Unreadable, match="outside"):
        read_bytes(file, LIMIT)


def test_links_in_a_circle_are_refused(folder: Path) -> None:
    (folder / "a.md").symlink_to("b.md")
    (folder / "b.md").symlink_to("a.md")
    assert set(reasons(folder)) == {"a.md", "b.md"}


def test_a_pipe_and_a_socket_are_refused_without_waiting_for_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(folder / "pipe.md")
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket.md")
    assert reasons(folder) == {"pipe.md": "not a file but a pipe", "socket.md": "not a file but a socket"}


def test_a_pipe_named_by_itself_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (file,) = scan([tmp_path / "pipe.md"]).files
    with pytest.raises(Unreadable, match="a pipe"):
        read_bytes(file, LIMIT)


def test_a_file_of_the_largest_size_is_read_and_one_byte_more_is_refused(folder: Path) -> None:
    (folder / "good.md").write_bytes(b"x" * LIMIT)
    (file,) = scan([folder]).files
    assert len(read_bytes(file, LIMIT)) == LIMIT
    (folder / "good.md").write_bytes(b"x" * (LIMIT + 1))
    (file,) = scan([folder]).files
    with pytest.raises(Unreadable, match="more than the limit of 1,000"):
        read_bytes(file, LIMIT)


def test_a_file_that_grew_past_the_limit_since_the_scan_is_refused(folder: Path) -> None:
    (file,) = scan([folder]).files
    (folder / "good.md").write_bytes(b"x" * (LIMIT + 1))
    with pytest.raises(Unreadable, match="grew past"):
        read_bytes(file, LIMIT)


def test_a_file_that_keeps_changing_is_refused_and_one_that_comes_to_rest_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = scan([folder]).files
    states = iter([(b"half", False), (b"whole", True)])
    monkeypatch.setattr(files, "_read_once", lambda *_: next(states))
    assert read_bytes(file, LIMIT) == b"whole"
    monkeypatch.setattr(files, "_read_once", lambda *_: (b"half", False))
    with pytest.raises(Unreadable, match="changed while it was read"):
        read_bytes(file, LIMIT)


def test_a_file_that_is_gone_again_is_refused(folder: Path) -> None:
    (file,) = scan([folder]).files
    (folder / "good.md").unlink()
    with pytest.raises(Unreadable, match="cannot be read"):
        read_bytes(file, LIMIT)


@pytest.mark.parametrize("name", [b"two\nlines.md", "ship \N{SHIP}.md".encode(), b"bytes\xff\xfe.md", b"a'b\".md"])
def test_a_file_with_an_odd_name_is_read_under_a_name_that_can_be_stored(tmp_path: Path, name: bytes) -> None:
    Path(os.fsdecode(bytes(tmp_path) + b"/" + name)).write_text("text")
    (file,) = scan([tmp_path]).files
    assert read_bytes(file, LIMIT) == b"text"
    assert file.path.encode("utf-8")
    assert file.path == printable(file.file.name)


def test_a_folder_whose_name_is_no_text_is_the_callers_to_rename(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(bytes(tmp_path) + b"/f\xff"))
    folder.mkdir()
    (folder / "x.md").write_text("x")
    with pytest.raises(UsageError, match=r"not valid UTF-8; rename"):
        scan([folder])


@pytest.mark.parametrize(
    ("most", "advice"),
    [(LARGEST_FILE_BYTES - 1, "split it, or raise max_file_mb"), (LARGEST_FILE_BYTES, "split it")],
)
def test_nobody_is_told_to_raise_a_limit_that_cannot_be_raised(tmp_path: Path, most: int, advice: str) -> None:
    with (tmp_path / "a.txt").open("wb") as file:
        file.truncate(LARGEST_FILE_BYTES + 1)
    (found,) = scan([tmp_path / "a.txt"]).files
    with pytest.raises(Unreadable) as refused:
        read_bytes(found, most)
    assert refused.value.remedy == advice
