"""Words of a question that no document has, and the ones that are nearly the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fathoms.sources.kb import KnowledgeBase

TEXT = "# Cold Quay Battery\n\nThe Cold Quay Battery cost 13 million francs. It stands behind Kittlehead Point.\n"


@pytest.fixture
def base(tmp_path: Path) -> Iterator[KnowledgeBase]:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "battery.md").write_text(TEXT, encoding="utf-8")
    with KnowledgeBase(tmp_path / "kb.db") as kb:
        kb.ingest([tmp_path / "docs"])
        yield kb


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("batery at cold quey", (("batery", "battery"), ("quey", "quay"))),
        ("What stands at Kittlehed?", (("Kittlehed", "Kittlehead"),)),
        ("What did the battery cost?", ()),
        ("Who owns the battery of Franca?", ()),
        ("How deep is the harbour at Cold Quay?", ()),
    ],
)
def test_a_word_is_read_as_another_only_where_it_is_nearly_the_same(
    base: KnowledgeBase, question: str, found: tuple[tuple[str, str], ...]
) -> None:
    assert base.survey(question).spellings == found
