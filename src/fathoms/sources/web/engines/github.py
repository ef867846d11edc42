"""GitHub: repositories by what they say of themselves. Works without a key, slowly; a key raises its limits."""

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

_SERVICE = "https://api.github.com"
_LONGEST_QUERY = 256


class _Repository(BaseModel):
    html_url: Text = ""
    full_name: Text = ""
    description: Text = ""
    pushed_at: Text = ""


class _Answer(BaseModel):
    items: Rows[_Repository]


class GitHub:
    phases = ALL_PHASES

    def __init__(self, options: EngineOptions, http: EngineHttp) -> None:
        self.name = options.name
        self._url = f"{options.url(_SERVICE)}/search/repositories"
        self._headers = {"Accept": "application/vnd.github+json"}
        if options.api_key:
            self._headers["Authorization"] = f"Bearer {options.key()}"
        self._http = http

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        params = {"q": query.plain[:_LONGEST_QUERY], "per_page": str(query.limit)}
        if query.recent:
            params["sort"] = "updated"
        body = await self._http.send(EngineRequest(url=self._url, params=params, headers=self._headers))
        rows = parsed(body, _Answer, provider=self.name).items
        hits = (
            web_hit(url=r.html_url, title=r.full_name, snippet=r.description, dated=date_in(r.pushed_at)) for r in rows
        )
        return usable_hits(hits, query=query, provider=self.name)


def open_engine(options: EngineOptions, http: EngineHttp) -> Engine:
    return GitHub(options, http)
