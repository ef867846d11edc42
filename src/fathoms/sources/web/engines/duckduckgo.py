"""DuckDuckGo, through the library `ddgs` (extra `duckduckgo`): needs no key and no service of one's own.

The library opens connections of its own, to its own hosts only; it is not used offline.
"""

from __future__ import annotations

import asyncio

from pydantic import BaseModel, TypeAdapter, ValidationError

from fathoms.errors import BadAnswer, ConfigError, InstallExtra, ProviderTimeout, RateLimited, Unavailable
from fathoms.ports.engine import (
    ALL_PHASES,
    Engine,
    EngineHttp,
    EngineOptions,
    Rows,
    Text,
    WebHit,
    WebQuery,
    usable_hits,
    web_hit,
)

_SECONDS = 15
_NOTHING = "No results found"


class _Result(BaseModel):
    href: Text = ""
    title: Text = ""
    body: Text = ""


_ANSWER: TypeAdapter[list[_Result]] = TypeAdapter(Rows[_Result])


class DuckDuckGo:
    phases = ALL_PHASES

    def __init__(self, options: EngineOptions) -> None:
        if options.offline:
            raise ConfigError("the search engine 'duckduckgo' cannot be used offline")
        try:
            import ddgs  # noqa: F401 - only to say early that it is missing
        except ImportError as error:
            raise ConfigError(
                "the search engine 'duckduckgo' needs an extra that is not installed",
                next_step=InstallExtra("duckduckgo"),
            ) from error
        self.name = options.name
        self._proxy = options.proxy or None

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        found = await asyncio.to_thread(self._ask, query)
        try:
            rows = _ANSWER.validate_python(found)
        except ValidationError as error:
            raise BadAnswer(f"{self.name}: unexpected answer", provider=self.name) from error
        hits = (web_hit(url=r.href, title=r.title, snippet=r.body) for r in rows)
        return usable_hits(hits, query=query, provider=self.name)

    def _ask(self, query: WebQuery) -> object:
        from ddgs import DDGS
        from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException

        try:
            with DDGS(proxy=self._proxy, timeout=_SECONDS) as client:
                limit = "y" if query.recent else None
                return client.text(query.text, timelimit=limit, max_results=query.limit, backend="duckduckgo")
        except RatelimitException as error:
            raise RateLimited(f"{self.name} asks for fewer requests", provider=self.name) from error
        except TimeoutException as error:
            raise ProviderTimeout(f"{self.name}: no answer within {_SECONDS} s", provider=self.name) from error
        except DDGSException as error:
            if _NOTHING in str(error):
                return []
            raise Unavailable(f"{self.name} cannot be reached: {error}", provider=self.name) from error


def open_engine(options: EngineOptions, _http: EngineHttp) -> Engine:
    return DuckDuckGo(options)
