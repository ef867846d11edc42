"""The knowledge base of a home, as whoever manages it sees it. An investigation sees a `Source` instead.

A context manager; calls block and belong in a thread. An implementation is put through
`fathoms.testing.contracts.knowledge`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from fathoms.domain.knowledge import (
    CollectionStats,
    Document,
    DocumentRow,
    Filters,
    Found,
    IngestResult,
    OnProgress,
    UnreadFile,
)


class Knowledge(Protocol):
    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...

    def ingest(
        self,
        paths: Sequence[Path | str],
        *,
        collection: str = ...,
        max_bytes: int = ...,
        progress: OnProgress | None = None,
    ) -> IngestResult:
        """Make the collection follow these folders and files. A file that cannot be read is named with its reason."""
        ...

    def embed(
        self, *, collection: str = ..., progress: OnProgress | None = None, stop: Callable[[], bool] = ...
    ) -> int:
        """Give passages that lack one a vector of the chosen embedder; returns how many were made."""
        ...

    def wants_embedding(self, collection: str = ...) -> bool:
        """Whether searches still use the vectors of another embedder than the chosen one, or none."""
        ...

    def remove(self, *, collection: str = ..., path: str | None = None) -> int:
        """Remove one document, or the whole collection when no path is given; returns how many documents went."""
        ...

    def search(
        self, text: str, *, collection: str | None = None, limit: int = 10, filters: Filters | None = None
    ) -> tuple[Found, ...]:
        """The passages that answer best, best first; in all collections when none is named."""
        ...

    def collections(self) -> tuple[str, ...]: ...

    def state(self, collection: str = ...) -> str:
        """A fingerprint of the collection: the same as long as its documents are."""
        ...

    def documents(self, collection: str = ...) -> tuple[DocumentRow, ...]:
        """By path. Raises `UsageError` for a collection that is not there."""
        ...

    def unread(self, collection: str = ...) -> tuple[UnreadFile, ...]:
        """The files of its folders that are not searched, with the reason and what would help."""
        ...

    def show(self, path: str, *, collection: str = ...) -> Document:
        """One document with its stored text. Raises `UsageError` with near names."""
        ...

    def stats(self, collection: str | None = None) -> tuple[CollectionStats, ...]: ...
