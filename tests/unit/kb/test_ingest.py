from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from fathoms.domain.knowledge import Filters, Progress
from fathoms.sources.formats.parsed import Unreadable
from fathoms.sources.kb import KnowledgeBase, prepare
from fathoms.sources.kb import ingest as ingesting

TIDE = "# Tides\n\nThe tidal gauge at Veskerry stands at the root of the East Breakwater.\n"
CRANE = "# Cranes\n\nThe blue crane on Cold Quay lifts forty tonnes.\n"


@pytest.fixture
def kb(tmp_path: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase(tmp_path / "kb.db") as made:
        yield made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "docs"
    (made / "minutes").mkdir(parents=True)
    (made / "tides.md").write_text(TIDE)
    (made / "minutes" / "2025-03-02-cranes.md").write_text(CRANE)
    return made


def found(kb: KnowledgeBase, text: str, filters: Filters | None = None) -> list[str]:
    return [hit.path for hit in kb.search(text, filters=filters)]


def rows_agree(kb: KnowledgeBase) -> bool:
    """As many index rows as chunks, and chunks of no other documents than those there are."""
    with kb._connection() as connection:
        (chunks,) = connection.execute("SELECT count(*) FROM chunk").fetchone()
        (indexed,) = connection.execute("SELECT count(*) FROM fts_1").fetchone()
        (told,) = connection.execute("SELECT coalesce(sum(chunks), 0) FROM document").fetchone()
    return bool(chunks == indexed == told)


def test_a_folder_is_taken_in_and_found(kb: KnowledgeBase, folder: Path) -> None:
    result = kb.ingest([folder])
    assert (result.added, result.updated, result.unchanged, result.failed) == (2, 0, 0, ())
    assert found(kb, "tidal gauge") == ["tides.md"]
    assert found(kb, "blue crane") == ["minutes/2025-03-02-cranes.md"]


def test_a_second_ingest_of_an_unchanged_folder_reads_nothing(
    kb: KnowledgeBase, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb.ingest([folder])
    monkeypatch.setattr(ingesting, "read_bytes", lambda *_: pytest.fail("a file was read"))
    result = kb.ingest([folder])
    assert (result.added, result.updated, result.unchanged, result.chunks) == (0, 0, 2, 0)


def test_a_file_with_a_new_time_and_the_same_content_is_not_parsed_again(
    kb: KnowledgeBase, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb.ingest([folder])
    os.utime(folder / "tides.md", ns=(1, 1))
    monkeypatch.setattr(ingesting, "prepare", lambda *_: pytest.fail("a file was parsed"))
    assert kb.ingest([folder]).unchanged == 2
    monkeypatch.setattr(ingesting, "read_bytes", lambda *_: pytest.fail("the new time was not kept"))
    assert kb.ingest([folder]).unchanged == 2


def test_a_changed_file_replaces_its_older_self(kb: KnowledgeBase, folder: Path) -> None:
    kb.ingest([folder])
    (folder / "tides.md").write_text("# Tides\n\nThe lagoon has no gauge, but a buoy.\n")
    result = kb.ingest([folder])
    assert (result.added, result.updated, result.unchanged) == (0, 1, 1)
    assert found(kb, "lagoon buoy") == ["tides.md"]
    assert "Breakwater" not in kb.show("tides.md").text
    assert rows_agree(kb)


def test_a_file_that_is_gone_is_removed_and_one_outside_the_folder_stays(
    kb: KnowledgeBase, folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere" / "note.md"
    other.parent.mkdir()
    other.write_text("# Note\n\nThe pilot cutter is painted orange.\n")
    kb.ingest([folder, other])
    (folder / "tides.md").unlink()
    assert kb.ingest([folder]).removed == 1
    assert [row.path for row in kb.documents()] == ["minutes/2025-03-02-cranes.md", "note.md"]
    assert found(kb, "tidal gauge breakwater") == []
    assert rows_agree(kb)


def test_one_bad_file_is_listed_with_its_reason_and_the_rest_goes_on(kb: KnowledgeBase, folder: Path) -> None:
    (folder / "a-binary.md").write_bytes(bytes(range(256)) * 50)
    (folder / "empty.txt").write_text("  \n")
    result = kb.ingest([folder])
    assert result.added == 2
    assert {Path(failure.path).name: failure.reason for failure in (*result.failed, *result.skipped)} == {
        "a-binary.md": "not text: the content is binary",
        "empty.txt": "the file is empty",
    }


def test_a_file_that_could_not_be_read_is_tried_again_next_time(kb: KnowledgeBase, folder: Path) -> None:
    (folder / "late.txt").write_text("")
    assert len(kb.ingest([folder]).skipped) == 1
    (folder / "late.txt").write_text("The pilot cutter is painted orange.")
    assert kb.ingest([folder]).added == 1
    assert found(kb, "pilot cutter") == ["late.txt"]


def test_progress_is_told_after_each_batch_and_ends_complete(
    kb: KnowledgeBase, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingesting, "BATCH_FILES", 1)
    told: list[Progress] = []
    kb.ingest([folder], progress=lambda progress: told.append(progress))
    assert [(progress.done, progress.total) for progress in told] == [(1, 2), (2, 2)]
    assert told[-1].bytes_done == told[-1].bytes_total > 0


def test_what_was_reported_survives_an_ingest_that_dies_later(
    kb: KnowledgeBase, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingesting, "BATCH_FILES", 1)
    reported: list[str] = []

    def stop(progress: Progress) -> None:
        reported.append(progress.current)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kb.ingest([folder], progress=stop)
    assert [row.path for row in kb.documents()] == reported
    assert kb.ingest([folder]).added == 1
    assert rows_agree(kb)


def test_an_unreadable_new_version_leaves_the_old_one_in_place(
    kb: KnowledgeBase, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb.ingest([folder])
    (folder / "tides.md").write_bytes(bytes(range(256)) * 50)
    assert len(kb.ingest([folder]).failed) == 1
    assert found(kb, "tidal gauge") == ["tides.md"]


def test_a_reader_that_refuses_says_why_in_the_result(
    kb: KnowledgeBase, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise Unreadable("because")

    monkeypatch.setattr(prepare.formats, "read", refuse)
    assert {failure.reason for failure in kb.ingest([folder]).failed} == {"because"}


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(since=date(2025, 3, 2)), ["minutes/2025-03-02-cranes.md"]),
        (Filters(since=date(2025, 3, 3)), []),
        (Filters(until=date(2025, 3, 2)), ["minutes/2025-03-02-cranes.md"]),
        (Filters(until=date(2025, 3, 1)), []),
        (Filters(path="minutes"), ["minutes/2025-03-02-cranes.md"]),
        (Filters(path="minutes/*.md"), ["minutes/2025-03-02-cranes.md"]),
        (Filters(path="minute"), []),
        (Filters(languages=frozenset(["en"])), ["minutes/2025-03-02-cranes.md", "tides.md"]),
        (Filters(languages=frozenset(["ja"])), []),
    ],
)
def test_filters_hold_for_everything_that_is_found(
    kb: KnowledgeBase, folder: Path, filters: Filters, expected: list[str]
) -> None:
    kb.ingest([folder])
    assert sorted(found(kb, "the gauge and the crane at the quay and the root", filters)) == expected


def test_files_of_one_name_in_two_folders_are_two_documents(kb: KnowledgeBase, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "more"
    other.mkdir()
    (other / "tides.md").write_text("# Tides\n\nAnother gauge stands on Gull Rock.\n")
    kb.ingest([folder])
    kb.ingest([other])
    assert sorted(row.path for row in kb.documents()) == ["minutes/2025-03-02-cranes.md", "more/tides.md", "tides.md"]


def test_a_name_that_is_no_text_is_stored_and_shown(kb: KnowledgeBase, tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    Path(os.fsdecode(bytes(folder) + b"/ship\xff\n.md")).write_text(TIDE)
    assert kb.ingest([folder]).added == 1
    (row,) = kb.documents()
    assert kb.show(row.path).text == TIDE
    assert kb.ingest([folder]).unchanged == 1


def test_a_document_of_headings_alone_is_taken_in(kb: KnowledgeBase, tmp_path: Path) -> None:
    folder = tmp_path / "headings"
    folder.mkdir()
    (folder / "plan.md").write_text("# Dredging plan\n\n## Outer basin\n")
    kb.ingest([folder])
    (hit,) = kb.search("outer basin")
    assert kb.show("plan.md").text[hit.start : hit.end] == hit.text == "# Dredging plan\n\n## Outer basin"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (".. include:: tag.rst.inc\n", "only includes tag.rst.inc, which is not there"),
        (":orphan:\n\n.. include:: a.rst.inc\n\n.. include:: b.rst.inc\n", "a.rst.inc, b.rst.inc, which are not there"),
        (".. include:: ../../secret.rst\n", "only includes ../../secret.rst, outside the folder"),
        (".. include:: there.rst.inc\n", "only includes there.rst.inc, read by itself"),
        (".. include:: /there.rst.inc\n", "only includes /there.rst.inc, read by itself"),
        (".. include:: there.bin\n", "only includes there.bin, of a kind that is not read"),
    ],
)
def test_a_file_that_only_includes_others_is_named_with_what_became_of_them(
    kb: KnowledgeBase, folder: Path, text: str, reason: str
) -> None:
    (folder.parent / "secret.rst").write_text("Secret words.\n")
    (folder / "there.rst.inc").write_text("Usage\n=====\n\nThe sluice opens with a brass key.\n")
    (folder / "there.bin").write_bytes(b"words")
    (folder / "page.rst").write_text(text)
    result = kb.ingest([folder])
    assert next(one.reason for one in result.skipped if one.path.endswith("page.rst")).endswith(reason)
    assert found(kb, "brass key sluice") == ["there.rst.inc"]


def test_a_file_with_words_of_its_own_is_read_without_what_it_includes(kb: KnowledgeBase, folder: Path) -> None:
    (folder / "page.rst").write_text(".. include:: gone.rst.inc\n\nThe sluice opens with a brass key.\n")
    assert kb.ingest([folder]).skipped == ()
    assert found(kb, "brass key sluice") == ["page.rst"]
