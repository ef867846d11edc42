"""The two models that run on this machine mean something, read what they say they read, and fail as they promise."""

from __future__ import annotations

import numpy as np
import pytest

from fathoms.errors import ConfigError, Unavailable
from fathoms.ports.embedder import Embedder, EmbedderOptions
from fathoms.sources.embedders import minilm, use_multilingual, wordllama


@pytest.fixture(scope="module")
def english() -> Embedder:
    try:
        return minilm.open_embedder(EmbedderOptions(threads=1))
    except ConfigError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def multilingual() -> Embedder:
    try:
        return use_multilingual.open_embedder(EmbedderOptions(threads=1))
    except ConfigError as error:
        pytest.skip(str(error))


def _nearest(embedder: Embedder, question: str, passages: list[str]) -> int:
    return int(np.argmax(embedder.embed(passages) @ embedder.embed([question])[0]))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("I forgot my login credentials", 0),
        ("power from the sea", 1),
        ("a pet cat asleep on the carpet", 2),
    ],
)
def test_minilm_finds_the_passage_that_says_it_in_other_words(english: Embedder, question: str, answer: int) -> None:
    passages = [
        "How to reset your password.",
        "The tidal turbines generate electricity offshore.",
        "A feline was resting on the rug.",
        "Quarterly revenue rose by four percent.",
    ]
    assert _nearest(english, question, passages) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [("How tall is Mount Fuji?", 0), ("Where is the harbour?", 1), ("ラーメンはどこで食べられますか", 2)],
)
def test_use_finds_the_passage_in_another_language(multilingual: Embedder, question: str, answer: int) -> None:
    passages = [
        "富士山の高さは3776メートルです。",
        "Der Hafen liegt im Norden der Stadt.",
        "You can eat noodle soup here.",
    ]
    assert _nearest(multilingual, question, passages) == answer


def test_minilm_reads_256_tokens_and_no_more(english: Embedder) -> None:
    words = ["harbour"] * (minilm.MOST_TOKENS - 3)  # two marks stand around the text
    seen = english.embed([" ".join([*words, "turbine"])])
    assert not np.array_equal(seen, english.embed([" ".join([*words, "cheese"])]))
    beyond = english.embed([" ".join([*words, "turbine", "cheese"])])
    assert np.array_equal(seen, beyond)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("batch_size", [1, 5])
def test_threads_and_batch_size_do_not_change_the_vectors(english: Embedder, threads: int, batch_size: int) -> None:
    texts = [f"Passage {n} about ferries. " * (1 + n % 7) for n in range(20)]
    other = minilm.open_embedder(EmbedderOptions(threads=threads, batch_size=batch_size))
    assert np.abs(other.embed(texts) - english.embed(texts)).max() < 1e-3


class _OutOfMemory(Exception):
    pass


class _BrokenSession:
    def run(self, output_names: object, input_feed: object) -> list[np.ndarray]:
        raise _OutOfMemory("cannot allocate")


class _Encoding:
    ids = (101, 102)


class _Tokenizer:
    def encode(self, sequence: str) -> _Encoding:
        return _Encoding()


@pytest.mark.parametrize("texts", [["one"], ["several", "texts"] * 40])
def test_a_runtime_that_cannot_work_is_unavailable(texts: list[str]) -> None:
    broken = minilm.MiniLM(_BrokenSession(), _Tokenizer(), threads=2, batch_size=2, failures=(_OutOfMemory,))
    with pytest.raises(Unavailable, match="cannot allocate"):
        broken.embed(texts)


def test_words_of_like_meaning_have_near_vectors_in_the_table() -> None:
    try:
        table = wordllama.open_table()
    except ConfigError as error:
        pytest.skip(str(error))
    died, deceased, ferry = (table.table[tokens].mean(axis=0) for tokens in table.tokens(["died", "deceased", "ferry"]))
    assert died @ deceased > 2 * abs(died @ ferry)
    assert table.table.shape == (32_000, 256)
    assert all(len(tokens) == 0 for tokens in table.tokens([""]))
