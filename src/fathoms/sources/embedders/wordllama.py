"""WordLlama's table of token vectors: English, 256 dimensions, no network, a few milliseconds for a hundred passages.

Knows: the extra `local` and the hashes of what it installs.  Does not know: what the vectors are for.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fathoms.ports.embedder import FloatArray
from fathoms.sources.embedders.batches import encodable
from fathoms.sources.embedders.installed import PinnedFile, from_extra

NAME = "wordllama"
_MOST_CHARACTERS = 20_000
"""Far more than a passage has; this only keeps a page without a break from being tokenised whole."""
_LENGTH_OF_HEADER = 8

# Only these files of the package are read, none of its code runs.
WEIGHTS = PinnedFile(
    distribution=NAME,
    path="wordllama/weights/l2_supercat_256.safetensors",
    sha256="64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
)
TOKENIZER = PinnedFile(
    distribution=NAME,
    path="wordllama/tokenizers/l2_supercat_tokenizer_config.json",
    sha256="93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
)


class _Encoding(Protocol):
    ids: list[int]


class _Tokenizer(Protocol):
    def encode_batch(self, sequences: list[str], *, add_special_tokens: bool) -> list[_Encoding]: ...


class WordLlama:
    id = f"{NAME}@{WEIGHTS.sha256[:12]}"

    def __init__(self, table: FloatArray, tokenizer: _Tokenizer) -> None:
        self.table = table
        self._tokenizer = tokenizer

    def tokens(self, texts: Sequence[str]) -> list[NDArray[np.uint16]]:
        read = [encodable(text, most_characters=_MOST_CHARACTERS) for text in texts]
        return [
            np.array(one.ids, dtype=np.uint16) for one in self._tokenizer.encode_batch(read, add_special_tokens=False)
        ]


def open_table() -> WordLlama:
    with from_extra("local", embedder=NAME):
        tokenizers = importlib.import_module("tokenizers")
        weights, vocabulary = WEIGHTS.read(), TOKENIZER.read()
    tokenizer = tokenizers.Tokenizer.from_buffer(vocabulary)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return WordLlama(_table(weights), tokenizer)


def _table(weights: bytes) -> FloatArray:
    """The one matrix of a safetensors file: the length of a header, the header as JSON, the numbers."""
    start = _LENGTH_OF_HEADER + int.from_bytes(weights[:_LENGTH_OF_HEADER], "little")
    header = json.loads(weights[_LENGTH_OF_HEADER:start])
    (matrix,) = (told for name, told in header.items() if name != "__metadata__")
    first, last = matrix["data_offsets"]
    numbers = np.frombuffer(weights[start + first : start + last], dtype=np.float16)
    return numbers.reshape(matrix["shape"]).astype(np.float32)
