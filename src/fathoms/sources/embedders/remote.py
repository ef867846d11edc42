"""An embedder behind HTTP: texts out in batches, vectors back, checked row by row.

Knows: what the OpenAI and Ollama interfaces share (they take the same request).  Does not know: where they differ.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from pydantic import BaseModel

from fathoms.errors import BadAnswer
from fathoms.ports.embedder import FloatArray
from fathoms.sources.embedders.batches import encodable, unit_rows
from fathoms.sources.embedders.endpoint import Endpoint

_MOST_CHARACTERS = 8_000  # fits the 8,191 tokens of the hosted models in any script
_BLANK = " "  # servers refuse an empty text, and with it the whole batch


class EmbeddingAnswer(BaseModel):
    """What a server sends back, in its own shape."""

    @abstractmethod
    def vectors(self) -> list[list[float]]:
        """In the order of the texts."""


class _Request(BaseModel):
    model: str
    input: list[str]


class RemoteEmbedder:
    """Asks for one vector when it is opened: a wrong key, model or address shows at once."""

    path: ClassVar[str]
    answer: ClassVar[type[EmbeddingAnswer]]
    multilingual = True  # most models that are served are; for one that is not, a foreign passage is only a weak hit

    def __init__(self, endpoint: Endpoint, *, id: str, model: str, batch_size: int) -> None:
        self.name = endpoint.provider
        self.id = id
        self._endpoint = endpoint
        self._model = model
        self._batch_size = batch_size
        self.dimensions: int = unit_rows(self._vectors(["dimensions"]), provider=self.name).shape[1]

    def embed(self, texts: Sequence[str]) -> FloatArray:
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        vectors = self._vectors([encodable(text, most_characters=_MOST_CHARACTERS) for text in texts])
        if any(len(vector) != self.dimensions for vector in vectors):
            raise BadAnswer(f"{self._endpoint.place} changed the length of its vectors", provider=self.name)
        return unit_rows(vectors, provider=self.name)

    def _vectors(self, texts: Sequence[str]) -> list[list[float]]:
        batches = [texts[start : start + self._batch_size] for start in range(0, len(texts), self._batch_size)]
        bodies = [_Request(model=self._model, input=[text if text.strip() else _BLANK for text in b]) for b in batches]
        vectors: list[list[float]] = []
        for batch, answer in zip(batches, self._endpoint.post(self.path, bodies, self.answer), strict=True):
            received = answer.vectors()
            if len(received) != len(batch):
                raise BadAnswer(
                    f"{self._endpoint.place} sent {len(received)} vectors for {len(batch)} texts", provider=self.name
                )
            vectors += received
        return vectors
