"""DOCX: mammoth turns it into HTML, our writer turns that into text and blocks.

Knows: what a zip may claim before we unpack it.  Does not know: layout, images, tracked changes.
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import IO
from xml.parsers.expat import ExpatError

import lxml.html
import mammoth

from fathoms.sources.formats.html import written
from fathoms.sources.formats.parsed import Parsed, Unreadable
from fathoms.text.dates import date_in

MAX_UNPACKED = 200_000_000
MAX_RATIO = 200
MAX_ENTRIES = 5_000
_DECLARATIONS = tuple(
    mark.encode(width) for mark in ("<!DOCTYPE", "<!ENTITY") for width in ("utf-8", "utf-16-le", "utf-16-be")
)
_CORE = "docProps/core.xml"
_FIELD = re.compile(r"<(dc:title|dc:creator|dcterms:modified|dcterms:created)\b[^>]*>([^<]*)<")


def parse(data: bytes) -> Parsed:
    """The text of a Word document. Raises Unreadable with the reason."""
    fields = _checked_fields(data)
    try:
        html = mammoth.convert_to_html(io.BytesIO(data), convert_image=mammoth.images.img_element(_no_image)).value
    except (zipfile.BadZipFile, KeyError, ValueError, ExpatError, AttributeError, OSError) as exc:
        raise Unreadable(f"damaged Word document: {exc}") from exc
    if not html.strip():
        raise Unreadable("the document holds no text")
    out = written(lxml.html.fragment_fromstring(html, create_parent="body"))
    return Parsed(
        text=out.text,
        blocks=tuple(out.blocks),
        title=fields.get("dc:title", "") or next((h.text for h in out.headings), ""),
        headings=tuple(out.headings),
        dated=date_in(fields.get("dcterms:modified", "") or fields.get("dcterms:created", "")),
        author=fields.get("dc:creator", ""),
    )


def _no_image(_image: object) -> dict[str, str]:
    return {"src": ""}


def _checked_fields(data: bytes) -> dict[str, str]:
    """The core properties, after the archive has been judged harmless."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            unpacked = sum(entry.file_size for entry in entries)
            if len(entries) > MAX_ENTRIES:
                raise Unreadable(f"the archive has {len(entries):,} entries, more than {MAX_ENTRIES:,}")
            if unpacked > MAX_UNPACKED or unpacked > MAX_RATIO * max(len(data), 10_000):
                raise Unreadable(f"a decompression bomb: {len(data):,} bytes unpack to {unpacked:,}")
            if "word/document.xml" not in archive.namelist():
                raise Unreadable("not a Word document: word/document.xml is missing")
            _refuse_entities(archive)
            core = archive.read(_CORE).decode("utf-8", "replace") if _CORE in archive.namelist() else ""
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError) as exc:
        raise Unreadable(f"damaged Word document: {exc}") from exc
    return {name: value.strip() for name, value in _FIELD.findall(core)}


def _declares_type(part: IO[bytes]) -> bool:
    """Looks through all of a part, in either width of its letters: a declaration may hide behind a long comment."""
    before = b""
    while block := part.read(1_000_000):
        if any(mark in before + block for mark in _DECLARATIONS):
            return True
        before = block[-64:]
    return False


def _refuse_entities(archive: zipfile.ZipFile) -> None:
    """Office writes no document type; one that defines entities is an attack on the reader."""
    for entry in archive.infolist():
        if entry.filename.endswith((".xml", ".rels")):
            with archive.open(entry) as part:
                declared = _declares_type(part)
            if declared:
                raise Unreadable(f"{entry.filename} declares XML entities, which Word never writes")
