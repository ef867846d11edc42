"""E-books: the chapters in reading order, read as web pages are.

Knows: EPUB's package file.  Does not know: HTML (`html.py`), books locked by a shop.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from urllib.parse import unquote

from fathoms.sources.formats.archive import opened, xml_part
from fathoms.sources.formats.decode import decoded
from fathoms.sources.formats.kind import Kind
from fathoms.sources.formats.outline import Written, squeezed
from fathoms.sources.formats.parsed import Parsed, Unreadable

_CONTAINER = "{urn:oasis:names:tc:opendocument:xmlns:container}"
_OPF = "{http://www.idpf.org/2007/opf}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_ENCRYPTION = "META-INF/encryption.xml"


def parse(data: bytes) -> Parsed:
    """The text of a book. Raises Unreadable."""
    from fathoms.sources.formats.html import tree_of, write

    out = Written()
    fields: dict[str, str] = {}
    with opened(data, "e-book") as archive:
        locked = archive.read(_ENCRYPTION) if _ENCRYPTION in archive.namelist() else b""
        for name in _chapters(archive, fields):
            if name.encode() in locked:
                raise Unreadable("the book is locked by the shop that sold it")
            if name in archive.namelist():
                text, _ = decoded(archive.read(name), html=True)
                tree, _source = tree_of(text) if text.strip() else (None, "")
                if tree is not None:
                    body = tree.find(".//body")
                    write(body if body is not None else tree, out)
    return out.parsed(
        title=fields.get("title", ""),
        date=fields.get("date", ""),
        language=fields.get("language", ""),
        author=fields.get("creator", ""),
    )


def _chapters(archive: zipfile.ZipFile, fields: dict[str, str]) -> Iterator[str]:
    """The parts that make up the book, in reading order; what it says of itself goes into `fields`."""
    container = xml_part(archive, "META-INF/container.xml")
    root = container.find(f".//{_CONTAINER}rootfile") if container is not None else None
    package = root.get("full-path", "") if root is not None else ""
    tree = xml_part(archive, package) if package else None
    if tree is None:
        raise Unreadable("not an e-book: its package file is missing")
    for name in ("title", "creator", "date", "language"):
        fields[name] = squeezed(tree.findtext(f".//{_DC}{name}") or "")[:500]
    folder = posixpath.dirname(package)
    parts = {item.get("id", ""): item.get("href", "") for item in tree.iter(f"{_OPF}item")}
    for reference in tree.iter(f"{_OPF}itemref"):
        if href := parts.get(reference.get("idref", ""), ""):
            yield posixpath.normpath(posixpath.join(folder, unquote(href)))


KIND = Kind(
    name="epub",
    title="E-books",
    suffixes=(".epub",),
    media_type="application/epub+zip",
    reads="the chapters in reading order; title, author and date",
    place="chapter",
    read=lambda data, _suffix: parse(data),
    apart=True,
)
