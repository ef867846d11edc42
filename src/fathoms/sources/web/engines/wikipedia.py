"""Wikipedia, in the language of the question: encyclopedic and institutional knowledge, no forums."""

from __future__ import annotations

from urllib.parse import quote

from pydantic import BaseModel

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

_MOST = 50


class _Result(BaseModel):
    title: Text = ""
    snippet: Text = ""


class _Query(BaseModel):
    search: Rows[_Result]


class _Answer(BaseModel):
    query: _Query


class Wikipedia:
    phases = frozenset((Phase.SURVEY, Phase.EXTRACT, Phase.VERIFY))

    def __init__(self, options: EngineOptions, http: EngineHttp) -> None:
        self.name = options.name
        self._base = options.url("https://en.wikipedia.org") if options.base_url else ""
        self._http = http

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        base = self._base or f"https://{query.language or 'en'}.wikipedia.org"
        params = {
            "action": "query",
            "list": "search",
            "format": "json",
            "srsearch": query.plain,
            "srlimit": str(min(query.limit, _MOST)),
        }
        body = await self._http.send(EngineRequest(url=f"{base}/w/api.php", params=params))
        rows = parsed(body, _Answer, provider=self.name).query.search
        hits = (
            web_hit(url=f"{base}/wiki/{quote(r.title.replace(' ', '_'))}", title=r.title, snippet=r.snippet)
            if r.title
            else None
            for r in rows
        )
        return usable_hits(hits, query=query, provider=self.name)


def open_engine(options: EngineOptions, http: EngineHttp) -> Engine:
    return Wikipedia(options, http)
