"""Footnotes of a Word document, with its fields and links: what python-docx has no words for.

The quotes that a mark stands for are one footnote, written where it is cited first; later citations of the same quotes
refer to that note by its number, as Word's own cross-references do.

Knows: the WordprocessingML of notes, fields and hyperlinks.  Does not know: where in a report anything is cited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docx.enum.style import WD_STYLE_TYPE
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml.ns import nsdecls, qn
from docx.oxml.parser import OxmlElement, parse_xml
from docx.shared import Pt
from lxml import etree

from fathoms.report.citations import NOTE_QUOTE, Cited, Mark, section_of, words_quoted
from fathoms.text.neutral import one_line, shortened

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import _Row
    from docx.text.paragraph import Paragraph

_TEXT, _REFERENCE, _LINK = "footnote text", "footnote reference", "Hyperlink"
_SEPARATORS = (("separator", "-1"), ("continuationSeparator", "0"))
"""The two notes that Word expects before all others."""


class Footnotes:
    """The notes of one document, numbered as they are cited."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._numbers: dict[tuple[str, ...], int] = {}
        self._root = parse_xml(f"<w:footnotes {nsdecls('w', 'r')}/>")
        for kind, number in _SEPARATORS:
            self._root.append(_separator(kind, number))
        self._styles = _add_styles(document)

    def cite(self, paragraph: Paragraph, cited: Cited) -> None:
        """The bracket behind the words, raised like its numbers, each of which leads to its note."""
        for text, mark in cited.pieces():
            if mark:
                self._cite(paragraph, mark)
            else:
                paragraph._p.append(_run(text, style=self._styles[_REFERENCE]))

    def _cite(self, paragraph: Paragraph, mark: Mark) -> None:
        """A number, and the note that it leads to."""
        key = (mark.label, *(f"{quote.page_id}:{quote.start}-{quote.end}" for quote in mark.quotes))
        number = self._numbers.get(key)
        if number is not None:
            self.field(paragraph, f"NOTEREF _Note{number} \\f \\h", str(number), style=self._styles[_REFERENCE])
            return
        number = self._numbers[key] = len(self._numbers) + 1
        self._root.append(self._note(number, _told(mark)))
        self._bookmarked(paragraph, number)

    def store(self) -> None:
        """Put the notes into the document, once all are there."""
        body = etree.tostring(self._root, xml_declaration=True, encoding="UTF-8", standalone=True)
        package = self._document.part.package
        part = Part(PackURI("/word/footnotes.xml"), CONTENT_TYPE.WML_FOOTNOTES, body, package)
        self._document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
        known = _element("w:footnotePr")
        for _, number in _SEPARATORS:
            known.append(_element("w:footnote", {"w:id": number}))
        self._document.settings.element.find(qn("w:compat")).addprevious(known)

    def field(self, paragraph: Paragraph, instruction: str, shown: str, *, style: str = "") -> None:
        """Words that Word fills in itself; `shown` stands there until it does."""
        asked = _run("")
        words = _element("w:instrText", {"xml:space": "preserve"})
        words.text = instruction
        asked.append(words)
        for part in (_edge("begin"), asked, _edge("separate"), _run(shown, style=style), _edge("end")):
            paragraph._p.append(part)

    def link(self, paragraph: Paragraph, text: str, url: str) -> None:
        relation = self._document.part.relate_to(url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        leading = _element("w:hyperlink", {"r:id": relation})
        leading.append(_run(text, style=self._styles[_LINK]))
        paragraph._p.append(leading)

    def repeat_as_heading(self, row: _Row) -> None:
        """A table that goes on overleaf shows this row again."""
        row._tr.get_or_add_trPr().append(_element("w:tblHeader"))

    def _note(self, number: int, text: str) -> Any:
        note, paragraph = _element("w:footnote", {"w:id": str(number)}), _element("w:p")
        properties = _element("w:pPr")
        properties.append(_element("w:pStyle", {"w:val": self._styles[_TEXT]}))
        own = _run("", style=self._styles[_REFERENCE])
        own.append(_element("w:footnoteRef"))
        for part in (properties, own, _run(f" {text}")):
            paragraph.append(part)
        note.append(paragraph)
        return note

    def _bookmarked(self, paragraph: Paragraph, number: int) -> None:
        """The number in the text, with a name that later citations refer to."""
        reference = _run("", style=self._styles[_REFERENCE])
        reference.append(_element("w:footnoteReference", {"w:id": str(number)}))
        marks = {"w:id": str(number)}
        paragraph._p.append(_element("w:bookmarkStart", {**marks, "w:name": f"_Note{number}"}))
        paragraph._p.append(reference)
        paragraph._p.append(_element("w:bookmarkEnd", marks))


def _told(mark: Mark) -> str:
    """The source, and the words that are meant with the headings above them."""
    reference = mark.reference
    dated = f" ({reference.dated.year})" if reference.dated else ""
    places = []
    for quote in mark.quotes:
        section = section_of(reference, quote)
        words = f"“{shortened(words_quoted(quote), NOTE_QUOTE)}”"
        places.append(f"{section}: {words}" if section else words)
    return one_line(f"[{mark.label}] {reference.title}{dated}. {' '.join(places)}")


def _add_styles(document: Document) -> dict[str, str]:
    """The styles that the template lacks, and the names that the document knows them by."""
    styles = document.styles
    note = styles.add_style(_TEXT, WD_STYLE_TYPE.PARAGRAPH)
    note.base_style, note.font.size = styles["Normal"], Pt(9)
    note.paragraph_format.space_after = Pt(2)
    number = styles.add_style(_REFERENCE, WD_STYLE_TYPE.CHARACTER)
    number.font.superscript = True
    link = styles.add_style(_LINK, WD_STYLE_TYPE.CHARACTER)
    link.font.underline = True
    return {_TEXT: note.style_id, _REFERENCE: number.style_id, _LINK: link.style_id}


def _separator(kind: str, number: str) -> Any:
    note = _element("w:footnote", {"w:type": kind, "w:id": number})
    paragraph, run = _element("w:p"), _element("w:r")
    run.append(_element(f"w:{kind}"))
    paragraph.append(run)
    note.append(paragraph)
    return note


def _edge(kind: str) -> Any:
    """Where a field begins, is parted into what it asks for and what it shows, or ends."""
    run = _run("")
    run.append(_element("w:fldChar", {"w:fldCharType": kind}))
    return run


def _run(text: str, *, style: str = "") -> Any:
    run = _element("w:r")
    if style:
        properties = _element("w:rPr")
        properties.append(_element("w:rStyle", {"w:val": style}))
        run.append(properties)
    if text:
        words = _element("w:t", {"xml:space": "preserve"})
        words.text = text
        run.append(words)
    return run


def _element(name: str, attributes: dict[str, str] | None = None) -> Any:
    made = OxmlElement(name)
    for key, value in (attributes or {}).items():
        made.set(qn(key), value)
    return made
