"""Deleting a document for good: with its snapshots, and with the runs that quote it.

Knows: what was derived from a document.  Does not know: how a run is deleted (`service.py`).
The file that it was read from is the user's own and stays.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fathoms.app.service import Service
from fathoms.sources.kb.urls import document_url


@dataclass(frozen=True, slots=True)
class Gone:
    """What went with a document."""

    snapshots: int
    runs: tuple[str, ...]


async def delete_document(service: Service, collection: str, path: str) -> Gone:
    """One document of the knowledge base, and everything that was made from it."""
    address = document_url(collection, path)
    runs = await asyncio.to_thread(service.shop.stores.runs_quoting, address)
    for run in runs:
        await service.delete(run)

    def take_out() -> int:
        with service.knowledge() as kb:
            kb.remove(collection=collection, path=path)
        return service.shop.stores.remove_pages(address)

    return Gone(snapshots=await asyncio.to_thread(take_out), runs=runs)
