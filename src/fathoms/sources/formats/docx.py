"""DOCX: mammoth turns it into HTML, our writer turns that into text and blocks.

Knows: Word's parts.  Does not know: layout, images, tracked changes.
"""

from __future__ import annotations

import io
import re
import zipfile
from xml.parsers.expat import ExpatError

from fathoms.sources.formats.archive import opened, refuse_entities
from fathoms.sources.formats.kind import Kind
from fathoms.sources.formats.parsed import Parsed, Unreadable
from fathoms.text.dates import date_in

_CORE = "docProps/core.xml"
_FIELD = re.compile(r"<(dc:title|dc:creator|dcterms:modified|dcterms:created)\b[^>]{0,300}>([^<]{0,500})<")


def parse(data: bytes) -> Parsed:
    """The text of a Word document. Raises Unreadable with the reason."""
    import lxml.html
    import mammoth

    from fathoms.sources.formats.html import written

    fields = _checked_fields(data)
    try:
        html = mammoth.convert_to_html(io.BytesIO(data), convert_image=mammoth.images.img_element(_no_image)).value
    except (zipfile.BadZipFile, KeyError, ValueError, ExpatError, AttributeError, OSError) as exc:
        raise Unreadable(f"damaged Word document: {exc}", remedy="save or download it again") from exc
    if not html.strip():
        raise Unreadable("the document holds no text", fault=False)
    out = written(lxml.html.fragment_fromstring(html, create_parent="body"))
    return Parsed(
        text=out.text,
        blocks=tuple(out.blocks),
        title=fields.get("dc:title", "") or next((h.text for h in out.headings), ""),
        headings=tuple(out.headings),
        saved=date_in(fields.get("dcterms:modified", "") or fields.get("dcterms:created", "")),
        author=fields.get("dc:creator", ""),
    )


def _no_image(_image: object) -> dict[str, str]:
    return {"src": ""}


def _checked_fields(data: bytes) -> dict[str, str]:
    """The core properties, after the archive has been judged harmless."""
    with opened(data, "Word document") as archive:
        if "word/document.xml" not in archive.namelist():
            raise Unreadable("not a Word document: word/document.xml is missing")
        refuse_entities(archive, "Word")
        return core_fields(archive)


def core_fields(archive: zipfile.ZipFile) -> dict[str, str]:
    """What an Office file says of itself: title, author, dates."""
    core = archive.read(_CORE).decode("utf-8", "replace") if _CORE in archive.namelist() else ""
    return {name: value.strip() for name, value in _FIELD.findall(core)}


KIND = Kind(
    name="docx",
    title="Word documents",
    suffixes=(".docx", ".docm", ".dotx"),
    media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    reads="the text with headings, lists and tables; title, author and date from the properties",
    read=lambda data, _suffix: parse(data),
    apart=True,
)
