"""Crossref: the registry of scholarly works. Its addresses are DOIs, which lead to the publisher."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field

from fathoms.domain.thread import Phase
from fathoms.ports.engine import (
    Engine,
    EngineHttp,
    EngineOptions,
    EngineRequest,
    Rows,
    Text,
    WebHit,
    WebQuery,
    parsed,
    usable_hits,
    web_hit,
)

_SERVICE = "https://api.crossref.org"


def _first_text(value: object) -> str:
    """Titles come as lists; a work may have none."""
    first = value[0] if isinstance(value, list) and value else value
    return first if isinstance(first, str) else ""


def _first_date(value: object) -> date | None:
    """`{"date-parts": [[2024, 5, 1]]}`, where month and day may be missing."""
    parts = value.get("date-parts") if isinstance(value, dict) else None
    first = parts[0] if isinstance(parts, list) and parts else None
    if not isinstance(first, list) or not first or not all(isinstance(n, int) for n in first):
        return None
    try:
        return date(*[*first, 1, 1][:3])
    except ValueError:
        return None


class _Work(BaseModel):
    url: Text = Field(default="", alias="URL")
    title: Annotated[str, BeforeValidator(_first_text)] = ""
    abstract: Text = ""
    issued: Annotated[date | None, BeforeValidator(_first_date)] = None


class _Message(BaseModel):
    items: Rows[_Work]


class _Answer(BaseModel):
    message: _Message


class Crossref:
    phases = frozenset((Phase.EXTRACT, Phase.VERIFY))

    def __init__(self, options: EngineOptions, http: EngineHttp) -> None:
        self.name = options.name
        self._url = f"{options.url(_SERVICE)}/works"
        self._http = http

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        params = {"query": query.plain, "rows": str(query.limit)}
        if query.recent:
            params |= {"sort": "issued", "order": "desc"}
        body = await self._http.send(EngineRequest(url=self._url, params=params))
        rows = parsed(body, _Answer, provider=self.name).message.items
        hits = (web_hit(url=r.url, title=r.title, snippet=r.abstract, dated=r.issued) for r in rows)
        return usable_hits(hits, query=query, provider=self.name)


def open_engine(options: EngineOptions, http: EngineHttp) -> Engine:
    return Crossref(options, http)
