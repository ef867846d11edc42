"""The knowledge base as a `Source`: one collection, searched and read by an investigation.

Knows: the port; that the file behind a document may have changed, grown or gone since.  Does not know: ranking or
storage; it translates between the two and their errors.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sqlite3
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path
from typing import TypeVar

from fathoms.domain.evidence import Hit, Original, Page, Query, SourceKind
from fathoms.domain.knowledge import DEFAULT_COLLECTION, Document, DocumentRow, Found
from fathoms.domain.run import SourceSpec
from fathoms.domain.survey import SearchAnswer, Survey, Unsearched
from fathoms.domain.thread import Phase
from fathoms.errors import BadAnswer, HomeError, Unavailable, UsageError
from fathoms.ports.originals import OriginalKeeper, too_large
from fathoms.ports.reranker import Reranker
from fathoms.sources.formats import kinds
from fathoms.sources.formats.parsed import Unreadable
from fathoms.sources.kb import reranking
from fathoms.sources.kb.files import FileOnDisk, read_bytes
from fathoms.sources.kb.store import KnowledgeBase
from fathoms.sources.kb.urls import document_url, parse_url, passage_url
from fathoms.sources.opening import Surroundings
from fathoms.text.words import tokens

_UNREAD_TOLD = 20
_CHANGED = "the file has changed since its text was taken in"


def original_of(row: DocumentRow, keeper: OriginalKeeper) -> Original | None:
    """The file that a document's text was made from, kept now if need be. Raises HomeError when it cannot be.

    Only those very bytes will do: the hash is the one that was taken when the document was read.
    """
    if row.file is None:
        return None
    noted = Original(sha256=row.sha256, media_type=kinds()[row.format].media_type, size=row.size)
    if keeper.holds(noted.sha256):
        return noted
    if noted.size > keeper.max_bytes:
        return noted.leaving_out(too_large(noted.size, keeper.max_bytes))
    try:
        data = read_bytes(_on_disk(row.file, row), keeper.max_bytes)
    except Unreadable as error:
        return noted.leaving_out(f"the file {error}")
    if hashlib.sha256(data).hexdigest() != noted.sha256:
        return noted.leaving_out(_CHANGED)
    return keeper.keep(data, media_type=noted.media_type)


def _on_disk(file: Path, row: DocumentRow) -> FileOnDisk:
    real = Path(os.path.realpath(file))
    return FileOnDisk(file=real, root=real.parent, path=row.path, format=row.format, size=row.size, mtime_ns=0)


T = TypeVar("T")


class KnowledgeBaseSource:
    """One collection of the user's documents."""

    kind = SourceKind.INTERNAL
    phases = frozenset((Phase.SURVEY, Phase.EXTRACT, Phase.VERIFY))

    def __init__(
        self,
        base: KnowledgeBase,
        *,
        name: str,
        collection: str,
        originals: OriginalKeeper | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        """With a keeper, the file behind every page that is read is kept, too."""
        self.name = name
        self._base = base
        self._collection = collection
        self._originals = originals
        self._reranker = reranker

    async def survey(self, question: str) -> Survey:
        return await self._call(lambda: self._survey(question))

    async def search(self, query: Query, *, limit: int, phase: Phase) -> SearchAnswer:
        # The first look is for the question itself; what later phases ask after goes on from there.
        reranker = self._reranker if phase is Phase.SURVEY else None
        # One's own documents are about what they are about: what tells a subject from its namesakes in the world
        # outside would only bring those that speak of it in general.
        return await self._call(lambda: self._search(query.bare, limit, reranker))

    async def read(self, hit: Hit) -> Page:
        document = await self._call(lambda: self._document(hit))
        keeper = self._originals
        original = await self._beside(lambda: original_of(document.row, keeper)) if keeper else None
        return self._page(document, original)

    async def _call(self, work: Callable[[], T]) -> T:
        """Run blocking work in a thread; whatever goes wrong is a ProviderError."""
        try:
            return await self._beside(work)
        except (UsageError, HomeError, sqlite3.Error) as exc:
            raise Unavailable(f"knowledge base: {exc}", provider=self.name) from exc

    async def _beside(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._base.threads, copy_context().run, work)

    def _survey(self, question: str) -> Survey:
        described = self._base.survey(question, collection=self._collection)
        # an empty file holds no answer; one that is damaged, or that something would help with, may
        unread = [file for file in self._base.unread(self._collection) if file.fault or file.remedy]
        return Survey(
            source=self.name,
            kind=self.kind,
            phases=tuple(phase for phase in Phase if phase in self.phases),
            # the same files elsewhere are another source: what was found there cites addresses over there
            state=f"{self._collection}:{self._base.state(self._collection)}",
            documents=described.stats.documents,
            chunks=described.stats.chunks,
            words=described.stats.words,
            languages=described.stats.languages,
            dated=described.stats.dated,
            first_date=described.stats.first_date,
            last_date=described.stats.last_date,
            topics=described.topics,
            tree=described.tree,
            unread=tuple(
                Unsearched(name=file.name, reason=file.reason, remedy=file.remedy) for file in unread[:_UNREAD_TOLD]
            ),
            unread_files=len(unread),
            headings=described.headings,
            spellings=described.spellings,
            aliases=described.aliases,
            relevance=described.relevance,
            weights=dict(described.weights.known),
            default_weight=described.weights.default,
        )

    def _search(self, text: str, limit: int, reranker: Reranker | None) -> SearchAnswer:
        pool = max(limit, reranking.POOL) if reranker else limit
        found = self._base.search(text, collection=self._collection, limit=pool)
        if reranker:
            near = self._base.nearest(text, collection=self._collection, limit=reranking.POOL)
            found = reranking.reranked(text, found, near, reranker, limit=limit)
        words = set(tokens(text)).union(*(tokens(" ".join((*hit.title_path, hit.text))) for hit in found))
        weights = self._base.weights(sorted(words), collection=self._collection)
        return SearchAnswer(hits=tuple(self._hit(one) for one in found), weights=dict(weights.known))

    def _hit(self, found: Found) -> Hit:
        return Hit(
            source=self.name,
            url=passage_url(found.collection, found.path, found.start, found.end),
            title=found.title,
            snippet=found.text,
            score=found.score,
            answers=found.answers,
            focus=found.focus,
            title_path=found.title_path,
            start=found.start,
            end=found.end,
            dated=found.dated,
            language=found.language,
        )

    def _document(self, hit: Hit) -> Document:
        place = parse_url(hit.url)
        if place is None:
            raise BadAnswer(f"not an address of a document: {hit.url!r}", provider=self.name)
        collection, path = place
        return self._base.show(path, collection=collection)

    def _page(self, document: Document, original: Original | None) -> Page:
        return Page(
            id=f"p-{hashlib.sha256(document.text.encode()).hexdigest()[:24]}",
            url=document_url(document.row.collection, document.row.path),
            title=document.row.title,
            text=document.text,
            source=self.name,
            kind=self.kind,
            fetched_at=document.row.ingested_at,
            dated=document.row.dated,
            language=document.row.language,
            author=document.row.author,
            original=original,
            sheets=document.sheets,
        )


def open_source(spec: SourceSpec, surroundings: Surroundings) -> KnowledgeBaseSource:
    """The entry point: the collection `spec.target` of the knowledge base in a home folder.

    All runs of a process search through one: its connections hold pages of the file, its caches names and vectors.
    """
    embedder = surroundings.embedder()
    base = surroundings.shared.opened(
        KnowledgeBase,
        lambda: KnowledgeBase(
            surroundings.home / "kb.db",
            embedder=embedder,
            reopen=surroundings.reopen_embedder,
            token_vectors=surroundings.token_vectors,
        ),
    )
    return KnowledgeBaseSource(
        base,
        name=spec.name,
        collection=spec.target or DEFAULT_COLLECTION,
        originals=surroundings.originals if spec.keep_originals else None,
        reranker=surroundings.reranker(),
    )
