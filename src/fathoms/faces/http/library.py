"""The knowledge base over HTTP: collections, documents, search, and files that are handed over.

Knows: which call of the knowledge base each endpoint is, and that a file's name is a stranger's.  Does not know: any.
"""

from __future__ import annotations

import re
import shutil
import unicodedata
from pathlib import Path

from fathoms.app import deleting
from fathoms.app.ordering import collection_name
from fathoms.domain.knowledge import IngestResult
from fathoms.errors import UsageError
from fathoms.faces.http.endpoints import Call
from fathoms.faces.http.problems import Refusal, without_paths
from fathoms.faces.http.shapes import (
    CollectionView,
    Derived,
    DocumentView,
    Done,
    PassageView,
    Search,
    Uploaded,
)
from fathoms.sources.kb.urls import passage_url
from fathoms.stores.files import write_whole

_PARTS = 12
_NAME = re.compile(r"[\w][\w .()&+,'@#-]*", re.UNICODE)
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
_LONGEST = 150


async def list_collections(call: Call) -> list[CollectionView]:
    def view() -> list[CollectionView]:
        with call.desk.service.knowledge() as kb:
            return [
                CollectionView(
                    name=stats.name,
                    documents=stats.documents,
                    words=stats.words,
                    chunks=stats.chunks,
                    languages=dict(stats.languages),
                    formats=dict(stats.formats),
                    first_date=stats.first_date,
                    last_date=stats.last_date,
                )
                for stats in kb.stats()
            ]

    return await call.desk.look(view)


async def list_documents(call: Call) -> list[DocumentView]:
    def view() -> list[DocumentView]:
        with call.desk.service.knowledge() as kb:
            return [
                DocumentView(
                    path=row.path,
                    title=row.title,
                    format=row.format,
                    words=row.words,
                    dated=row.dated,
                    language=row.language,
                    ingested_at=row.ingested_at,
                    note=without_paths(row.note),
                )
                for row in kb.documents(call.path["collection"])
            ]

    return await call.desk.look(view)


async def search_library(call: Call) -> list[PassageView]:
    asked = call.asked(Search)

    def view() -> list[PassageView]:
        with call.desk.service.knowledge() as kb:
            if asked.collection and asked.collection not in kb.collections():
                raise UsageError(f"there is no collection {asked.collection!r}")
            found = kb.search(asked.q, collection=asked.collection or None, limit=asked.limit)
        return [
            PassageView(
                collection=one.collection,
                path=one.path,
                title=one.title,
                heading=list(one.title_path),
                text=one.text,
                score=one.score,
                url=passage_url(one.collection, one.path, one.start, one.end),
                dated=one.dated,
                page=one.page,
            )
            for one in found
        ]

    return await call.desk.look(view)


async def upload_file(call: Call) -> Uploaded:
    """Take one file into a collection of handed-over files; what became of it is the answer."""
    folder = call.desk.uploads / safe_part(call.path["collection"])
    path = Path(*safe_parts(call.path["file"]))
    target = folder / path
    await call.desk.look(lambda: write_whole(target, call.upload))
    name = collection_name([folder])
    try:
        came = _became_of(str(path), await call.desk.service.ingest([folder], collection=name))
    except UsageError as error:  # it is the only one, and cannot be read
        reason = without_paths(str(error))
        came = Uploaded(path=str(path), collection=name, taken_in=False, documents=0, reason=reason)
    if not came.taken_in:
        await call.desk.look(lambda: target.unlink(missing_ok=True))
    return came


def _became_of(path: str, result: IngestResult) -> Uploaded:
    failed = [one.reason for one in result.failed if _same(one.path, path)]
    taken = not failed and bool(result.added or result.updated or result.unchanged)
    notes = [without_paths(one.note) for one in result.notes if _same(one.path, path)]
    skipped = "" if taken else "no kind of file that is read"
    return Uploaded(
        path=path,
        collection=result.collection,
        taken_in=taken,
        documents=result.added + result.updated + result.unchanged,
        reason=without_paths(failed[0]) if failed else skipped,
        notes=notes,
    )


def _same(told: str, path: str) -> bool:
    return told.replace("\\", "/").endswith(path.replace("\\", "/"))


async def remove_document(call: Call) -> Done:
    """From the knowledge base only, or with everything that was made from it."""
    collection, path, service = call.path["collection"], call.path["file"], call.desk.service

    def remove() -> None:
        with service.knowledge() as kb:
            kb.remove(collection=collection, path=path)

    if call.asked(Derived).derived:
        for run in (await deleting.delete_document(service, collection, path)).runs:
            call.desk.forget(run)
    else:
        await call.desk.look(remove)
    for folder in _uploaded(call, collection):
        folder.joinpath(*safe_parts(path)).unlink(missing_ok=True)
    return Done()


async def remove_collection(call: Call) -> Done:
    collection = call.path["collection"]

    def remove() -> None:
        with call.desk.service.knowledge() as kb:
            kb.remove(collection=collection)
        for folder in _uploaded(call, collection):
            shutil.rmtree(folder, ignore_errors=True)

    await call.desk.look(remove)
    return Done()


def _uploaded(call: Call, collection: str) -> list[Path]:
    """The folder behind a collection of files that were handed over."""
    folders = [one for one in call.desk.uploads.glob("*") if one.is_dir()]
    return [folder for folder in folders if collection_name([folder]) == collection]


def safe_parts(name: str) -> tuple[str, ...]:
    """The parts of a stranger's path, none of which leads anywhere but down. Raises Refusal."""
    parts = [part for part in name.replace("\\", "/").split("/") if part]
    if not parts or len(parts) > _PARTS:
        raise Refusal(404, "a file needs a name", code="file-name")
    return tuple(safe_part(part) for part in parts)


def safe_part(part: str) -> str:
    part = unicodedata.normalize("NFC", part).strip()
    fits = _NAME.fullmatch(part) and len(part.encode()) <= _LONGEST and not _RESERVED.fullmatch(part)
    if not fits or part.endswith("."):
        raise Refusal(404, f"{part[:80]!r} is no name for a file", code="file-name")
    return part
