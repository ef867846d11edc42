"""Vectors of a newly chosen embedder, made beside a run while its searches go on with the old ones.

Knows: one thread per collection, and that it may be broken off at any moment.  Does not know: vectors.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from fathoms.errors import ProviderError, UsageError
from fathoms.ports.knowledge import Knowledge


class Embedding:
    """The jobs of one process. What a job has made when it is stopped is kept; the next one goes on from there."""

    def __init__(self, open_knowledge: Callable[[], Knowledge]) -> None:
        self._open = open_knowledge
        self._jobs: dict[str, threading.Thread] = {}
        self._stopping = threading.Event()

    def start(self, collection: str) -> None:
        if collection not in self._jobs:
            self._jobs[collection] = threading.Thread(target=self._work, args=(collection,), name=f"embed {collection}")
            self._jobs[collection].start()

    def stop(self) -> None:
        """Returns when the batches under way are stored."""
        self._stopping.set()
        for job in self._jobs.values():
            job.join()

    def _work(self, collection: str) -> None:
        with self._open() as kb:
            try:
                kb.embed(collection=collection, stop=self._stopping.is_set)
            except (ProviderError, UsageError):
                # The searches have their old vectors. `fathoms kb stats` shows how far it came, `kb add` says why.
                return
