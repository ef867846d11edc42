"""Serper: Google's results as JSON. Understands `site:` and quotes."""

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

_SERVICE = "https://google.serper.dev"


class _Ask(BaseModel):
    q: str
    num: int
    tbs: str | None = None
    hl: str | None = None


class _Result(BaseModel):
    link: Text = ""
    title: Text = ""
    snippet: Text = ""
    date: Text = ""


class _Answer(BaseModel):
    organic: Rows[_Result]


class Serper:
    phases = ALL_PHASES

    def __init__(self, options: EngineOptions, http: EngineHttp) -> None:
        self.name = options.name
        self._url = f"{options.url(_SERVICE)}/search"
        self._headers = {"X-API-KEY": options.key()}
        self._http = http

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        recent = "qdr:y" if query.recent else None
        ask = _Ask(q=query.text, num=query.limit, tbs=recent, hl=query.language or None)
        body = await self._http.send(EngineRequest(url=self._url, headers=self._headers, body=ask))
        rows = parsed(body, _Answer, provider=self.name).organic
        hits = (web_hit(url=r.link, title=r.title, snippet=r.snippet, dated=date_in(r.date)) for r in rows)
        return usable_hits(hits, query=query, provider=self.name)


def open_engine(options: EngineOptions, http: EngineHttp) -> Engine:
    return Serper(options, http)
