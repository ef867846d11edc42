"""The web as a `Source`: searched through a chain of engines, read page by page.

Knows: the port, at most two results of a server, how a run names its chain.  Does not know: engines or HTTP.
A run's target is the chain and how it may be used: `searxng,brave` or `searxng;offline`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fathoms.domain.evidence import Hit, Page, Query, SourceKind
from fathoms.domain.run import SourceSpec
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import Phase
from fathoms.engine.thread.reading import PER_HOST
from fathoms.errors import ConfigError
from fathoms.ports.engine import WebHit, WebQuery
from fathoms.ports.originals import OriginalKeeper
from fathoms.sources.opening import Surroundings
from fathoms.sources.web.chain import Chain
from fathoms.text.addresses import canonical, endpoint
from fathoms.text.language import detect

if TYPE_CHECKING:
    from fathoms.sources.web.desk import Web  # it needs the extra `web`, which this file can be loaded without

OFFLINE = "offline"
_MORE = 3
"""Engines are asked for more than is wanted, so that two per server still make a full list."""


def target(engines: Iterable[str], *, offline: bool = False) -> str:
    """How a run's order names this source."""
    chain = ",".join(engines)
    return f"{chain};{OFFLINE}" if offline else chain


class WebSource:
    kind = SourceKind.EXTERNAL

    def __init__(self, name: str, web: Web, chain: Chain, *, originals: OriginalKeeper | None = None) -> None:
        """With a keeper, the bytes of every page that is read are kept, too."""
        self.name = name
        self.phases = chain.phases
        self._web = web
        self._chain = chain
        self._originals = originals

    async def survey(self, question: str) -> Survey:
        """The web says nothing of itself: it serves what its engines serve, and any word may be rare."""
        return Survey(source=self.name, kind=self.kind, phases=tuple(p for p in Phase if p in self.phases))

    async def search(self, query: Query, *, limit: int, phase: Phase) -> SearchAnswer:
        asked = WebQuery.parse(
            query.text,
            phase=phase,
            limit=limit * _MORE,
            recent=_wants_this_year(query.text, datetime.now(UTC).year),
            language=detect(query.text),
        )
        answer = await self._chain.search(asked)
        chosen = _fair(answer.hits)[:limit]
        hits = tuple(self._hit(hit, rank) for rank, hit in enumerate(chosen))
        return SearchAnswer(hits=hits, failures=answer.failures)

    async def read(self, hit: Hit) -> Page:
        page = await self._web.page(hit.url, source=self.name, originals=self._originals)
        return page if page.dated or not hit.dated else page.model_copy(update={"dated": hit.dated})

    def _hit(self, hit: WebHit, rank: int) -> Hit:
        return Hit(
            source=self.name,
            url=canonical(hit.url),
            title=hit.title,
            snippet=hit.snippet,
            score=1.0 / (rank + 1),
            dated=hit.dated,
        )


def _fair(hits: Iterable[WebHit]) -> list[WebHit]:
    """Best first, each page once, each server twice at most."""
    chosen: dict[str, WebHit] = {}
    servers: Counter[tuple[str, str, int]] = Counter()
    for hit in hits:
        address, server = canonical(hit.url), endpoint(hit.url)
        if address not in chosen and servers[server] < PER_HOST:
            chosen[address] = hit
            servers[server] += 1
    return list(chosen.values())


def _wants_this_year(text: str, year: int) -> bool:
    return re.search(rf"(?<!\d){year}(?!\d)", text) is not None


def open_source(spec: SourceSpec, surroundings: Surroundings) -> WebSource:
    """The entry point. Raises UsageError when the chain is empty or an engine lacks what it needs."""
    chain, _, mode = spec.target.partition(";")
    names = [name.strip() for name in chain.split(",") if name.strip()]
    if not names:
        raise ConfigError('no search engine is chosen: set `engines`, for instance engines = "searxng"')
    web = surroundings.web(mode == OFFLINE)
    originals = surroundings.originals if spec.keep_originals else None
    return WebSource(spec.name, web, web.chain(names), originals=originals)
