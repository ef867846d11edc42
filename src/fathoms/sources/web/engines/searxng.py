"""SearXNG: a metasearch engine that people run themselves. Its settings must list `json` under `search.formats`."""

from __future__ import annotations

from pydantic import BaseModel

from fathoms.errors import AuthFailed
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


class _Result(BaseModel):
    url: Text = ""
    title: Text = ""
    content: Text = ""
    publishedDate: Text = ""  # noqa: N815 - their spelling


class _Answer(BaseModel):
    results: Rows[_Result]


class Searxng:
    phases = ALL_PHASES

    def __init__(self, options: EngineOptions, http: EngineHttp) -> None:
        self.name = options.name
        self._url = f"{options.url()}/search"
        self._http = http

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        params = {"q": query.text, "format": "json"}
        if query.recent:
            params["time_range"] = "year"
        if query.language:
            params["language"] = query.language
        try:
            body = await self._http.send(EngineRequest(url=self._url, params=params))
        except AuthFailed as error:
            raise AuthFailed(
                f"{self.name} does not answer in JSON: add `json` to search.formats in its settings.yml",
                provider=self.name,
            ) from error
        rows = parsed(body, _Answer, provider=self.name).results
        hits = (web_hit(url=r.url, title=r.title, snippet=r.content, dated=date_in(r.publishedDate)) for r in rows)
        return usable_hits(hits, query=query, provider=self.name)


def open_engine(options: EngineOptions, http: EngineHttp) -> Engine:
    return Searxng(options, http)
