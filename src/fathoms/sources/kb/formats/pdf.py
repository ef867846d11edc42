"""PDF: page texts through pdfium, with line breaks, hyphens and ligatures undone so that quotes are real text.

Knows: pages and lines.  Does not know: layout, figures, scanned images (a PDF without text is refused, with a reason).
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterable
from datetime import date

import pypdfium2

from fathoms.sources.kb.dates import date_in
from fathoms.sources.kb.parsed import Block, BlockKind, Parsed, Unreadable

MAX_PAGES = 5_000
MAX_TEXT = 50_000_000

_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\u00ad": ""}
)
_HYPHEN_BREAK = re.compile(r"(?:\ufffe|(?<=[a-zà-ÿ])[-‐])\r?\n(?=[a-zà-ÿ])")
_MARKED_HYPHEN = re.compile(r"\ufffe\r?\n?")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_PAGE_NUMBER = re.compile(r"^\s*(?:[-–—]\s*)?(?:page\s+)?\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?(?:\s*[-–—])?\s*$", re.I)
_ENDS_SENTENCE = re.compile(r"[.!?:;。！？][\"'”’)\]]*$")
_STARTS_BLOCK = re.compile(r"^\s*(?:[•▪◦‣·*–-]\s+|\(?\d{1,2}[.)]\s+|#{1,6}\s)")
_PDF_DATE = re.compile(r"D:(\d{4})(\d\d)(\d\d)")


def parse(data: bytes) -> Parsed:
    """The text of a PDF, page after page. Raises Unreadable with the reason."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as exc:
        raise Unreadable(_reason(exc)) from exc
    try:
        if len(document) > MAX_PAGES:
            raise Unreadable(f"{len(document):,} pages, more than {MAX_PAGES:,}")
        title = document.get_metadata_value("Title").strip()
        author = document.get_metadata_value("Author").strip()
        dated = _pdf_date(document.get_metadata_value("CreationDate"))
        pages = _page_texts(document)
    except pypdfium2.PdfiumError as exc:
        raise Unreadable(_reason(exc)) from exc
    finally:
        document.close()
    return _joined(pages, title=title, author=author, dated=dated)


def _reason(exc: pypdfium2.PdfiumError) -> str:
    text = str(exc)
    return "the PDF is protected by a password" if "password" in text.lower() else f"damaged PDF: {text}"


def _page_texts(document: pypdfium2.PdfDocument) -> list[str]:
    pages: list[str] = []
    total = 0
    for page in document:
        textpage = page.get_textpage()
        raw = textpage.get_text_range()
        textpage.close()
        page.close()
        total += len(raw)
        if total > MAX_TEXT:
            raise Unreadable(f"more than {MAX_TEXT:,} characters of text")
        pages.append(raw)
    return pages


def _joined(pages: Iterable[str], *, title: str, author: str, dated: date | None) -> Parsed:
    """Paragraphs of all pages as one text, and where each page begins."""
    parts: list[str] = []
    blocks: list[Block] = []
    starts: list[int] = []
    size = 0
    for raw in pages:
        starts.append(size)
        for paragraph in paragraphs(raw):
            blocks.append(Block(size, size + len(paragraph), BlockKind.PROSE, ()))
            parts += (paragraph, "\n\n")
            size += len(paragraph) + 2
    text = "".join(parts)
    if not text.strip():
        raise Unreadable("the PDF has no text layer (scanned pages?)")
    return Parsed(
        text=text, blocks=tuple(blocks), title=_believable(title), pages=tuple(starts), dated=dated, author=author
    )


def paragraphs(raw: str) -> list[str]:
    """One page's lines as paragraphs: hyphens closed, lines joined, page numbers dropped."""
    text = _HYPHEN_BREAK.sub("", raw.translate(_LIGATURES))
    text = _CONTROL.sub("", _MARKED_HYPHEN.sub("-", text))
    lines = [line.strip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    lines = [line for line in lines if not _PAGE_NUMBER.match(line)]
    lengths = [len(line) for line in lines if line]
    usual = statistics.quantiles(lengths, n=10)[7] if len(lengths) > 3 else 0
    found: list[list[str]] = []
    fresh = True
    for line in lines:
        if not line:
            fresh = True
            continue
        if fresh or _STARTS_BLOCK.match(line):
            found.append([])
        found[-1].append(line)
        fresh = bool(_ENDS_SENTENCE.search(line)) and len(line) < 0.85 * usual
        fresh = fresh or (len(line) < 0.5 * usual and not line[-1].islower() and not line.endswith(","))
    return [" ".join(" ".join(block).split()) for block in found]


def _pdf_date(value: str) -> date | None:
    found = _PDF_DATE.match(value)
    return date_in("-".join(found.groups())) if found else None


def _believable(title: str) -> str:
    """Word processors leave file names and program names in the title field."""
    return (
        ""
        if not title
        or title.lower().startswith(("microsoft word", "untitled"))
        or title.endswith((".doc", ".docx", ".tex", ".dvi", ".indd"))
        else title
    )
