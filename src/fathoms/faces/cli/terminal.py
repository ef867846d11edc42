"""The two streams: results go to stdout, everything else to stderr.

Knows: what a terminal is, closed pipes, unsafe characters.  Does not know: what is said.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from fathoms.errors import EXIT_OUTPUT_CLOSED, FathomsError

if TYPE_CHECKING:
    from rich.console import Console


_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029")
"""Signs that show what follows in another order than it is written, or end a line unseen."""


def prepare() -> None:
    """A stream that is closed from the start, or that lacks a character, never ends the program."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("r" if name == "stdin" else "w"))  # noqa: SIM115 - it stays open
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def result(text: str | bytes) -> None:
    """Write the result of a command, text to the end of a line. A reader that went away ends us quietly."""
    try:
        if isinstance(text, bytes) and not sys.stdout.isatty():
            sys.stdout.flush()
            sys.stdout.buffer.write(text)
        else:
            shown = obeyed_by_none(text.decode("utf-8", "replace") if isinstance(text, bytes) else text)
            sys.stdout.write(shown if shown.endswith("\n") else f"{shown}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _close(sys.stdout)
        raise SystemExit(EXIT_OUTPUT_CLOSED) from None
    except OSError as error:
        _close(sys.stdout)
        raise FathomsError(
            f"the result cannot be written: {error.strerror}; it is kept, `fathoms runs` finds it"
        ) from error


def note(text: str) -> None:
    """Tell the user something beside the result. Work goes on even when nobody listens any more."""
    try:
        sys.stderr.write(f"{obeyed_by_none(text)}\n")
        sys.stderr.flush()
    except OSError:
        _close(sys.stderr)


def complain(text: str) -> None:
    """An error, in red where there is colour."""
    if not shows_live():
        note(text)
        return
    from rich.text import Text

    console().print(Text(obeyed_by_none(text), style="red"), soft_wrap=True)


def shows_live() -> bool:
    """Whether stderr is a terminal on which something can be redrawn."""
    return sys.stderr.isatty() and not console().is_dumb_terminal


def can_ask() -> bool:
    """Whether somebody is there to answer: both the question and the answer need a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def console() -> Console:
    """For what is drawn on stderr. It knows `NO_COLOR`."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def width() -> int | None:
    """Columns of the terminal that shows the result (80 where it does not know); None in a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def obeyed_by_none(text: str) -> str:
    """Text of any length without what a terminal obeys or what turns words around: all that leaves passes here.

    A JSON document keeps it as an escape of its own, so that who reads it gets every character at its place.
    """
    if text.isascii() and text.isprintable():
        return text
    obeyed = {character for character in set(text) - {"\n", "\t"} if _is_obeyed(character)}
    if not obeyed:
        return text
    escaped = _is_json(text)
    return text.translate({ord(one): f"\\u{ord(one):04x}" if escaped else None for one in obeyed})


def _is_json(text: str) -> bool:
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _is_obeyed(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs") or character in _TURNING


def clean(text: str) -> str:
    """Other people's words on one line, without anything that a terminal would obey."""
    spaced = " ".join(text.split())
    return "".join(character for character in spaced if unicodedata.category(character) not in ("Cc", "Cf", "Cs"))


def _close(stream: TextIO) -> None:
    """Let nothing more come out of a stream that nobody reads, not even when the interpreter ends."""
    with Path(os.devnull).open("w") as nothing:
        os.dup2(nothing.fileno(), stream.fileno())
