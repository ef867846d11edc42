"""arXiv: preprints, as an Atom feed. Serves the phases that look for results and primary documents."""

from __future__ import annotations

import re

from fathoms.domain.thread import Phase
from fathoms.errors import BadAnswer
from fathoms.ports.engine import (
    Engine,
    EngineHttp,
    EngineOptions,
    EngineRequest,
    WebHit,
    WebQuery,
    usable_hits,
    web_hit,
)
from fathoms.text.dates import date_in

_SERVICE = "https://export.arxiv.org"
_ATOM = "{http://www.w3.org/2005/Atom}"
_NO_WORD = re.compile(r"[^\w\s-]")
_MOST_WORDS = 12


class Arxiv:
    phases = frozenset((Phase.EXTRACT, Phase.VERIFY))

    def __init__(self, options: EngineOptions, http: EngineHttp) -> None:
        self.name = options.name
        self._url = f"{options.url(_SERVICE)}/api/query"
        self._http = http

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        words = _NO_WORD.sub(" ", query.plain).split()[:_MOST_WORDS]
        params = {
            "search_query": " OR ".join(f"all:{word}" for word in words),
            "max_results": str(query.limit),
            "sortBy": "submittedDate" if query.recent else "relevance",
        }
        body = await self._http.send(EngineRequest(url=self._url, params=params, headers={"Accept": "*/*"}))
        return usable_hits(self._entries(body), query=query, provider=self.name)

    def _entries(self, body: bytes) -> list[WebHit | None]:
        import lxml.etree

        # No entities and no network: a feed needs neither, an attack does.
        parser = lxml.etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        try:
            feed = lxml.etree.fromstring(body, parser)
        except (lxml.etree.LxmlError, ValueError) as error:
            raise BadAnswer(f"{self.name}: not a feed: {error}", provider=self.name) from error
        if feed.tag != f"{_ATOM}feed":
            raise BadAnswer(f"{self.name}: not a feed but <{feed.tag}>", provider=self.name)
        return [
            web_hit(
                url=entry.findtext(f"{_ATOM}id", "").replace("http://", "https://", 1),
                title=entry.findtext(f"{_ATOM}title", ""),
                snippet=entry.findtext(f"{_ATOM}summary", ""),
                dated=date_in(entry.findtext(f"{_ATOM}published", "")),
            )
            for entry in feed.iterfind(f"{_ATOM}entry")
        ]


def open_engine(options: EngineOptions, http: EngineHttp) -> Engine:
    return Arxiv(options, http)
