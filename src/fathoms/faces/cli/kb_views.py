"""What the knowledge base holds, as tables, text and JSON.

Knows: documents, passages and collections.  Does not know: how they are indexed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path

from pydantic_core import to_json

from fathoms.app import deleting
from fathoms.app.queries import Looking
from fathoms.app.service import Service
from fathoms.domain.knowledge import CollectionStats, DocumentRow, Filters, Found, UnreadFile
from fathoms.errors import UsageError
from fathoms.faces.cli import interrupts, taking_in, terminal
from fathoms.faces.cli.layout import folded, plural, table
from fathoms.faces.cli.session import configured, look
from fathoms.ports.knowledge import Knowledge
from fathoms.sources.kb.urls import parse_url, passage_url
from fathoms.text.addresses import is_external

_LINES_IN_SIGHT = 6
_MORE = " …"
_ROOMY = 120
_STAYS = "the file itself is untouched and the next ingest takes it in again"
_NOTHING_YET = "the knowledge base is empty; `fathoms ingest FOLDER` fills it"


def add(places: Sequence[str], collection: str | None, home: str | None) -> int:
    """Ingest, with progress, and say what came of it. Exit code 2 when not one document could be read."""
    addresses = [place for place in places if is_external(place)]
    if addresses and len(addresses) < len(places):
        raise UsageError("name paths or addresses, not both at once: they make different collections")

    async def work() -> tuple[str, int]:
        async with Service(configured(home=home)) as service:
            with taking_in.Bar() as bar:
                if addresses:
                    result = await service.add_pages(addresses, bar.show, collection=collection or "")
                else:
                    result = await service.ingest(
                        [Path(place) for place in places], bar.show, collection=collection or ""
                    )
            taking_in.summarise(result)
            return result.collection, result.added + result.updated + result.unchanged

    name, documents = interrupts.run(work())
    if not documents:
        raise UsageError("none of the documents could be read; mend them, or name others")
    terminal.result(f"{name}: {plural(documents, 'document')}")
    return 0


def documents(collection: str | None, home: str | None) -> tuple[DocumentRow, ...]:
    """Of one collection, or of all."""

    def view(service: Looking) -> tuple[DocumentRow, ...]:
        with service.knowledge() as kb:
            names = (collection,) if collection else kb.collections()
            return tuple(row for name in names for row in kb.documents(name))

    return look(configured(home=home), view)


def list_documents(collection: str | None, home: str | None, *, as_json: bool) -> None:
    rows = documents(collection, home)
    if as_json:
        terminal.result(to_json([asdict(row) for row in rows], indent=2).decode())
        return
    if not rows:
        terminal.note(_NOTHING_YET)
        return
    terminal.result(_table_of(rows))


def _table_of(rows: Sequence[DocumentRow]) -> str:
    """Which document it is; what it is made of is for windows that have the room, and for pipes."""
    width = terminal.width()
    if width is None or width >= _ROOMY:
        header = ("collection", "path", "format", "language", "date", "words", "title")
        return table(
            header,
            [
                (row.collection, row.path, row.format, row.language, str(row.dated or ""), f"{row.words:,}", row.title)
                for row in rows
            ],
            width=width,
        )
    several = len({row.collection for row in rows}) > 1
    named = [f"{row.collection}/{row.path}" if several else row.path for row in rows]
    lines = [(name, str(row.dated or ""), row.title) for name, row in zip(named, rows, strict=True)]
    return table(("path", "date", "title"), lines, width=width)


def list_unread(collection: str | None, home: str | None, *, as_json: bool) -> None:
    """The files that are not searched, with the reason and what would help."""

    def view(service: Looking) -> list[tuple[str, UnreadFile]]:
        with service.knowledge() as kb:
            names = (collection,) if collection else kb.collections()
            return [(name, file) for name in names for file in kb.unread(name)]

    found = look(configured(home=home), view)
    if as_json:
        listed = [{"collection": name, **asdict(file)} for name, file in found]
        terminal.result(to_json(listed, indent=2).decode())
        return
    if not found:
        terminal.note("every file of every folder that was taken in is searched")
        return
    lines = [(name, file.name, file.reason, file.remedy) for name, file in found]
    terminal.result(
        table(("collection", "file", "why it is not searched", "what helps"), lines, width=terminal.width())
    )


def search(
    query: str,
    collection: str | None,
    home: str | None,
    *,
    limit: int,
    since: date | None,
    until: date | None,
    language: str | None,
    path: str,
    as_json: bool,
) -> None:
    filters = Filters(since=since, until=until, languages=frozenset((language,) if language else ()), path=path)

    def view(service: Looking) -> tuple[Found, ...]:
        with service.knowledge() as kb:
            return kb.search(query, collection=collection, limit=limit, filters=filters)

    found = look(configured(home=home), view)
    if as_json:
        listed = [asdict(hit) | {"url": passage_url(hit.collection, hit.path, hit.start, hit.end)} for hit in found]
        terminal.result(to_json(listed, indent=2).decode())
        return
    if not found:
        terminal.note("nothing found; try other words, or `fathoms kb list` to see what there is")
        return
    width = terminal.width()
    terminal.result("\n\n".join(_in_sight(_passage(number, hit), width) for number, hit in enumerate(found, 1)))


def _passage(number: int, hit: Found) -> str:
    page = f", page {hit.page}" if hit.page is not None else ""
    dated = f", {hit.dated}" if hit.dated else ""
    return "\n".join(
        (
            f"{number}. {terminal.clean(' › '.join(hit.title_path) or hit.title)}  ({hit.score:.2f}{dated}{page})",
            f"   {terminal.clean(hit.path)}, characters {hit.start}-{hit.end}, in {hit.collection}",
            *(f"   │ {terminal.clean(line)}" for line in hit.text.splitlines() if line.strip()),
        )
    )


def _in_sight(passage: str, width: int | None) -> str:
    """On a terminal, a passage is cut to its first lines: ten of them are to be looked over."""
    if width is None:
        return passage
    lines = folded(passage, width - len(_MORE)).split("\n")
    more = _MORE if len(lines) > _LINES_IN_SIGHT else ""
    return "\n".join(lines[:_LINES_IN_SIGHT]) + more


def show(document: str, collection: str | None, home: str | None, *, as_json: bool) -> None:
    """One document by its path or its `kb://` address."""

    def view(service: Looking) -> str:
        with service.knowledge() as kb:
            name, path = _where(document, collection, kb)
            found = kb.show(path, collection=name)
        if as_json:
            return to_json(asdict(found), indent=2).decode()
        row = found.row
        facts = (row.format, row.language, str(row.dated or ""), f"{row.words:,} words", plural(row.chunks, "chunk"))
        head = f"{row.title}\n{row.collection}/{row.path} ({', '.join(fact for fact in facts if fact)})"
        alike = f"\nnearly the same: {', '.join(found.near_duplicates)}" if found.near_duplicates else ""
        return f"{head}{alike}\n\n{found.text}"

    terminal.result(look(configured(home=home), view))


def remove(document: str | None, collection: str | None, home: str | None, *, everywhere: bool = False) -> None:
    """One document, or a whole collection when only that is named; everywhere: with what was derived from it."""
    if document is None and everywhere:
        raise UsageError("--everywhere goes with one document")
    if document is None and collection is None:
        raise UsageError("name a document, or a whole collection with --collection")

    async def work() -> str:
        async with Service(configured(home=home)) as service:
            with service.knowledge() as kb:
                if document is None:
                    gone = kb.remove(collection=collection or "")
                    return f"removed collection {collection!r}: {plural(gone, 'document')}"
                name, path = _where(document, collection, kb)
                if not everywhere:
                    kb.remove(collection=name, path=path)
                    return f"removed {path!r} from {name!r}; {_STAYS}"
            with_it = await deleting.delete_document(service, name, path)
        made = f"{plural(with_it.snapshots, 'snapshot')} of it and {plural(len(with_it.runs), 'run')} that quoted it"
        return f"removed {path!r} from {name!r}, with {made}; {_STAYS}"

    terminal.result(interrupts.run(work()))


def stats(home: str | None, *, as_json: bool) -> None:
    def view(service: Looking) -> tuple[CollectionStats, ...]:
        with service.knowledge() as kb:
            return kb.stats()

    rows = look(configured(home=home), view)
    if as_json:
        terminal.result(to_json([asdict(row) for row in rows], indent=2).decode())
        return
    if not rows:
        terminal.note(_NOTHING_YET)
        return
    header = ("collection", "documents", "chunks", "words", "languages", "formats", "dates", "embedder")
    lines = [
        (
            row.name,
            f"{row.documents:,}",
            f"{row.chunks:,}",
            f"{row.words:,}",
            _counts(row.languages),
            _counts(row.formats),
            f"{row.first_date} to {row.last_date}" if row.first_date else "",
            _embedder(row),
        )
        for row in rows
    ]
    terminal.result(table(header, lines, width=terminal.width()))


def _embedder(row: CollectionStats) -> str:
    name = row.embedder.partition("@")[0]
    return name if not name or row.embedded == row.chunks else f"{name}, {row.embedded:,} of {row.chunks:,}"


def _counts(pairs: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in pairs)


def _where(document: str, collection: str | None, kb: Knowledge) -> tuple[str, str]:
    """Collection and path of a document: by its address, its path, or the end of a path that only one has."""
    address = parse_url(document)
    if address is not None:
        return address
    collections = (collection,) if collection is not None else kb.collections()
    if not collections:
        raise UsageError(_NOTHING_YET)
    held = [(name, row.path) for name in collections for row in kb.documents(name)]
    found = [place for place in held if place[1] == document] or [p for p in held if p[1].endswith(f"/{document}")]
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(f"{name}/{path}" for name, path in found[:5])
        raise UsageError(f"{document!r} stands for {len(found)} documents: {listed}; say which with --collection")
    if len(collections) == 1:
        return collections[0], document  # which then names those that are near
    raise UsageError(f"no collection has a document {document!r}; `fathoms kb list` shows what there is")
