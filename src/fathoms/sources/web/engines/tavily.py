"""Tavily: a search service made for programs. Only its addresses are used; pages are read by us."""

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
from fathoms.text.dates import date_in

_SERVICE = "https://api.tavily.com"
_MOST = 20


class _Ask(BaseModel):
    query: str
    max_results: int
    include_domains: list[str] | None = None
    time_range: str | None = None


class _Result(BaseModel):
    url: Text = ""
    title: Text = ""
    content: Text = ""
    published_date: Text = ""


class _Answer(BaseModel):
    results: Rows[_Result]


class Tavily:
    phases = ALL_PHASES

    def __init__(self, options: EngineOptions, http: EngineHttp) -> None:
        self.name = options.name
        self._url = f"{options.url(_SERVICE)}/search"
        self._headers = {"Authorization": f"Bearer {options.key()}"}
        self._http = http

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        # It takes whole domains; an ending such as `gov` means nothing to it.
        domains = [site for site in query.sites if "." in site]
        ask = _Ask(
            query=query.plain,
            max_results=min(query.limit, _MOST),
            include_domains=domains or None,
            time_range="year" if query.recent else None,
        )
        body = await self._http.send(EngineRequest(url=self._url, headers=self._headers, body=ask))
        rows = parsed(body, _Answer, provider=self.name).results
        hits = (web_hit(url=r.url, title=r.title, snippet=r.content, dated=date_in(r.published_date)) for r in rows)
        return usable_hits(hits, query=query, provider=self.name)


def open_engine(options: EngineOptions, http: EngineHttp) -> Engine:
    return Tavily(options, http)
