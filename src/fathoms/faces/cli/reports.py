"""The report of a run, at the place that was asked for.

Knows: files, stdout and the screen.  Does not know: the forms of a report, or how it is laid out.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from fathoms.app.exports import FORMATS, STANDARD, page_file
from fathoms.app.settings import Settings
from fathoms.errors import FathomsError, UsageError
from fathoms.faces.cli import on_screen, terminal
from fathoms.faces.cli.session import command, look
from fathoms.stores.files import write_whole


@dataclass(frozen=True, slots=True)
class Wanted:
    """The form of a report and the file it goes to (no file: stdout), and how much is said until it is there."""

    form: str = STANDARD
    file: Path | None = None
    telling: str = "plain"

    @classmethod
    def of(cls, form: str | None, file: Path | None, telling: str = "plain") -> Wanted:
        """As it was asked for; a form that nobody names is the one that the file's name ends like."""
        name = file.name.casefold() if file else ""
        fitting = (known for known, export in FORMATS.items() if name.endswith(export.suffix))
        return cls(form or max(fitting, key=lambda known: len(FORMATS[known].suffix), default=STANDARD), file, telling)

    @property
    def silent(self) -> bool:
        """Whether nothing but the result, or what a program reads, is to be said."""
        return self.telling in ("quiet", "jsonl")

    @property
    def on_screen(self) -> bool:
        """Whether it is for somebody who looks at a terminal."""
        return self.file is None and self.form == STANDARD and terminal.width() is not None


def check_target(wanted: Wanted) -> None:
    """A file that cannot be written is a mistake to say before the work, not after it."""
    if wanted.file is None:
        if FORMATS[wanted.form].binary and sys.stdout.isatty():
            raise UsageError(f"{wanted.form} is no text for a terminal; name a file with -o")
        return
    if wanted.file.is_dir():
        raise UsageError(f"{str(wanted.file)!r} is a folder; name a file with -o")
    if not wanted.file.absolute().parent.is_dir():
        raise UsageError(
            f"there is no folder {str(wanted.file.parent)!r} to write {wanted.file.name!r} to; make it first"
        )


def draw(run: str, settings: Settings, *, called: str = "last") -> bool:
    """On a terminal: laid out to be read, with the page for the browser and what can be done next; False if none."""
    report, page = look(settings, lambda service: (service.report(run), page_file(service, run)))
    if report is None:
        return False
    steps = (f'fathoms why {called} "[1]"', f'fathoms ask "…" --follow {called}') if report.references else ()
    on_screen.show(report, page=page, next_steps=tuple(command(step, settings) for step in steps))
    return True


def deliver(report: str | bytes, wanted: Wanted, *, again: str, what: str = "report") -> None:
    """To the file, whole or not at all, or to stdout. `again` is the command that repeats it."""
    if wanted.file is None:
        terminal.result(report)
        return
    try:
        write_whole(wanted.file, report, mode=0o644)
    except OSError as error:
        where = f"{str(wanted.file)!r}: {error.strerror}"
        raise FathomsError(f"the {what} cannot be written to {where}; it is kept: {again} -o FILE") from error
    terminal.note(f"{what} written to {wanted.file}")
