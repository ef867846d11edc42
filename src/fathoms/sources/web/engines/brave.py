"""Brave Search: an independent index behind a plain JSON API. Understands `site:` and quotes."""

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

_SERVICE = "https://api.search.brave.com"
_MOST = 20
_LONGEST_QUERY = 400


class _Result(BaseModel):
    url: Text = ""
    title: Text = ""
    description: Text = ""
    page_age: Text = ""


class _Web(BaseModel):
    results: Rows[_Result] = []


class _Answer(BaseModel):
    web: _Web | None = None
    """Left out when nothing was found."""
    type: Text = ""


class Brave:
    phases = ALL_PHASES

    def __init__(self, options: EngineOptions, http: EngineHttp) -> None:
        self.name = options.name
        self._url = f"{options.url(_SERVICE)}/res/v1/web/search"
        self._headers = {"X-Subscription-Token": options.key()}
        self._http = http

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        text = query.text if len(query.text) <= _LONGEST_QUERY else query.plain[:_LONGEST_QUERY]
        params = {"q": text, "count": str(min(query.limit, _MOST))}
        if query.recent:
            params["freshness"] = "py"
        body = await self._http.send(EngineRequest(url=self._url, params=params, headers=self._headers))
        answer = parsed(body, _Answer, provider=self.name)
        rows = answer.web.results if answer.web else []
        hits = (web_hit(url=r.url, title=r.title, snippet=r.description, dated=date_in(r.page_age)) for r in rows)
        return usable_hits(hits, query=query, provider=self.name)


def open_engine(options: EngineOptions, http: EngineHttp) -> Engine:
    return Brave(options, http)
