"""A Qdrant collection, read-only, through its HTTP API: by vector with an embedder, by words without.

The text of a point is looked for in its payload under the usual names (`text`, `content`, `page_content`, …).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pydantic import BaseModel, Field

from fathoms.domain.run import SourceSpec
from fathoms.ports.embedder import NO_SECRET, Embedder, Secret
from fathoms.ports.engine import EngineHttp, EngineRequest, Rows, parsed
from fathoms.sources.collections.records import (
    Record,
    RecordSource,
    base_and_name,
    ranked_by_words,
    record_of,
    words_to_look_for,
)
from fathoms.sources.opening import Surroundings, key_setting

_KEYS = ("text", "content", "page_content", "document")
_SCANNED = 50


class _Match(BaseModel):
    text: str


class _Condition(BaseModel):
    key: str
    match: _Match


class _Filter(BaseModel):
    should: list[_Condition]


class _Ask(BaseModel):
    query: list[float] | None = None
    filter: _Filter | None = None
    limit: int
    with_payload: bool = True


class _Point(BaseModel):
    id: str | int
    score: float = 0.0
    payload: dict[str, object] | None = Field(default_factory=dict)


class _Result(BaseModel):
    points: Rows[_Point]


class _Answer(BaseModel):
    result: _Result


class Qdrant:
    def __init__(
        self, name: str, target: str, http: EngineHttp, *, key: Secret = NO_SECRET, embedder: Embedder | None
    ) -> None:
        self._name = name
        base, collection = base_and_name(target, "qdrant+http://127.0.0.1:6333/collection")
        self._url = f"{base}/collections/{collection}/points"
        self._headers = {"api-key": key.reveal()} if key else {}
        self._http = http
        self._embedder = embedder

    async def find(self, text: str, limit: int) -> Sequence[Record]:
        if self._embedder is not None:
            vector = (await asyncio.to_thread(self._embedder.embed, [text]))[0].tolist()
            return await self._points("query", _Ask(query=vector, limit=limit))
        words = words_to_look_for(text)
        if not words:
            return []
        wanted = [_Condition(key=key, match=_Match(text=word)) for word in words for key in _KEYS]
        found = await self._points("scroll", _Ask(filter=_Filter(should=wanted), limit=_SCANNED))
        return ranked_by_words(found, text)[:limit]

    async def _points(self, verb: str, ask: _Ask) -> list[Record]:
        body = await self._http.send(EngineRequest(url=f"{self._url}/{verb}", headers=self._headers, body=ask))
        points = parsed(body, _Answer, provider=self._name).result.points
        return [record_of(point.payload or {}, key=str(point.id), score=point.score) for point in points]


def open_source(spec: SourceSpec, surroundings: Surroundings) -> RecordSource:
    key = surroundings.key(spec.plugin)
    http = surroundings.web(False).service(spec.name, spec.target, key=key, key_setting=key_setting(spec.plugin))
    finder = Qdrant(spec.name, spec.target, http, key=key, embedder=surroundings.embedder())
    return RecordSource(spec.name, f"qdrant://{spec.target.partition('://')[2].rstrip('/')}", finder)
