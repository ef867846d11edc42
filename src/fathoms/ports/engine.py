"""A search engine of the web: a question goes out, addresses of pages come back.

An engine is a plug-in: one file and one entry point of the group `fathoms.engines`, a function
`open_engine(options: EngineOptions, http: EngineHttp) -> Engine`. Opening raises `UsageError` for what the
caller can mend (a missing key, a malformed address). An engine makes one call and gives one answer: waiting,
trying again, limits and falling back to another engine are done around it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Protocol, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ValidationError

from fathoms.domain.thread import Phase
from fathoms.errors import BadAnswer, ConfigError
from fathoms.ports.embedder import NO_SECRET, Secret

ALL_PHASES = frozenset(Phase)

Shape = TypeVar("Shape", bound=BaseModel)

_TAG = re.compile(r"<[^<>]{0,200}>")
_SITE = re.compile(r"(?<!\S)\(?site:([\w.-]+)\)?", re.I)
_SITE_GROUP = re.compile(r"\(\s*site:[^()]*\)", re.I)
_LONGEST_SNIPPET = 1_000
_LONGEST_TITLE = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class WebQuery:
    """What is looked for, taken apart so that each engine gets what it understands."""

    words: str
    """In natural language, without operators."""
    sites: tuple[str, ...] = ()
    """Preferred hosts or host endings, as alternatives: a hint of the phase, or the mind's own wish."""
    phase: Phase
    limit: int
    recent: bool = False
    """Only the last year is of interest."""
    language: str = ""

    @classmethod
    def parse(cls, text: str, *, phase: Phase, limit: int, recent: bool = False, language: str = "") -> WebQuery:
        """Take `site:` operators out of a query."""
        sites = tuple(dict.fromkeys(match.lower().rstrip(".") for match in _SITE.findall(text.replace("(", " ("))))
        bare = _SITE.sub(" ", _SITE_GROUP.sub(" ", text))
        words = " ".join(bare.split())
        return cls(words=words or text, sites=sites, phase=phase, limit=limit, recent=recent, language=language)

    @property
    def plain(self) -> str:
        """For engines that know no operators: no quotes either."""
        return " ".join(self.words.replace('"', " ").split())

    @property
    def text(self) -> str:
        """For engines that understand `site:` and OR."""
        if not self.sites:
            return self.words
        alternatives = " OR ".join(f"site:{site}" for site in self.sites)
        return f"{self.words} {alternatives}" if len(self.sites) == 1 else f"{self.words} ({alternatives})"

    @property
    def narrowed(self) -> bool:
        return bool(self.sites) or self.recent

    def widened(self) -> WebQuery:
        """The same words without what narrows the search."""
        return WebQuery(words=self.words, phase=self.phase, limit=self.limit, language=self.language)


@dataclass(frozen=True, slots=True, kw_only=True)
class WebHit:
    """A page that an engine names. Its snippet is a hint, never evidence."""

    url: str
    title: str
    snippet: str = ""
    dated: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineOptions:
    """What a user may say about an engine. Empty means the engine's own default."""

    name: str
    base_url: str = ""
    api_key: Secret = NO_SECRET
    user_agent: str = ""
    proxy: str = ""
    offline: bool = False

    def url(self, default: str = "") -> str:
        """The address of the service, without a closing slash. Raises ConfigError when there is none."""
        chosen = self.base_url or default
        if not chosen:
            raise ConfigError(
                f"the search engine {self.name!r} needs the address of its service: set "
                f"engine_{self.name}_url (or FATHOMS_ENGINE_{self.name.upper()}_URL)"
            )
        parts = urlsplit(chosen)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise ConfigError(f"engine_{self.name}_url is {chosen!r}; it must look like https://host/path")
        return chosen.rstrip("/")

    def key(self) -> str:
        """The key. Raises ConfigError when there is none."""
        value = self.api_key.reveal().strip()
        if not value:
            raise ConfigError(
                f"the search engine {self.name!r} needs a key: set engine_{self.name}_key "
                f"(or FATHOMS_ENGINE_{self.name.upper()}_KEY)"
            )
        if not (value.isascii() and value.isprintable()):
            raise ConfigError(f"engine_{self.name}_key holds characters that no header can carry")
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRequest:
    """One request to the service behind an engine."""

    url: str
    params: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: BaseModel | None = None
    """Sent as JSON by POST; without one the request is a GET."""


class EngineHttp(Protocol):
    """How an engine reaches its service: guarded, within a deadline, without redirects."""

    async def send(self, request: EngineRequest) -> bytes:
        """The body of a good answer. Raises `ProviderError` and nothing else."""
        ...


class Engine(Protocol):
    name: str
    phases: frozenset[Phase]
    """The phases that its collection can serve."""

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        """Pages, best first, at most `query.limit`; empty when there are none. Raises `ProviderError` only."""
        ...


# --- reading answers of services that promise little ------------------------------------------------------------------


def _text_only(value: object) -> str:
    return value if isinstance(value, str) else ""


def _objects_only(value: object) -> object:
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else value


Text = Annotated[str, BeforeValidator(_text_only)]
"""A field that should be text; anything else counts as missing."""

Row = TypeVar("Row")
Rows = Annotated[list[Row], BeforeValidator(_objects_only)]
"""A list of objects; whatever else stands in it is passed over."""


def parsed(body: bytes, shape: type[Shape], *, provider: str) -> Shape:
    """An answer as a typed value. Raises BadAnswer when it is something else, such as an HTML page."""
    try:
        return shape.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(map(str, first["loc"])) or "the top"
        said = "an HTML page instead of JSON" if body.lstrip()[:1] == b"<" else f"{first['msg']} at {where}"
        # The cause would quote the answer, and a service may echo the key in it.
        raise BadAnswer(f"{provider}: unexpected answer: {said}", provider=provider) from None


def web_hit(*, url: str, title: str = "", snippet: str = "", dated: date | None = None) -> WebHit | None:
    """A hit with markup removed; None when it has no address of a web page."""
    url = url.strip()
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:
        usable = False
    if not usable:
        return None
    return WebHit(
        url=url,
        title=unmarked(title)[:_LONGEST_TITLE] or url,
        snippet=unmarked(snippet)[:_LONGEST_SNIPPET],
        dated=dated,
    )


def unmarked(text: str) -> str:
    """Text without tags, entities and runs of blanks."""
    return " ".join(html.unescape(_TAG.sub(" ", text)).split())


def usable_hits(found: Iterable[WebHit | None], *, query: WebQuery, provider: str) -> tuple[WebHit, ...]:
    """What can be read, at most as many as asked for. Results of which none can be used are a bad answer."""
    rows = list(found)
    hits = tuple(hit for hit in rows if hit is not None)
    if rows and not hits:
        raise BadAnswer(f"{provider}: none of {len(rows)} results names a web page", provider=provider)
    return hits[: query.limit]
