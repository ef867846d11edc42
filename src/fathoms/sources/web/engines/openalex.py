"""OpenAlex: an open index of scholarly works. The open copy of a work is preferred to its landing page."""

from __future__ import annotations

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
from fathoms.text.dates import date_in

_SERVICE = "https://api.openalex.org"
_MOST = 50


class _Place(BaseModel):
    landing_page_url: Text = ""


class _Access(BaseModel):
    oa_url: Text = ""


class _Work(BaseModel):
    doi: Text = ""
    display_name: Text = ""
    publication_date: Text = ""
    primary_location: _Place | None = None
    open_access: _Access | None = None

    def url(self) -> str:
        opened = self.open_access.oa_url if self.open_access else ""
        landing = self.primary_location.landing_page_url if self.primary_location else ""
        return opened or landing or self.doi


class _Answer(BaseModel):
    results: Rows[_Work]


class OpenAlex:
    phases = frozenset((Phase.SURVEY, Phase.EXTRACT, Phase.VERIFY))

    def __init__(self, options: EngineOptions, http: EngineHttp) -> None:
        self.name = options.name
        self._url = f"{options.url(_SERVICE)}/works"
        self._key = options.api_key
        self._http = http

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        params = {"search": query.plain, "per-page": str(min(query.limit, _MOST))}
        if query.recent:
            params["sort"] = "publication_date:desc"
        if self._key:
            params["api_key"] = self._key.reveal()
        body = await self._http.send(EngineRequest(url=self._url, params=params))
        rows = parsed(body, _Answer, provider=self.name).results
        hits = (web_hit(url=r.url(), title=r.display_name, dated=date_in(r.publication_date)) for r in rows)
        return usable_hits(hits, query=query, provider=self.name)


def open_engine(options: EngineOptions, http: EngineHttp) -> Engine:
    return OpenAlex(options, http)
