"""Zip archives that may be anything: judged before they are unpacked, and read within limits.

Knows: what an archive may claim, document types hidden in XML, Office's encrypted files.
Does not know: what is in it.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from fathoms.sources.formats.parsed import Unreadable

if TYPE_CHECKING:
    from lxml.etree import _Element

MAX_UNPACKED = 200_000_000
MAX_RATIO = 200
MAX_ENTRIES = 5_000
UNLOCK = "open it with its password and save a copy without one"
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_DECLARATIONS = tuple(
    mark.encode(width) for mark in ("<!DOCTYPE", "<!ENTITY") for width in ("utf-8", "utf-16-le", "utf-16-be")
)


@contextmanager
def opened(data: bytes, what: str) -> Iterator[zipfile.ZipFile]:
    """The archive of a document, after it has been judged harmless. Raises Unreadable, also for what fails inside."""
    if data.startswith(_OLD_OFFICE):
        if _ENCRYPTED_PACKAGE in data:
            raise Unreadable(f"the {what} is protected by a password", remedy=UNLOCK)
        raise Unreadable(f"not a {what} but an old Office file under a new name", remedy="save it in the new format")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            refuse_bomb(archive, len(data))
            yield archive
    except (zipfile.BadZipFile, OSError, NotImplementedError, EOFError) as exc:
        raise Unreadable(f"damaged {what}: {exc}", remedy="save or download it again") from exc
    except RuntimeError as exc:  # zipfile says so of an encrypted member
        if "password" not in str(exc) and "encrypted" not in str(exc):
            raise
        raise Unreadable(f"the {what} is protected by a password", remedy=UNLOCK) from exc


def refuse_bomb(archive: zipfile.ZipFile, size: int) -> None:
    entries = archive.infolist()
    unpacked = sum(entry.file_size for entry in entries)
    if len(entries) > MAX_ENTRIES:
        raise Unreadable(f"the archive has {len(entries):,} entries, more than {MAX_ENTRIES:,}")
    if unpacked > MAX_UNPACKED or unpacked > MAX_RATIO * max(size, 10_000):
        raise Unreadable(f"a decompression bomb: {size:,} bytes unpack to {unpacked:,}")


def refuse_entities(archive: zipfile.ZipFile, program: str) -> None:
    """Office writes no document type; one that defines entities is an attack on the reader."""
    for entry in archive.infolist():
        if entry.filename.endswith((".xml", ".rels")):
            with archive.open(entry) as part:
                declared = _declares_type(part)
            if declared:
                raise Unreadable(f"{entry.filename} declares XML entities, which {program} never writes")


def xml_part(archive: zipfile.ZipFile, name: str) -> _Element | None:
    """A part of the archive as a tree, without entities, network or huge nodes; None when it is not there."""
    import lxml.etree

    try:
        data = archive.read(name)
    except KeyError:
        return None
    parser = lxml.etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        return lxml.etree.fromstring(data, parser)
    except lxml.etree.LxmlError as exc:
        raise Unreadable(f"damaged: {name} is no valid XML ({exc})", remedy="save or download it again") from exc


def _declares_type(part: IO[bytes]) -> bool:
    """Looks through all of a part, in either width of its letters: a declaration may hide behind a long comment."""
    before = b""
    while block := part.read(1_000_000):
        if any(mark in before + block for mark in _DECLARATIONS):
            return True
        before = block[-64:]
    return False
