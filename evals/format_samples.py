"""Documents of every kind, written with facts that nobody knows: what the proof `formats` and tests read back.

Each maker writes one file by a library made for it where there is one, else by hand as the format's makers do.
A fact is a sentence that has to stand in the stored text as it is written here.
"""

from __future__ import annotations

import io
import json
import mailbox
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

_PLACES = (
    "Velkora",
    "Tarnish",
    "Ombrel",
    "Quessing",
    "Haldern",
    "Istrope",
    "Marwick",
    "Pellonia",
    "Drasmoor",
    "Yevanth",
)
_THINGS = ("beacon", "viaduct", "granary", "observatory", "windmill", "aqueduct", "ropewalk", "foundry")
_PEOPLE = ("Anselm Droste", "Mirela Kovan", "Tobias Fenwright", "Ilse Harrow", "Casimir Bole", "Nadia Thorne")


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a document says, and the question that it answers."""

    heading: str
    sentence: str
    question: str
    row: tuple[str, str, str]
    """The same for tables: what, who, when."""


def facts(seed: int, count: int = 2) -> tuple[Fact, ...]:
    """Facts of one document; no two documents share one."""
    made = []
    for number in range(seed * count, seed * count + count):
        place = f"{_PLACES[number % 10]}{chr(97 + number // 10 % 26)}{chr(97 + number // 260 % 26)}"
        thing, person, year = _THINGS[number % 8], _PEOPLE[number % 6], 1800 + number
        made.append(
            Fact(
                heading=f"The {thing} of {place}",
                sentence=f"The {place} {thing} was built in {year} by {person}.",
                question=f"Who built the {place} {thing}?",
                row=(f"{place} {thing}", person, str(year)),
            )
        )
    return tuple(made)


Maker = Callable[[Path, Sequence[Fact]], None]
_COLUMNS = ("Building", "Builder", "Year")


def row_sentence(fact: Fact) -> str:
    """What a row of a table says when it is read."""
    return "; ".join(f"{name}: {value}" for name, value in zip(_COLUMNS, fact.row, strict=True))


def markdown(path: Path, told: Sequence[Fact]) -> None:
    body = "\n\n".join(f"## {fact.heading}\n\n{{{{< note >}}}}{fact.sentence}{{{{< /note >}}}}" for fact in told)
    path.write_text(f"---\ntitle: {path.stem}\ndate: 2024-03-05\n---\n\n# Buildings\n\n{body}\n", encoding="utf-8")


def text(path: Path, told: Sequence[Fact]) -> None:
    path.write_text("\n\n".join(f"{fact.heading.upper()}\n\n{fact.sentence}" for fact in told), encoding="utf-8")


def html(path: Path, told: Sequence[Fact]) -> None:
    body = "".join(f"<h2>{fact.heading}</h2><p>{fact.sentence}</p>" for fact in told)
    path.write_text(f"<html><head><title>{path.stem}</title></head><body>{body}</body></html>", encoding="utf-8")


def rst(path: Path, told: Sequence[Fact]) -> None:
    parts = [f"{fact.heading}\n{'-' * len(fact.heading)}\n\n.. note:: Old.\n\n{fact.sentence}" for fact in told]
    path.write_text(":Date: 2024-03-05\n\n=========\nBuildings\n=========\n\n" + "\n\n".join(parts), encoding="utf-8")


def asciidoc(path: Path, told: Sequence[Fact]) -> None:
    parts = [f"[#x]\n== {fact.heading}\n\n{fact.sentence}" for fact in told]
    path.write_text("= Buildings\n:revdate: 2024-03-05\n\n" + "\n\n".join(parts), encoding="utf-8")


def org(path: Path, told: Sequence[Fact]) -> None:
    parts = [f"* {fact.heading} :old:\n:PROPERTIES:\n:ID: 1\n:END:\n{fact.sentence}" for fact in told]
    path.write_text("#+TITLE: Buildings\n" + "\n".join(parts), encoding="utf-8")


def latex(path: Path, told: Sequence[Fact]) -> None:
    parts = [f"\\section{{{fact.heading}}}\\label{{x}}\n{fact.sentence}~\\cite{{y}}" for fact in told]
    head = "\\documentclass{article}\n\\title{Buildings}\n\\begin{document}\n"
    path.write_text(head + "\n\n".join(parts) + "\n\\end{document}\n", encoding="utf-8")


def subtitles(path: Path, told: Sequence[Fact]) -> None:
    parts = [
        f"{number}\n00:0{number}:00,000 --> 00:0{number}:09,500\n<i>{fact.sentence}</i>"
        for number, fact in enumerate(told, start=1)
    ]
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def code(path: Path, told: Sequence[Fact]) -> None:
    parts = [
        f'def building_{number}():\n    """{fact.sentence}"""\n    return {number}\n'
        for number, fact in enumerate(told)
    ]
    path.write_text("\n\n".join(parts), encoding="utf-8")


def records(path: Path, told: Sequence[Fact]) -> None:
    path.write_text(json.dumps([dict(zip(_COLUMNS, fact.row, strict=True)) for fact in told]), encoding="utf-8")


def table(path: Path, told: Sequence[Fact]) -> None:
    lines = [",".join(row) for row in (_COLUMNS, *(fact.row for fact in told))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def notebook(path: Path, told: Sequence[Fact]) -> None:
    cells: list[object] = [
        {"cell_type": "markdown", "metadata": {}, "source": [f"## {fact.heading}\n", "\n", fact.sentence]}
        for fact in told
    ]
    cells.append({"cell_type": "code", "metadata": {}, "source": "print(1)", "outputs": [], "execution_count": 1})
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), encoding="utf-8")


def _message(subject: str, body: str) -> EmailMessage:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, "ada@example.org", "ben@example.org"
    message["Date"] = "Tue, 05 Mar 2024 10:00:00 +0000"
    message.set_content(body)
    return message


def mail(path: Path, told: Sequence[Fact]) -> None:
    """The first fact in the mail, the rest in an attachment."""
    message = _message(told[0].heading, told[0].sentence)
    attached = "\n\n".join(fact.sentence for fact in told[1:])
    message.add_attachment(attached.encode(), maintype="text", subtype="plain", filename="notes.txt")
    path.write_bytes(message.as_bytes())


def mbox(path: Path, told: Sequence[Fact]) -> None:
    box = mailbox.mbox(path)
    for fact in told:
        box.add(_message(fact.heading, fact.sentence))
    box.close()


def folder(path: Path, told: Sequence[Fact]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, fact in enumerate(told):
            archive.writestr(f"inner/{number}.md", f"# {fact.heading}\n\n{fact.sentence}\n")


def docx(path: Path, told: Sequence[Fact]) -> None:
    import docx as library

    document = library.Document()
    for fact in told:
        document.add_heading(fact.heading, 2)
        document.add_paragraph(fact.sentence)
    document.save(str(path))


def pptx(path: Path, told: Sequence[Fact]) -> None:
    from pptx import Presentation

    show = Presentation()
    for fact in told:
        slide = show.slides.add_slide(show.slide_layouts[1])
        slide.shapes.title.text = fact.heading
        slide.placeholders[1].text = fact.sentence
        slide.notes_slide.notes_text_frame.text = "Speak slowly."
    show.save(str(path))


def spreadsheet(path: Path, told: Sequence[Fact]) -> None:
    if path.suffix == ".ods":
        return _ods(path, told)
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    sheet.title = "Buildings"
    for line, row in enumerate((_COLUMNS, *(fact.row for fact in told)), start=3):
        for column, value in enumerate(row, start=2):
            sheet.cell(line, column, int(value) if value.isdecimal() else value)
    book.create_sheet("Empty")
    book.save(path)
    return None


def _ods(path: Path, told: Sequence[Fact]) -> None:
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table, TableCell, TableRow
    from odf.text import P

    book = OpenDocumentSpreadsheet()
    sheet = Table(name="Buildings")
    for values in (_COLUMNS, *(fact.row for fact in told)):
        row = TableRow()
        for value in values:
            cell = TableCell(valuetype="string")
            cell.addElement(P(text=value))
            row.addElement(cell)
        sheet.addElement(row)
    book.spreadsheet.addElement(sheet)
    book.save(str(path))


def opendocument(path: Path, told: Sequence[Fact]) -> None:
    if path.suffix == ".odp":
        return _odp(path, told)
    from odf.opendocument import OpenDocumentText
    from odf.text import H, P

    document = OpenDocumentText()
    for fact in told:
        document.text.addElement(H(outlinelevel=2, text=fact.heading))
        document.text.addElement(P(text=fact.sentence))
    document.save(str(path))
    return None


def _odp(path: Path, told: Sequence[Fact]) -> None:
    from odf.draw import Frame, Page, TextBox
    from odf.namespaces import PRESENTATIONNS
    from odf.opendocument import OpenDocumentPresentation
    from odf.style import MasterPage, PageLayout
    from odf.text import P

    show = OpenDocumentPresentation()
    layout = PageLayout(name="layout")
    show.automaticstyles.addElement(layout)
    master = MasterPage(name="master", pagelayoutname=layout)
    show.masterstyles.addElement(master)
    for fact in told:
        page = Page(masterpagename=master)
        for kind, words in (("title", fact.heading), ("outline", fact.sentence)):
            frame = Frame(width="20cm", height="3cm")
            frame.setAttrNS(PRESENTATIONNS, "class", kind)
            box = TextBox()
            box.addElement(P(text=words))
            frame.addElement(box)
            page.addElement(frame)
        show.presentation.addElement(page)
    show.save(str(path))


def epub(path: Path, told: Sequence[Fact]) -> None:
    container = (
        '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles>'
        "</container>"
    )
    items = "".join(f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(len(told)))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(told)))
    package = (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Buildings</dc:title>'
        f"<dc:language>en</dc:language></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", container)
        archive.writestr("OPS/book.opf", package)
        for number, fact in enumerate(told):
            page = f'<html xmlns="http://www.w3.org/1999/xhtml"><body><h2>{fact.heading}</h2><p>{fact.sentence}</p></body></html>'
            archive.writestr(f"OPS/c{number}.xhtml", page)


def rtf(path: Path, told: Sequence[Fact]) -> None:
    parts = "".join(f"{{\\b {fact.heading}}}\\par\n{fact.sentence}\\par\n" for fact in told)
    path.write_text(f"{{\\rtf1\\ansi\\deff0{{\\info{{\\title Buildings}}}}\n{parts}}}", encoding="ascii")


def pdf(path: Path, told: Sequence[Fact]) -> None:
    from fpdf import FPDF

    document = FPDF()
    document.set_font("helvetica", size=12)
    for fact in told:
        document.add_page()
        document.multi_cell(0, 8, fact.sentence)
    path.write_bytes(bytes(document.output()))


SAMPLES: dict[str, tuple[Maker, tuple[str, ...]]] = {
    "asciidoc": (asciidoc, ("adoc",)),
    "code": (code, ("py",)),
    "docx": (docx, ("docx",)),
    "epub": (epub, ("epub",)),
    "html": (html, ("html",)),
    "latex": (latex, ("tex",)),
    "mail": (mail, ("eml",)),
    "markdown": (markdown, ("md", "mdx")),
    "mbox": (mbox, ("mbox",)),
    "notebook": (notebook, ("ipynb",)),
    "opendocument": (opendocument, ("odt", "odp")),
    "org": (org, ("org",)),
    "pdf": (pdf, ("pdf",)),
    "pptx": (pptx, ("pptx",)),
    "records": (records, ("json",)),
    "rst": (rst, ("rst",)),
    "rtf": (rtf, ("rtf",)),
    "spreadsheet": (spreadsheet, ("xlsx", "ods")),
    "subtitles": (subtitles, ("srt",)),
    "table": (table, ("csv",)),
    "text": (text, ("txt",)),
    "zip": (folder, ("zip",)),
}
"""A maker for each kind that needs no program of the machine, and the endings that it can write."""

BY_ROW = frozenset(("records", "spreadsheet", "table"))
"""Kinds of which a row says what elsewhere a sentence says."""


def stated(kind: str, fact: Fact) -> str:
    """The words of a fact as a document of this kind holds them."""
    return row_sentence(fact) if kind in BY_ROW else fact.sentence


def made(kind: str, told: Sequence[Fact], suffix: str = "") -> bytes:
    """A document of a kind as bytes."""
    import tempfile

    maker, suffixes = SAMPLES[kind]
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / f"sample.{suffix or suffixes[0]}"
        maker(path, told)
        return io.BytesIO(path.read_bytes()).getvalue()
