"""A Chroma collection, read-only, through its HTTP API (v2): by vector with an embedder, by words without."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pydantic import BaseModel, Field

from fathoms.domain.run import SourceSpec
from fathoms.ports.embedder import NO_SECRET, Embedder, Secret
from fathoms.ports.engine import EngineHttp, EngineRequest, parsed
from fathoms.sources.collections.records import (
    Record,
    RecordSource,
    base_and_name,
    ranked_by_words,
    record_of,
    words_to_look_for,
)
from fathoms.sources.opening import Surroundings, key_setting

_DATABASE = "api/v2/tenants/default_tenant/databases/default_database/collections"
_SCANNED = 50

Fields = dict[str, object] | None


class _Collection(BaseModel):
    id: str


class _Contains(BaseModel):
    word: str = Field(serialization_alias="$contains")


class _Any(BaseModel):
    either: list[_Contains] = Field(serialization_alias="$or")


class _Get(BaseModel):
    where_document: _Any | _Contains
    limit: int = _SCANNED
    include: list[str] = ["documents", "metadatas"]


class _Query(BaseModel):
    query_embeddings: list[list[float]]
    n_results: int
    include: list[str] = ["documents", "metadatas", "distances"]


class _Got(BaseModel):
    ids: list[str]
    documents: list[str | None]
    metadatas: list[Fields] | None = None


class _Found(BaseModel):
    """One list per query."""

    ids: list[list[str]]
    documents: list[list[str | None]]
    metadatas: list[list[Fields]] | None = None

    def first(self) -> _Got:
        if not self.ids or not self.documents:
            return _Got(ids=[], documents=[])
        metadatas = self.metadatas[0] if self.metadatas else None
        return _Got(ids=self.ids[0], documents=self.documents[0], metadatas=metadatas)


class Chroma:
    def __init__(
        self, name: str, target: str, http: EngineHttp, *, key: Secret = NO_SECRET, embedder: Embedder | None
    ) -> None:
        self._name = name
        base, self._collection = base_and_name(target, "chroma+http://127.0.0.1:8000/collection")
        self._url = f"{base}/{_DATABASE}"
        self._headers = {"x-chroma-token": key.reveal()} if key else {}
        self._http = http
        self._embedder = embedder
        self._id = ""

    async def find(self, text: str, limit: int) -> Sequence[Record]:
        if self._embedder is not None:
            vector = (await asyncio.to_thread(self._embedder.embed, [text]))[0].tolist()
            body = await self._ask("query", _Query(query_embeddings=[vector], n_results=limit))
            found = parsed(body, _Found, provider=self._name)
            return _records(found.first())
        words = [_Contains(word=word) for word in words_to_look_for(text)]
        if not words:
            return []
        body = await self._ask("get", _Get(where_document=words[0] if len(words) == 1 else _Any(either=words)))
        return ranked_by_words(_records(parsed(body, _Got, provider=self._name)), text)[:limit]

    async def _ask(self, verb: str, ask: BaseModel) -> bytes:
        if not self._id:
            told = await self._http.send(EngineRequest(url=f"{self._url}/{self._collection}", headers=self._headers))
            self._id = parsed(told, _Collection, provider=self._name).id
        return await self._http.send(
            EngineRequest(url=f"{self._url}/{self._id}/{verb}", headers=self._headers, body=ask)
        )


def _records(got: _Got) -> list[Record]:
    metadatas = got.metadatas or [None] * len(got.ids)
    return [
        record_of(fields or {}, key=key, text=text or "", score=1 / rank)
        for rank, (key, text, fields) in enumerate(zip(got.ids, got.documents, metadatas, strict=False), start=1)
    ]


def open_source(spec: SourceSpec, surroundings: Surroundings) -> RecordSource:
    key = surroundings.key(spec.plugin)
    http = surroundings.web(False).service(spec.name, spec.target, key=key, key_setting=key_setting(spec.plugin))
    finder = Chroma(spec.name, spec.target, http, key=key, embedder=surroundings.embedder())
    return RecordSource(spec.name, f"chroma://{spec.target.partition('://')[2].rstrip('/')}", finder)
