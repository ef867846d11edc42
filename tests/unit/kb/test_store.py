from __future__ import annotations

import threading
from pathlib import Path

import pytest

from fathoms.errors import HomeError, UsageError
from fathoms.sources.kb import KnowledgeBase

TEXT = "# Tides\n\nThe tidal gauge at Veskerry stands at the root of the East Breakwater.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "docs"
    made.mkdir()
    (made / "tides.md").write_text(TEXT)
    return made


def test_a_document_is_shown_as_it_was_written(tmp_path: Path, folder: Path) -> None:
    with KnowledgeBase(tmp_path / "kb.db") as kb:
        kb.ingest([folder])
        shown = kb.show("tides.md")
    assert (shown.text, shown.row.title, shown.headings) == (TEXT, "Tides", ("Tides",))


def test_unknown_names_are_refused_with_the_nearest_ones(tmp_path: Path, folder: Path) -> None:
    with KnowledgeBase(tmp_path / "kb.db") as kb:
        kb.ingest([folder], collection="harbour")
        with pytest.raises(UsageError, match="did you mean 'harbour'"):
            kb.search("x", collection="harbor")
        with pytest.raises(UsageError, match=r"did you mean 'tides\.md'"):
            kb.show("tide.md", collection="harbour")


def test_a_removed_document_and_a_removed_collection_are_gone(tmp_path: Path, folder: Path) -> None:
    (folder / "other.md").write_text("# Other\n\nThe pilot cutter is orange.\n")
    with KnowledgeBase(tmp_path / "kb.db") as kb:
        kb.ingest([folder])
        assert kb.remove(path="tides.md") == 1
        assert kb.search("tidal gauge breakwater") == ()
        assert kb.remove() == 1
        assert kb.collections() == ()


def test_collections_do_not_see_each_other(tmp_path: Path, folder: Path) -> None:
    with KnowledgeBase(tmp_path / "kb.db") as kb:
        kb.ingest([folder], collection="one")
        kb.ingest([folder], collection="two")
        kb.remove(collection="one")
        assert [hit.collection for hit in kb.search("tidal gauge")] == ["two"]


def test_the_state_changes_with_the_documents_and_only_with_them(tmp_path: Path, folder: Path) -> None:
    with KnowledgeBase(tmp_path / "kb.db") as kb:
        kb.ingest([folder])
        before = kb.state()
        kb.ingest([folder])
        assert kb.state() == before
        (folder / "tides.md").write_text(TEXT + "More.\n")
        kb.ingest([folder])
        assert kb.state() != before


def test_nearly_the_same_documents_are_both_kept_and_linked(tmp_path: Path, folder: Path) -> None:
    lines = [f"Sentence number {n} speaks about the ferry that left the quay in the morning fog." for n in range(40)]
    (folder / "first.md").write_text("\n\n".join(lines))
    (folder / "second.md").write_text("\n\n".join([*lines[:-1], "Only the last sentence of this copy is a new one."]))
    with KnowledgeBase(tmp_path / "kb.db") as kb:
        kb.ingest([folder])
        assert kb.show("first.md").near_duplicates == ("second.md",)
        assert kb.show("second.md").near_duplicates == ("first.md",)
        assert kb.show("tides.md").near_duplicates == ()


def test_a_damaged_file_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "kb.db").write_bytes(b"this is no database" * 500)
    with KnowledgeBase(tmp_path / "kb.db") as kb, pytest.raises(HomeError, match="move it away"):
        kb.collections()


def test_a_closed_knowledge_base_refuses_new_threads(tmp_path: Path, folder: Path) -> None:
    kb = KnowledgeBase(tmp_path / "kb.db")
    kb.ingest([folder])
    kb.close()
    refused: list[UsageError] = []

    def look() -> None:
        try:
            kb.collections()
        except UsageError as exc:
            refused.append(exc)

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert len(refused) == 1


def test_readers_in_other_threads_see_what_was_written(tmp_path: Path, folder: Path) -> None:
    found: list[str] = []
    with KnowledgeBase(tmp_path / "kb.db") as kb:
        kb.ingest([folder])
        thread = threading.Thread(target=lambda: found.extend(hit.path for hit in kb.search("tidal gauge")))
        thread.start()
        thread.join()
    assert found == ["tides.md"]


@pytest.mark.parametrize(("characters", "first"), [(499, "hall.md"), (500, "crane.md")])
def test_in_a_long_text_the_sentences_that_ask_count(tmp_path: Path, characters: int, first: str) -> None:
    (tmp_path / "crane.md").write_text("The crane lifts forty tonnes.\n")
    (tmp_path / "hall.md").write_text("The committee met in the hall after supper and talked of weather and roads.\n")
    story = "The committee met. We met in the hall after supper. We talked of weather. We talked of roads. "
    question = "What does the crane lift?"
    text = (story * 10)[: characters - len(question)] + question
    with KnowledgeBase(tmp_path / "kb.db") as kb:
        kb.ingest([tmp_path / "crane.md", tmp_path / "hall.md"])
        assert kb.search(text)[0].path.endswith(first)


def test_a_file_that_took_the_place_of_the_opened_one_is_read_anew(tmp_path: Path, folder: Path) -> None:
    with KnowledgeBase(tmp_path / "kb.db") as kb:
        kb.ingest([folder])
        assert kb.search("tidal gauge")
        (folder / "tides.md").write_text("# Pilots\n\nThe pilot cutter is orange.\n")
        with KnowledgeBase(tmp_path / "other" / "kb.db") as other:
            other.ingest([folder])
        for left in ("kb.db-wal", "kb.db-shm"):
            (tmp_path / left).unlink(missing_ok=True)
        (tmp_path / "other" / "kb.db").replace(tmp_path / "kb.db")
        assert kb.search("tidal gauge breakwater") == ()
        assert [hit.title for hit in kb.search("pilot cutter")] == ["Pilots"]
