"""Any server with a `POST /rerank`: Cohere, Jina, Infinity and their likes; without a model, Text Embeddings Inference.

Knows: the two shapes of request and answer.  Does not know: which weights stand behind a model's name.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import AliasChoices, BaseModel, Field, RootModel

from fathoms.errors import BadAnswer
from fathoms.ports.reranker import RerankerOptions
from fathoms.sources.embedders.endpoint import Endpoint

NAME = "rerank_endpoint"


class _Named(BaseModel):
    model: str
    query: str
    documents: list[str]


class _Nameless(BaseModel):
    query: str
    texts: list[str]


class _Scored(BaseModel):
    index: int
    score: float = Field(validation_alias=AliasChoices("relevance_score", "score"))


class _Results(BaseModel):
    results: list[_Scored]


class _Answer(RootModel[_Results | list[_Scored]]):
    def scored(self) -> list[_Scored]:
        return self.root.results if isinstance(self.root, _Results) else self.root


class RerankEndpoint:
    name = NAME
    multilingual = True
    answers_from = None

    def __init__(self, endpoint: Endpoint, *, model: str) -> None:
        self._endpoint, self._model = endpoint, model

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        if not texts:
            return []
        named = _Named(model=self._model, query=question, documents=list(texts))
        body: BaseModel = named if self._model else _Nameless(query=question, texts=list(texts))
        scored = self._endpoint.post("/rerank", [body], _Answer)[0].scored()
        by_index = {one.index: one.score for one in scored}
        if sorted(by_index) != list(range(len(texts))):
            raise BadAnswer(f"{self._endpoint.place} did not score every passage once", provider=NAME)
        return [by_index[index] for index in range(len(texts))]


def open_reranker(options: RerankerOptions) -> RerankEndpoint:
    """The entry point. Needs `base_url`; takes `model` and `api_key`."""
    endpoint = Endpoint(
        provider=NAME, base_url=options.base_url, api_key=options.api_key, local_only=options.local_only
    )
    return RerankEndpoint(endpoint, model=options.model)
