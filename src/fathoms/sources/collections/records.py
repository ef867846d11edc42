"""Records of somebody else's collection as a `Source`.

Knows: the port; that a record is found with its whole text, so that reading it needs no second question.  Does not
know: where records come from.  Only finding is ever asked of a collection: nothing is written, nothing removed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol
from urllib.parse import quote, urlsplit

from fathoms.domain.evidence import Hit, Page, Query, SourceKind
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import Phase
from fathoms.errors import BadAnswer, ConfigError
from fathoms.text.language import detect
from fathoms.text.words import content_words

_TEXTS = ("text", "content", "document", "page_content", "body", "chunk", "snippet", "description", "summary")
_TITLES = ("title", "name", "heading", "source", "file", "filename", "path")
_ADDRESSES = ("url", "link", "href", "uri", "source_url")
_MOST_CHARS = 200_000
_LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    key: str
    text: str
    title: str
    url: str = ""
    """Where the record's own page stands on the web, if it does."""
    score: float = 0.0


class Finder(Protocol):
    async def find(self, text: str, limit: int) -> Sequence[Record]:
        """Records, best first. Raises `ProviderError` only."""
        ...


class RecordSource:
    kind = SourceKind.INTERNAL
    phases = frozenset((Phase.SURVEY, Phase.EXTRACT, Phase.VERIFY))

    def __init__(
        self, name: str, place: str, finder: Finder, *, page: Callable[[str], Awaitable[Page]] | None = None
    ) -> None:
        """`place` begins the addresses of records; `page` reads what stands on the web, where records name it."""
        self.name = name
        self._place = place
        self._finder = finder
        self._page = page

    async def survey(self, question: str) -> Survey:
        return Survey(source=self.name, kind=self.kind, phases=tuple(p for p in Phase if p in self.phases))

    async def search(self, query: Query, *, limit: int, phase: Phase) -> SearchAnswer:
        found = await self._finder.find(query.text, limit)
        usable = [record for record in found if record.text.strip() or (record.url and self._page)]
        return SearchAnswer(hits=tuple(self._hit(record) for record in usable[:limit]))

    def _hit(self, record: Record) -> Hit:
        title = " ".join(record.title.split())[:_LONGEST_TITLE] or record.key
        if record.url and self._page:
            return Hit(source=self.name, url=record.url, title=title, snippet=record.text[:1_000], score=record.score)
        text = record.text[:_MOST_CHARS]
        url = f"{self._place}/{quote(record.key, safe='')}#0-{len(text)}"
        return Hit(source=self.name, url=url, title=title, snippet=text, score=record.score, start=0, end=len(text))

    async def read(self, hit: Hit) -> Page:
        if urlsplit(hit.url).scheme in ("http", "https"):
            if self._page is None:
                raise BadAnswer(f"{self.name} names no pages of the web: {hit.url!r}", provider=self.name)
            return await self._page(hit.url)
        if not hit.snippet.strip():
            raise BadAnswer(f"the record {hit.url!r} holds no text", provider=self.name)
        return Page(
            id=f"p-{hashlib.sha256(hit.snippet.encode()).hexdigest()[:24]}",
            url=hit.url.partition("#")[0],
            title=hit.title,
            text=hit.snippet,
            source=self.name,
            kind=self.kind,
            fetched_at=datetime.now(UTC),
            language=detect(hit.snippet),
        )


def record_of(fields: Mapping[str, object], *, key: str = "", text: str = "", score: float = 0.0) -> Record:
    """A record from the fields people usually give one: whatever they call text, title and address."""
    body = text or _first(fields, _TEXTS)
    title = _first(fields, _TITLES) or " ".join(body.split()[:8])
    url = _first(fields, _ADDRESSES)
    known = key or _first(fields, ("id", "key")) or hashlib.sha256(body.encode()).hexdigest()[:16]
    return Record(
        key=known, text=body, title=title, url=url if url.startswith(("http://", "https://")) else "", score=score
    )


def _first(fields: Mapping[str, object], names: Sequence[str]) -> str:
    for name in names:
        value = fields.get(name)
        if isinstance(value, str) and value.strip():
            return value
    return ""


def ranked_by_words(records: Sequence[Record], text: str) -> list[Record]:
    """For collections that only filter: the records with most of the question's words first."""
    wanted = content_words(text)
    return sorted(records, key=lambda r: -len(wanted & content_words(f"{r.title} {r.text}")))


def words_to_look_for(text: str, most: int = 8) -> list[str]:
    """The words of a question that are worth a filter, as they are written."""
    plain = dict.fromkeys(word for word in re.findall(r"\w{3,}", text) if content_words(word))
    return sorted(plain, key=len, reverse=True)[:most]


def base_and_name(target: str, example: str) -> tuple[str, str]:
    """`http://host:8000/harbour` as the service's address and the collection's name. Raises ConfigError."""
    base, _, name = target.rstrip("/").rpartition("/")
    if not name or not urlsplit(base).hostname or urlsplit(base).scheme not in ("http", "https"):
        raise ConfigError(f"{target!r} names no collection; it must look like {example}")
    return base, name
