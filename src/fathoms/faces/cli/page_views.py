"""Stored pages as a table and as text, and the originals they were read from.

Knows: what each view is made of.  Does not know: where pages and originals are kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pydantic import TypeAdapter

from fathoms.app.queries import Looking
from fathoms.domain.evidence import Original, Page
from fathoms.domain.trail import Snapshot
from fathoms.errors import EXIT_NOT_FOUND, UsageError
from fathoms.faces.cli import reports, terminal
from fathoms.faces.cli.layout import size, table, when
from fathoms.faces.cli.session import configured, look

_HASH_SHOWN = 12


def list_pages(run: str, home: str | None, *, as_json: bool) -> int:
    def view(service: Looking) -> tuple[tuple[Snapshot, ...], list[str]]:
        found = service.snapshots(service.find(run) if run else "")
        return found, [_in_short(service, snapshot.original) for snapshot in found]

    found, originals = look(configured(home=home), view)
    if as_json:
        terminal.result(TypeAdapter(tuple[Snapshot, ...]).dump_json(found, indent=2).decode())
    elif found:
        rows = [(s.page_id, when(s.fetched_at), o, s.url, s.title) for s, o in zip(found, originals, strict=True)]
        terminal.result(table(("page", "stored", "original", "address", "title"), rows, width=terminal.width()))
    else:
        terminal.note(f"{'this run quotes no stored page' if run else 'no run has stored a page yet'}")
    return 0 if found else EXIT_NOT_FOUND


def show(name: str, output: Path | None, home: str | None, *, original: bool, as_json: bool) -> int:
    wanted = reports.Wanted(file=output)
    reports.check_target(wanted)
    if original and output is None and sys.stdout.isatty():
        raise UsageError("an original is no text for a terminal; name a file with -o")

    def view(service: Looking) -> tuple[Page, str, bytes]:
        page = service.page(name)
        return page, told(service, page.original), service.original(page) if original else b""

    page, about, data = look(configured(home=home), view)
    content = data if original else page.model_dump_json(indent=2) if as_json else page.text
    if not as_json:
        terminal.note(f"{terminal.clean(page.title)}  {page.url}")
        terminal.note(f"page {page.id}, stored {when(page.fetched_at)}; {about}")
    again = f"fathoms pages show {page.id}{' --original' if original else ''}"
    reports.deliver(content, wanted, again=again, what="original" if original else "page")
    return 0


def told(service: Looking, noted: Original | None) -> str:
    """What became of an original, in full."""
    if noted is None:
        return "no original kept"
    about = f"sha256 {noted.sha256}, {terminal.clean(noted.media_type)}, {size(noted.size)}"
    if noted.left_out:
        return f"original not kept ({noted.left_out}): {about}"
    return f"original {'kept' if service.holds_original(noted) else 'kept, but its file is GONE'}: {about}"


def _in_short(service: Looking, noted: Original | None) -> str:
    if noted is None:
        return ""
    if noted.left_out:
        return "left out"
    return f"{noted.sha256[:_HASH_SHOWN]}, {size(noted.size)}" if service.holds_original(noted) else "gone"
