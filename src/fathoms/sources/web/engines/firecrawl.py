"""Firecrawl: a service that searches and scrapes. Only its search is used; pages are read by us."""

from __future__ import annotations

from pydantic import BaseModel

from fathoms.ports.engine import (
    ALL_PHASES,
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

_SERVICE = "https://api.firecrawl.dev"


class _Ask(BaseModel):
    query: str
    limit: int
    tbs: str | None = None


class _Result(BaseModel):
    url: Text = ""
    title: Text = ""
    description: Text = ""


class _ByKind(BaseModel):
    web: Rows[_Result] = []


class _Answer(BaseModel):
    data: Rows[_Result] | _ByKind
    """A list in the first version of their API, a list per kind of result in the second."""


class Firecrawl:
    phases = ALL_PHASES

    def __init__(self, options: EngineOptions, http: EngineHttp) -> None:
        self.name = options.name
        self._url = f"{options.url(_SERVICE)}/v2/search"
        self._headers = {"Authorization": f"Bearer {options.key()}"}
        self._http = http

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        ask = _Ask(query=query.text, limit=query.limit, tbs="qdr:y" if query.recent else None)
        body = await self._http.send(EngineRequest(url=self._url, headers=self._headers, body=ask))
        data = parsed(body, _Answer, provider=self.name).data
        rows = data.web if isinstance(data, _ByKind) else data
        hits = (web_hit(url=r.url, title=r.title, snippet=r.description) for r in rows)
        return usable_hits(hits, query=query, provider=self.name)


def open_engine(options: EngineOptions, http: EngineHttp) -> Engine:
    return Firecrawl(options, http)
