"""OpenDocument texts and presentations: paragraphs, lists and tables under their headings.

Knows: the elements of `content.xml`.  Does not know: styles, drawings; `spreadsheet.py` reads `.ods`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathoms.sources.formats.archive import UNLOCK, opened, refuse_entities, xml_part
from fathoms.sources.formats.kind import Kind
from fathoms.sources.formats.outline import Written, squeezed
from fathoms.sources.formats.parsed import BlockKind, Parsed, Unreadable
from fathoms.text.dates import date_in

if TYPE_CHECKING:
    from lxml.etree import _Element

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_PRESENTATION = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_LEFT_OUT = frozenset(
    (f"{_TEXT}tracked-changes", f"{_OFFICE}annotation", f"{_TEXT}note-citation", f"{_OFFICE}forms",
     f"{_TEXT}sequence-decls", f"{_TEXT}table-of-content")
)  # fmt: skip
_DEEPEST = 200


def parse(data: bytes) -> Parsed:
    """The text of a document. Raises Unreadable."""
    with opened(data, "OpenDocument file") as archive:
        if "content.xml" not in archive.namelist():
            raise Unreadable("not an OpenDocument file: content.xml is missing")
        manifest = "META-INF/manifest.xml"
        if manifest in archive.namelist() and b"encryption-data" in archive.read(manifest):
            raise Unreadable("the document is protected by a password", remedy=UNLOCK)
        refuse_entities(archive, "LibreOffice")
        content, meta = xml_part(archive, "content.xml"), xml_part(archive, "meta.xml")
    reader = _Reader()
    body = content.find(f"{_OFFICE}body") if content is not None else None
    if body is not None:
        reader.below(body, 0)
    out = reader.out
    if not out.blocks and not out.headings:
        raise Unreadable("the document holds no text", fault=False)
    return Parsed(
        text=out.text,
        blocks=tuple(out.blocks),
        title=_field(meta, "title") or next((h.text for h in out.headings), ""),
        headings=tuple(out.headings),
        pages=tuple(reader.pages),
        saved=date_in(_field(meta, "date")),
        author=_field(meta, "creator"),
    )


def _field(meta: _Element | None, name: str) -> str:
    return squeezed(meta.findtext(f".//{_DC}{name}") or "")[:500] if meta is not None else ""


class _Reader:
    def __init__(self) -> None:
        self.out = Written()
        self.pages: list[int] = []

    def below(self, parent: _Element, depth: int, *, item: bool = False) -> None:
        """Write what stands below an element."""
        if depth > _DEEPEST:
            raise Unreadable("its parts are nested too deeply")
        for element in parent:
            self._element(element, depth + 1, item)

    def _element(self, element: _Element, depth: int, item: bool) -> None:
        tag = element.tag
        if tag in _LEFT_OUT:
            return
        if tag == f"{_TEXT}h":
            level = element.get(f"{_TEXT}outline-level", "1")
            self.out.heading(min(6, int(level)) if level.isdecimal() else 1, _inline(element, 0))
        elif tag == f"{_TEXT}p":
            text = _inline(element, 0)
            self.out.item(text) if item else self.out.block(text, BlockKind.PROSE)
        elif tag == f"{_TABLE}table":
            self.out.table(
                [_inline(cell, 0) for cell in row if cell.tag == f"{_TABLE}table-cell"]
                for row in element.iter(f"{_TABLE}table-row")
            )
        elif tag == f"{_DRAW}page":
            self._slide(element, depth)
        elif tag == f"{_PRESENTATION}notes":
            for paragraph in element.iter(f"{_TEXT}p"):
                if text := squeezed(_inline(paragraph, 0)):
                    self.out.block(f"Speaker's notes: {text}", BlockKind.PROSE)
        else:
            self.below(element, depth, item=item or tag == f"{_TEXT}list-item")

    def _slide(self, page: _Element, depth: int) -> None:
        self.pages.append(self.out.size)
        titles = [frame for frame in page if frame.get(f"{_PRESENTATION}class") == "title"]
        title = squeezed(" ".join(_inline(frame, 0) for frame in titles))
        self.out.heading(2, title or f"Slide {len(self.pages)}")
        for frame in page:
            if frame not in titles:
                self._element(frame, depth, item=False)


def _inline(element: _Element, depth: int) -> str:
    if depth > _DEEPEST:
        return ""
    parts = [element.text or ""]
    for child in element:
        if child.tag in (f"{_TEXT}s", f"{_TEXT}tab", f"{_TEXT}line-break"):
            parts.append(" ")
        elif child.tag not in _LEFT_OUT:
            parts.append(_inline(child, depth + 1))
            if child.tag == f"{_TEXT}p":
                parts.append(" ")
        parts.append(child.tail or "")
    return "".join(parts)


KIND = Kind(
    name="opendocument",
    title="OpenDocument texts and presentations",
    suffixes=(".odt", ".ott", ".odp", ".otp"),
    media_type="application/vnd.oasis.opendocument.text",
    reads="paragraphs, lists and tables under their headings; slides under their titles with notes",
    place="heading, or slide",
    read=lambda data, _suffix: parse(data),
    apart=True,
)
