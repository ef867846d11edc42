"""Passages found by meaning: filling vectors, resuming, and changing the embedder while searches go on."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from fathoms.domain.knowledge import EMBEDDING, Progress
from fathoms.errors import Unavailable
from fathoms.ports.embedder import Embedder, FloatArray
from fathoms.sources.kb import KnowledgeBase
from fathoms.sources.kb import vectors as vectors_module

MEANINGS = {"vessel": "boat", "boats": "boat", "ship": "boat", "grain": "wheat", "cereal": "wheat"}


class Thesaurus:
    """An embedder that knows a few synonyms, so that meaning and words differ."""

    name = "thesaurus"
    dimensions = 1_024
    multilingual = False

    def __init__(self, edition: str = "1", *, fails_after: int = 10_000) -> None:
        self.id = f"thesaurus@{edition}"
        self.batches = 0
        self._fails_after = fails_after

    def embed(self, texts: Sequence[str]) -> FloatArray:
        self.batches += 1
        if self.batches > self._fails_after:
            raise Unavailable("the embedder is gone", provider=self.name)
        rows: FloatArray = np.full((len(texts), self.dimensions), 0.01, dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().replace(".", "").split():
                row[zlib.crc32((self.id + MEANINGS.get(word, word)).encode()) % self.dimensions] += 1
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(6):
        (folder / f"quay-{number}.md").write_text(f"The quay number {number} is made of stone.\n")
    (folder / "ferry.md").write_text("A boat leaves at dawn.\n")
    return folder


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors_module, "BATCH", 2)


def _base(tmp_path: Path, embedder: Embedder | None, *others: Embedder) -> KnowledgeBase:
    return KnowledgeBase(tmp_path / "kb.db", embedder=embedder, reopen={other.id: other for other in others}.get)


def test_a_passage_is_found_by_what_it_means(tmp_path: Path, folder: Path) -> None:
    with _base(tmp_path, Thesaurus()) as kb:
        kb.ingest([folder])
        assert kb.search("vessel")[0].path == "ferry.md"
        assert kb.stats()[0].embedded == 7
    with _base(tmp_path, None) as kb:
        assert not kb.search("vessel")


@pytest.mark.parametrize(("multilingual", "first"), [(True, "suisha.md"), (False, "price.md")])
def test_a_passage_in_another_script_is_judged_by_its_meaning(
    tmp_path: Path, folder: Path, multilingual: bool, first: str
) -> None:
    (folder / "suisha.md").write_text("この水車は毎日たくさんの wheat を挽いています。\n")
    (folder / "price.md").write_text("The price of a mill is high and nobody knows why it is so. It has been high.\n")
    embedder = Thesaurus()
    embedder.multilingual = multilingual
    with _base(tmp_path, embedder) as kb:
        kb.ingest([folder])
        assert kb.search("cereal mill")[0].path == first


def test_the_relevance_probe_is_the_cosine_of_the_best_passage(tmp_path: Path, folder: Path) -> None:
    embedder = Thesaurus()
    with _base(tmp_path, embedder) as kb:
        kb.ingest([folder])
        asked = embedder.embed(["vessel leaves"])[0]
        texts = [f"quay {n}\nThe quay number {n} is made of stone." for n in range(6)]
        texts.append("ferry\nA boat leaves at dawn.")
        best = max(float(row @ asked) for row in embedder.embed(texts))
        assert kb.survey("vessel leaves").relevance == pytest.approx(best, abs=2e-3)


def test_a_job_that_broke_off_goes_on_where_it_was(tmp_path: Path, folder: Path) -> None:
    with _base(tmp_path, Thesaurus(fails_after=2)) as kb, pytest.raises(Unavailable):
        kb.ingest([folder])
    again = Thesaurus()
    with _base(tmp_path, again) as kb:
        assert kb.embed() == 3
        assert again.batches == 2


def test_vectors_of_a_half_done_job_serve_no_search(tmp_path: Path, folder: Path) -> None:
    with _base(tmp_path, Thesaurus(fails_after=2)) as kb:
        with pytest.raises(Unavailable):
            kb.ingest([folder])
        assert kb.wants_embedding()
        assert kb.stats()[0].embedder == ""


def test_searches_go_on_with_the_old_vectors_until_the_last_new_one_is_there(tmp_path: Path, folder: Path) -> None:
    old, new = Thesaurus("1"), Thesaurus("2")
    with _base(tmp_path, old) as kb:
        kb.ingest([folder])
    with _base(tmp_path, new, old) as kb:
        seen: list[tuple[str, str]] = []

        def look() -> bool:
            seen.append((kb.stats()[0].embedder, kb.search("vessel")[0].path))
            return False

        kb.embed(stop=look)
        assert set(seen) == {(old.id, "ferry.md")}
        assert kb.stats()[0].embedder == new.id
        assert kb.search("vessel")[0].path == "ferry.md"
        assert not kb.wants_embedding()


def test_documents_added_meanwhile_get_vectors_of_both(tmp_path: Path, folder: Path) -> None:
    old, new = Thesaurus("1"), Thesaurus("2")
    with _base(tmp_path, old) as kb:
        kb.ingest([folder])
    with _base(tmp_path, new, old) as kb:
        batches = iter((False, False, True))
        assert kb.embed(stop=lambda: next(batches)) == 4
        (folder / "mill.md").write_text("The mill grinds wheat.\n")
        kb.ingest([folder])
        assert kb.search("cereal")[0].path == "mill.md"
        assert kb.wants_embedding()
        assert kb.embed() == 4, "what was made before is kept"
        assert kb.search("cereal")[0].path == "mill.md"


def test_an_old_embedder_that_cannot_be_opened_is_replaced_at_once(tmp_path: Path, folder: Path) -> None:
    with _base(tmp_path, Thesaurus("1")) as kb:
        kb.ingest([folder])
    with _base(tmp_path, Thesaurus("2")) as kb:
        kb.ingest([folder])
        assert kb.stats()[0].embedder == "thesaurus@2"
        assert kb.search("vessel")[0].path == "ferry.md"


class Counting(Thesaurus):
    """Takes a tenth of a second for each passage, and ten more for its first call."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = 0.0
        self.sizes: list[int] = []
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> FloatArray:
        self.clock += 0.1 * len(texts) + (0.0 if self.sizes else 10.0)
        self.sizes.append(len(texts))
        self.texts += texts
        return super().embed(texts)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    embedder = Counting()
    monkeypatch.setattr(vectors_module, "BATCH", 256)
    monkeypatch.setattr(vectors_module.time, "monotonic", lambda: embedder.clock)
    return embedder


def _progress_over(tmp_path: Path, embedder: Counting, passages: int) -> list[tuple[int, Progress]]:
    """What was told, each with how many passages had a vector by then."""
    told: list[tuple[int, Progress]] = []
    (tmp_path / "long.md").write_text(
        "\n\n".join(f"## Quay {n}\n\nThe quay {n} is made of stone." for n in range(passages))
    )
    with _base(tmp_path, embedder) as kb:
        kb.ingest([tmp_path / "long.md"], progress=lambda one: told.append((len(embedder.texts), one)))
        assert kb.stats()[0].embedded == passages
    return [(made, one) for made, one in told if one.stage == EMBEDDING]


def test_how_long_vectors_will_take_is_told_after_a_few_passages(tmp_path: Path, counting: Counting) -> None:
    made, first = _progress_over(tmp_path, counting, 600)[0]
    assert made <= 16
    assert first.total == 600
    assert first.seconds_left == pytest.approx(0.1 * (600 - first.done), rel=0.01)
    assert len(set(counting.texts)) == len(counting.texts) == 600


def test_the_few_that_are_tried_first_come_from_all_over_a_collection(tmp_path: Path, counting: Counting) -> None:
    _progress_over(tmp_path, counting, 600)
    tried = sorted(int(text.split("The quay ")[1].split()[0]) for text in counting.texts[:16])
    assert tried[0] < 60
    assert tried[-1] > 540


@pytest.mark.parametrize(("passages", "first_call"), [(256, 256), (257, 2)])
def test_few_passages_are_not_tried_before(tmp_path: Path, counting: Counting, passages: int, first_call: int) -> None:
    _progress_over(tmp_path, counting, passages)
    assert counting.sizes[0] == first_call


def test_passages_that_lie_in_heaps_are_tried_all_the_same(tmp_path: Path, counting: Counting) -> None:
    def quays(name: str, count: int) -> Path:
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.md").write_text("\n\n".join(f"## {name} {n}\n\nOf stone." for n in range(count)))
        return tmp_path / name

    with _base(tmp_path, None) as kb:
        kb.ingest([quays("north", 300)], collection="harbour")
        kb.ingest([quays("far", 2_000)], collection="other")
        kb.ingest([tmp_path / "north", quays("south", 1)], collection="harbour")
    with _base(tmp_path, counting) as kb:
        assert kb.embed(collection="harbour") == 301
    assert counting.sizes[:2] == [2, 14]
