"""What every knowledge base promises (`ports/knowledge.py`). A check is handed an empty one and a folder to write in.

Knows: the port.  Does not know: any implementation, or how good a search is.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fathoms.domain.knowledge import Filters
from fathoms.errors import UsageError
from fathoms.ports.knowledge import Knowledge
from fathoms.testing.contracts.raising import raised

CRANE = "# Crane\n\nThe crane on the north quay lifts thirty tonnes.\n"
FERRY = "# Ferry\n\nThe ferry to the island leaves at seven every morning.\n"


def _documents(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "crane.md").write_text(CRANE, encoding="utf-8")
    (folder / "ferry.md").write_text(FERRY, encoding="utf-8")
    return folder


def a_collection_follows_its_folder(kb: Knowledge, folder: Path) -> None:
    docs = _documents(folder / "docs")
    first = kb.ingest([docs], collection="c")
    assert (first.added, first.updated, first.removed) == (2, 0, 0)
    state = kb.state("c")
    again = kb.ingest([docs], collection="c")
    assert (again.added, again.unchanged, kb.state("c")) == (0, 2, state)
    (docs / "ferry.md").unlink()
    (docs / "crane.md").write_text(CRANE.replace("thirty", "forty"), encoding="utf-8")
    third = kb.ingest([docs], collection="c")
    assert (third.updated, third.removed) == (1, 1)
    assert kb.state("c") != state


def what_is_found_is_what_stands_in_the_document(kb: Knowledge, folder: Path) -> None:
    kb.ingest([_documents(folder / "docs")], collection="c")
    found = kb.search("How much does the crane lift?", collection="c", limit=1)
    assert [one.path for one in found] == ["crane.md"]
    text = kb.show("crane.md", collection="c").text
    assert text[found[0].start : found[0].end] == found[0].text
    assert "thirty tonnes" in found[0].text


def a_search_keeps_to_its_filters_and_goes_over_all_collections_when_none_is_named(kb: Knowledge, folder: Path) -> None:
    kb.ingest([_documents(folder / "docs")], collection="c")
    kb.ingest([folder / "docs" / "ferry.md"], collection="d")
    assert {one.collection for one in kb.search("ferry island morning")} == {"c", "d"}
    assert kb.search("crane", collection="c", filters=Filters(path="ferry.md")) == ()


def documents_are_listed_counted_and_removed(kb: Knowledge, folder: Path) -> None:
    kb.ingest([_documents(folder / "docs")], collection="c")
    assert kb.collections() == ("c",)
    assert [row.path for row in kb.documents("c")] == ["crane.md", "ferry.md"]
    assert [(one.name, one.documents) for one in kb.stats()] == [("c", 2)]
    assert kb.remove(collection="c", path="ferry.md") == 1
    assert [row.path for row in kb.documents("c")] == ["crane.md"]
    assert kb.remove(collection="c") == 1
    assert kb.collections() == ()


def what_is_not_there_is_named(kb: Knowledge, folder: Path) -> None:
    kb.ingest([_documents(folder / "docs")], collection="c")
    assert "nope" in str(raised(UsageError, lambda: kb.documents("nope")))
    assert "nope" in str(raised(UsageError, lambda: kb.show("nope", collection="c")))


CHECKS: tuple[Callable[[Knowledge, Path], None], ...] = (
    a_collection_follows_its_folder,
    what_is_found_is_what_stands_in_the_document,
    a_search_keeps_to_its_filters_and_goes_over_all_collections_when_none_is_named,
    documents_are_listed_counted_and_removed,
    what_is_not_there_is_named,
)
