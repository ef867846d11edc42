"""Any server that speaks OpenAI's `POST /v1/embeddings`: OpenAI itself, vLLM, LM Studio, llama.cpp, gateways.

Knows: the shape of the answer.  Does not know: which weights stand behind a model's name.
"""

from __future__ import annotations

from typing import Self
from urllib.parse import urlsplit

from pydantic import BaseModel, model_validator

from fathoms.errors import ConfigError
from fathoms.ports.embedder import EmbedderOptions
from fathoms.sources.embedders.endpoint import Endpoint
from fathoms.sources.embedders.remote import EmbeddingAnswer, RemoteEmbedder

NAME = "openai_compatible"
_BATCH_SIZE = 64


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Answer(EmbeddingAnswer):
    data: list[_Row]

    @model_validator(mode="after")
    def _every_index_once(self) -> Self:
        if sorted(row.index for row in self.data) != list(range(len(self.data))):
            raise ValueError("the indexes of `data` are not 0 to n-1")
        return self

    def vectors(self) -> list[list[float]]:
        return [row.embedding for row in sorted(self.data, key=lambda row: row.index)]


class OpenAICompatible(RemoteEmbedder):
    path = "/embeddings"
    answer = _Answer

    def __init__(self, endpoint: Endpoint, *, model: str, batch_size: int = _BATCH_SIZE) -> None:
        # The interface does not name a revision: model and server are all that tells two spaces apart.
        super().__init__(endpoint, id=f"{NAME}:{model}@{endpoint.place}", model=model, batch_size=batch_size)


def open_embedder(options: EmbedderOptions) -> OpenAICompatible:
    """The entry point. Needs `base_url` (without a path, `/v1` is added) and `model`; takes `api_key`, `batch_size`."""
    if not options.model:
        raise ConfigError(f"the embedder {NAME!r} needs a model, e.g. text-embedding-3-small or nomic-embed-text")
    endpoint = Endpoint(
        provider=NAME, base_url=_with_version(options.base_url), api_key=options.api_key, local_only=options.local_only
    )
    return OpenAICompatible(endpoint, model=options.model, batch_size=options.batch_size or _BATCH_SIZE)


def _with_version(base_url: str) -> str:
    bare = base_url.rstrip("/")
    return bare if not bare or urlsplit(bare).path else f"{bare}/v1"
