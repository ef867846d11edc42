"""What a kind of document is: its file names, its reader, and what is said about it.

Knows: the shape of a plug-in (`KIND` of one file, named by one entry point in the group `fathoms.formats`).
Does not know: any kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from fathoms.sources.formats.decode import decoded, refuse_binary
from fathoms.sources.formats.parsed import Parsed


class Part(NamedTuple):
    """A document inside a file: a file of an archive, an attachment, a message of a mailbox."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of document and how it is read."""

    name: str
    title: str
    """What people call it."""
    suffixes: tuple[str, ...]
    media_type: str
    reads: str
    """What of such a file is searched, for the reference page."""
    place: str = "heading"
    """What a passage's place in it is called."""
    read: Callable[[bytes, str], Parsed] | None = None
    """The file's bytes and its suffix to text; raises `Unreadable`. None for a file that only holds others."""
    parts: Callable[[bytes], Iterator[Part]] | None = None
    """The documents inside it."""
    apart: bool = False
    """Risky: read in a process of its own, with a limit on memory and time."""
    grows: bool = False
    """What is read can be many times the file's size: a large one is read apart as well."""
    needs: str = ""
    """A program that has to be installed."""


def of_text(parse: Callable[[str], Parsed], *, html: bool = False) -> Callable[[bytes, str], Parsed]:
    """A reader of bytes made of a reader of text."""
    return of_named_text(lambda text, _suffix: parse(text), html=html)


def of_named_text(parse: Callable[[str, str], Parsed], *, html: bool = False) -> Callable[[bytes, str], Parsed]:
    """The same for a reader that wants to know the file's suffix."""

    def read(data: bytes, suffix: str) -> Parsed:
        refuse_binary(data)
        text, note = decoded(data, html=html)
        parsed = parse(text, suffix)
        return replace(parsed, note="; ".join(filter(None, (note, parsed.note)))) if note else parsed

    return read
