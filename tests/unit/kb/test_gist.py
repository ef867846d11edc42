"""Passages by what they are about: near a question that shares no word with them."""

from __future__ import annotations

import numpy as np
import pytest

from fathoms.sources.kb import gist
from fathoms.sources.kb.store import KnowledgeBase


class Table:
    """Three meanings; words of one meaning have one vector."""

    id = "table@1"
    words = ("death", "deceased", "died", "boat", "ferry", "the", "city")
    table = np.array(
        [[1, 0, 0], [1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0], [0.3, 0.3, 0.3], [0, 0, 1]], dtype=np.float32
    )

    def __init__(self) -> None:
        self.read = 0

    def tokens(self, texts):
        self.read += len(texts)
        return [np.array([self.words.index(w) for w in t.lower().split() if w in self.words], np.uint16) for t in texts]


@pytest.fixture
def folder(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in (("a", "the deceased"), ("b", "the ferry"), ("c", "the city"), ("d", "the")):
        (docs / f"{name}.md").write_text(f"# {name}\n\n{text}\n")
    return docs


def base(folder, table) -> KnowledgeBase:
    return KnowledgeBase(folder.parent / "kb.db", token_vectors=lambda: table)


def nearest(kb, text, limit=4):
    return [found.path for found in kb.nearest(text, collection="default", limit=limit)]


def test_a_passage_that_says_it_in_other_words_is_nearest(folder):
    with base(folder, Table()) as kb:
        kb.ingest([folder])
        assert nearest(kb, "who died", 1) == ["a.md"]
        assert nearest(kb, "the boat", 1) == ["b.md"]  # the word that all passages have decides nothing


def test_nearness_runs_from_one_to_nought(folder):
    with base(folder, Table()) as kb:
        kb.ingest([folder])
        scores = [found.score for found in kb.nearest("died", collection="default", limit=9)]
        assert (scores[0], scores[-1]) == (1.0, 0.0)


def test_what_was_made_is_kept_until_the_documents_change(folder):
    table = Table()
    with base(folder, table) as kb:
        kb.ingest([folder])
        nearest(kb, "died")
    made = table.read
    with base(folder, table) as kb:
        nearest(kb, "died")
        assert table.read == made + 1  # the question
        (folder / "e.md").write_text("# e\n\na death\n")
        kb.ingest([folder])
        assert set(nearest(kb, "died", 2)) == {"a.md", "e.md"}


@pytest.mark.parametrize(("most", "found"), [(4, 4), (3, 0)])
def test_a_collection_that_is_too_large_is_left_to_its_words(folder, monkeypatch, most, found):
    monkeypatch.setattr(gist, "MOST_PASSAGES", most)
    with base(folder, Table()) as kb:
        kb.ingest([folder])
        assert len(nearest(kb, "died")) == found


def test_without_a_table_nothing_is_near(folder):
    with KnowledgeBase(folder.parent / "kb.db") as kb:
        kb.ingest([folder])
        assert nearest(kb, "died") == []
