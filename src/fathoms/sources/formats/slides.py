"""PowerPoint: the text of every slide under its title, tables by row, the speaker's notes.

Knows: the parts of a presentation and their order.  Does not know: layout, pictures, charts.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fathoms.sources.formats.archive import opened, refuse_entities, xml_part
from fathoms.sources.formats.docx import core_fields
from fathoms.sources.formats.kind import Kind
from fathoms.sources.formats.outline import Written, squeezed
from fathoms.sources.formats.parsed import BlockKind, Parsed, Unreadable
from fathoms.text.dates import date_in

if TYPE_CHECKING:
    from lxml.etree import _Element

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_TITLES = frozenset(("title", "ctrTitle"))
_NUMBERS = frozenset(("sldNum", "dt", "ftr", "sldImg", "hdr"))
MAX_SLIDES = 2_000


def parse(data: bytes) -> Parsed:
    """The text of a presentation, slide after slide. Raises Unreadable."""
    with opened(data, "presentation") as archive:
        if "ppt/presentation.xml" not in archive.namelist():
            raise Unreadable("not a presentation: ppt/presentation.xml is missing")
        refuse_entities(archive, "PowerPoint")
        out, starts = Written(), []
        for number, name in enumerate(_slides(archive), start=1):
            if number > MAX_SLIDES:
                raise Unreadable(f"more than {MAX_SLIDES:,} slides", remedy="split it")
            starts.append(out.size)
            _write_slide(out, archive, name, number)
        fields = core_fields(archive)
    if not out.blocks and not out.headings:
        raise Unreadable("the slides hold no text", remedy="pictures of text need OCR", fault=False)
    return Parsed(
        text=out.text,
        blocks=tuple(out.blocks),
        title=_stated(fields.get("dc:title", "")) or next((h.text for h in out.headings), ""),
        headings=tuple(out.headings),
        pages=tuple(starts),
        saved=date_in(fields.get("dcterms:modified", "") or fields.get("dcterms:created", "")),
        author=fields.get("dc:creator", ""),
    )


def _stated(title: str) -> str:
    return "" if title.lower() in ("powerpoint presentation", "presentation") else title


def _slides(archive: zipfile.ZipFile) -> Iterator[str]:
    """The parts that are slides, in the order in which they are shown."""
    targets = _relations(archive, "ppt/presentation.xml")
    presentation = xml_part(archive, "ppt/presentation.xml")
    for entry in presentation.iter(f"{_P}sldId") if presentation is not None else ():
        kind, target = targets.get(entry.get(f"{_R}id", ""), ("", ""))
        if kind.endswith("/slide"):
            yield target


def _relations(archive: zipfile.ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """Kind and target of each relation of a part, by id."""
    folder, name = posixpath.split(part)
    tree = xml_part(archive, f"{folder}/_rels/{name}.rels")
    return {
        entry.get("Id", ""): (
            entry.get("Type", ""),
            posixpath.normpath(posixpath.join(folder, entry.get("Target", ""))).lstrip("/"),
        )
        for entry in (tree if tree is not None else ())
    }


def _write_slide(out: Written, archive: zipfile.ZipFile, name: str, number: int) -> None:
    tree = xml_part(archive, name)
    if tree is None:
        return
    shapes = list(tree.iter(f"{_P}sp", f"{_A}tbl"))
    title = next((squeezed(" ".join(_paragraphs(shape))) for shape in shapes if _holder(shape) in _TITLES), "")
    out.heading(2, title or f"Slide {number}")
    for shape in shapes:
        if shape.tag == f"{_A}tbl":
            out.table([" ".join(_paragraphs(cell)) for cell in row.iter(f"{_A}tc")] for row in shape.iter(f"{_A}tr"))
        elif _holder(shape) not in _TITLES | _NUMBERS:
            _write_text(out, list(_paragraphs(shape)))
    for kind, target in _relations(archive, name).values():
        if kind.endswith("/notesSlide"):
            notes = xml_part(archive, target)
            for shape in notes.iter(f"{_P}sp") if notes is not None else ():
                if _holder(shape) not in _NUMBERS:
                    for paragraph in _paragraphs(shape):
                        out.block(f"Speaker's notes: {paragraph}", BlockKind.PROSE)


def _write_text(out: Written, paragraphs: list[str]) -> None:
    """One paragraph is prose, several are the points of a list."""
    if len(paragraphs) == 1:
        out.block(paragraphs[0], BlockKind.PROSE)
    for paragraph in paragraphs if len(paragraphs) > 1 else ():
        out.item(paragraph)


def _holder(shape: _Element) -> str:
    """What a shape is a placeholder for."""
    found = next(shape.iter(f"{_P}ph"), None)
    return "" if found is None else found.get("type", "body")


def _paragraphs(shape: _Element) -> Iterator[str]:
    for paragraph in shape.iter(f"{_A}p"):
        text = squeezed(
            "".join(" " if run.tag == f"{_A}br" else run.text or "" for run in paragraph.iter(f"{_A}t", f"{_A}br"))
        )
        if text:
            yield text


KIND = Kind(
    name="pptx",
    title="PowerPoint presentations",
    suffixes=(".pptx", ".pptm", ".ppsx"),
    media_type="application/vnd.openxmlformats-officedocument.presentationml.presentation",
    reads="the text of every slide under its title, tables by row, the speaker's notes",
    place="slide",
    read=lambda data, _suffix: parse(data),
    apart=True,
)
