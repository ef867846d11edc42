"""The documents inside a file: the files of an archive, the attachments of a mail, the mails of a mailbox.

Knows: how they are named, and how much of them may be unpacked in all, however they are nested.
Does not know: formats or the index.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from fathoms.sources import formats
from fathoms.sources.formats.parsed import Unreadable
from fathoms.sources.kb.files import FileOnDisk, Unread, not_read

MOST_BYTES = 400_000_000
"""Unpacked out of one file, at all depths together."""
DEEPEST = 3
_UNNAMEABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_LONGEST_NAME = 200

Inner = tuple[FileOnDisk, bytes] | Unread


class Inside:
    """Looks into one file of the disk."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._left = MOST_BYTES

    def documents(self, file: FileOnDisk, data: bytes, depth: int = 1) -> Iterator[Inner]:
        """Each document with its bytes, or what is said of one that cannot be read. Raises Unreadable for the file."""
        taken: set[str] = set()
        for part in formats.parts(data, file.format):
            name = _free(_nameable(part.name), taken)
            taken.add(name)
            self._left -= len(part.data)
            if self._left < 0:
                raise Unreadable(
                    f"it unpacks to more than {MOST_BYTES:,} bytes", remedy="unpack it and ingest the folder"
                )
            format = formats.format_of_name(name.rpartition("/")[2])
            path = f"{file.path}/{name}"
            inner = replace(file, file=Path(f"{file.file}/{name}"), path=path, format=format or "")
            if format is None:
                yield not_read(inner.file, file.root, path)
            elif len(part.data) > self._max_bytes:
                yield _unread(
                    inner, Unreadable(f"{len(part.data):,} bytes, more than the limit of {self._max_bytes:,}")
                )
            else:
                yield inner, part.data
                if formats.kinds()[format].parts is not None:
                    yield from self._nested(inner, part.data, depth)

    def _nested(self, file: FileOnDisk, data: bytes, depth: int) -> Iterator[Inner]:
        if depth >= DEEPEST:
            yield _unread(file, Unreadable(f"files are nested in it deeper than {DEEPEST}", remedy="unpack it"))
            return
        try:
            yield from self.documents(file, data, depth + 1)
        except Unreadable as exc:
            yield _unread(file, exc)


def _unread(file: FileOnDisk, exc: Unreadable) -> Unread:
    return Unread.of(file, exc)


def _nameable(name: str) -> str:
    """A part's name as a path below its file: no way up, no control characters, not endless."""
    cleaned = _UNNAMEABLE.sub("_", name.replace("\\", "/"))
    parts = [part for part in cleaned.split("/") if part not in ("", ".", "..")]
    short = "/".join(parts) or "part"
    return short if len(short) <= _LONGEST_NAME else f"{short[:120]}…{short[-60:]}"


def _free(name: str, taken: set[str]) -> str:
    """The name, or with a number where another part has it."""
    number, free = 1, name
    while free in taken:
        number += 1
        stem, dot, suffix = name.rpartition(".")
        free = f"{stem} ({number}){dot}{suffix}" if dot else f"{name} ({number})"
    return free
