"""Which kinds of documents are read: as a table, and as the page `docs/reference/formats.md`.

Knows: what each kind says of itself.  Does not know: how it is read.
"""

from __future__ import annotations

from collections.abc import Sequence

from fathoms.domain.knowledge import MAX_FILE_BYTES
from fathoms.faces.cli import terminal
from fathoms.faces.cli.layout import table
from fathoms.sources.formats import kinds
from fathoms.sources.formats.kind import Kind

_HEADER = ("kind", "endings", "what is searched", "place of a passage", "needs")
_PAGE = """# Kinds of documents

Made by `fathoms kb formats --markdown`; a test keeps it current.

| Kind | Endings | What is searched | Place of a passage | Needs |
|---|---|---|---|---|
{rows}

Files called README, LICENSE, CHANGELOG and the like are read as plain text. Hidden files, `node_modules` and what
systems leave behind (`.DS_Store`, `Thumbs.db`) are left alone. Every other file that is not searched is named with the
reason and what would help: by `fathoms ingest`, by `fathoms kb list --skipped`, and in a report that found nothing.

A document inside another file has that file's path before its own: `letters.zip/2024/a.md`, `offer.eml/prices.xlsx`.
Files are looked into three deep. A file larger than {size} MB is refused (`max_file_mb`); packed files, PDF and e-books
are read in a process of its own with a limit on memory and time, so that a damaged or hostile one costs nothing but
itself.

A kind is one file with a `KIND` (`sources/formats/kind.py`) and one entry point in the group `fathoms.formats`.
"""


def show(*, as_markdown: bool) -> None:
    terminal.result(
        page() if as_markdown else table(_HEADER, [_row(kind) for kind in _ordered()], width=terminal.width())
    )


def page() -> str:
    rows = ("| " + " | ".join(_row(kind, ending="`{}`")) + " |" for kind in _ordered())
    return _PAGE.format(rows="\n".join(rows), size=MAX_FILE_BYTES // 1_000_000)


def _ordered() -> Sequence[Kind]:
    return sorted(kinds().values(), key=lambda kind: kind.title.lower())


def _row(kind: Kind, ending: str = "{}") -> tuple[str, ...]:
    return kind.title, " ".join(map(ending.format, kind.suffixes)), kind.reads, kind.place, kind.needs
