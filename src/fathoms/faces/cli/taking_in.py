"""What is shown while documents are taken in: a bar with rate and remaining time, then what came of it.

Knows: an ingest's progress and result.  Does not know: how documents are read.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from fathoms.domain.knowledge import EMBEDDING, IngestResult, Progress, UnreadFile
from fathoms.faces.cli import terminal
from fathoms.faces.cli.layout import duration, plural, size

_LINE_EVERY_SECONDS = 5.0
_LISTED = 20
_LONG_SECONDS = 60.0
"""Vectors that take longer are announced."""
_RATED_SECONDS = 1.0
"""A shorter ingest tells nothing of how fast it goes."""


class Bar:
    """Redrawn in place on a terminal; a line now and then elsewhere. Called from the thread that ingests."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._live = Live(console=terminal.console(), transient=True) if terminal.shows_live() and not quiet else None
        self._last_line = time.monotonic()
        self._warned = False

    def __enter__(self) -> Self:
        if self._live:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()

    def show(self, progress: Progress) -> None:
        self._warn(progress)
        if self._live:
            self._live.update(_drawn(progress))
        elif not self._quiet and time.monotonic() - self._last_line > _LINE_EVERY_SECONDS:
            self._last_line = time.monotonic()
            terminal.note(told(progress))

    def _warn(self, progress: Progress) -> None:
        """Once, when vectors will take long: before the user has waited for them."""
        left = progress.seconds_left or 0.0
        if progress.stage == EMBEDDING and left > _LONG_SECONDS and not self._warned:
            self._warned = True
            terminal.note(
                f"embedding {progress.total:,} passages will take about {duration(left)}, {_rate(progress)}; it may be"
                " stopped, and the next ingest goes on from there"
            )


def told(progress: Progress) -> str:
    """`reading documents: 512 of 4,000, 3.1 MB/s, 12 s left`; of vectors, `embedding passages: …, 40 a second, …`."""
    left = f", {duration(progress.seconds_left)} left" if progress.seconds_left is not None else ""
    if progress.stage == EMBEDDING:
        return f"embedding passages: {progress.done:,} of {progress.total:,}, {_rate(progress)}{left}"
    rate = f"{size(progress.bytes_per_second)}/s"
    return f"reading documents: {progress.done:,} of {progress.total:,}, {rate}{left}"


def _rate(progress: Progress) -> str:
    return f"{progress.done / progress.seconds:,.0f} a second" if progress.seconds else "beginning"


def summarise(result: IngestResult, *, quiet: bool = False) -> None:
    """What was taken in, and each file that was not, with its reason; what is lost is said to everybody."""
    documents = result.added + result.updated + result.unchanged
    changes = (
        (result.added, "new"),
        (result.updated, "changed"),
        (result.removed, "gone"),
    )
    listed = ", ".join(f"{count:,} {what}" for count, what in changes if count) or "nothing new"
    new = result.added + result.updated
    rate = f", {new / result.seconds:,.0f} a second" if new > result.seconds > _RATED_SECONDS else ""
    if not quiet:
        terminal.note(f"{plural(documents, 'document')} ({listed}) in {duration(result.seconds)}{rate}")
    if result.failed:
        terminal.note(f"{plural(len(result.failed), 'file')} could not be read:")
        _list_unread(result.failed)
    if result.skipped:
        terminal.note(f"{plural(len(result.skipped), 'file')} not searched:")
        _list_unread(result.skipped)
    for note in result.notes[:_LISTED]:
        terminal.note(f"  note: {terminal.clean(note.path)}: {terminal.clean(note.note)}")


def _list_unread(files: Sequence[UnreadFile]) -> None:
    for file in files[:_LISTED]:
        terminal.note(f"  {unread_line(file)}")
    if len(files) > _LISTED:
        terminal.note(f"  and {len(files) - _LISTED:,} more; `fathoms kb list --skipped` names them all")


def unread_line(file: UnreadFile) -> str:
    """`talk.key: .key files are not read; export it as .pptx or PDF`."""
    remedy = f"; {file.remedy}" if file.remedy else ""
    return terminal.clean(f"{file.name or file.path}: {file.reason}{remedy}")


def _drawn(progress: Progress) -> Table:
    row = Table.grid(padding=(0, 1, 0, 0))
    of_bytes = bool(progress.bytes_total)
    done, total = (progress.bytes_done, progress.bytes_total) if of_bytes else (progress.done, progress.total)
    row.add_row(ProgressBar(total=max(total, 1), completed=done, width=30), Text(told(progress)))
    return row
