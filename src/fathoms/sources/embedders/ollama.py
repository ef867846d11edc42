"""A local Ollama server: `POST /api/embed`, and `GET /api/tags` for the digest of the weights.

Knows: the shapes of the two answers.  Does not know: how to install a model; it says the command.
"""

from __future__ import annotations

from pydantic import BaseModel

from fathoms.errors import Refused
from fathoms.ports.embedder import EmbedderOptions
from fathoms.sources.embedders.endpoint import Endpoint
from fathoms.sources.embedders.remote import EmbeddingAnswer, RemoteEmbedder

NAME = "ollama"
BASE_URL = "http://localhost:11434"
MODEL = "nomic-embed-text"
_BATCH_SIZE = 16  # it often runs on the same machine's processor: an answer should not take minutes


class _Installed(BaseModel):
    name: str
    digest: str


class _Tags(BaseModel):
    models: list[_Installed]


class _Answer(EmbeddingAnswer):
    embeddings: list[list[float]]

    def vectors(self) -> list[list[float]]:
        return self.embeddings


class Ollama(RemoteEmbedder):
    path = "/api/embed"
    answer = _Answer

    def __init__(self, endpoint: Endpoint, *, model: str = MODEL, batch_size: int = _BATCH_SIZE) -> None:
        digest = _digest(endpoint, model)
        super().__init__(endpoint, id=f"{NAME}:{model}@{digest[:12]}", model=model, batch_size=batch_size)


def open_embedder(options: EmbedderOptions) -> Ollama:
    """The entry point. Takes `base_url`, `model`, `api_key` (for a server behind a gateway) and `batch_size`."""
    endpoint = Endpoint(
        provider=NAME, base_url=options.base_url or BASE_URL, api_key=options.api_key, local_only=options.local_only
    )
    return Ollama(endpoint, model=options.model or MODEL, batch_size=options.batch_size or _BATCH_SIZE)


def _digest(endpoint: Endpoint, model: str) -> str:
    """The weights behind the model's name, which `ollama pull` can change."""
    wanted = model if ":" in model else f"{model}:latest"
    for installed in endpoint.get("/api/tags", _Tags).models:
        if installed.name == wanted:
            return installed.digest.removeprefix("sha256:")
    raise Refused(f"{endpoint.place} has no model {model!r}: ollama pull {model}", provider=NAME)
