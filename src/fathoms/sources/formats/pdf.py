"""PDF: page texts through pdfium, with line breaks, hyphens and ligatures undone so that quotes are real text.

Knows: pages and lines.  Does not know: layout, figures, scanned images (a PDF without text is refused, with a reason).
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from fathoms.sources.formats.archive import UNLOCK
from fathoms.sources.formats.kind import Kind
from fathoms.sources.formats.parsed import Block, BlockKind, Heading, Parsed, Unreadable
from fathoms.text.dates import date_in, date_stated

if TYPE_CHECKING:
    import pypdfium2

MAX_PAGES = 5_000
MAX_TEXT = 50_000_000
_LONGEST_FIELD = 500

_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\u00ad": ""}
)
_HYPHEN_BREAK = re.compile(r"(?:\ufffe|(?<=[a-zà-ÿ])[-‐])\r?\n(?=[a-zà-ÿ])")
_MARKED_HYPHEN = re.compile(r"\ufffe\r?\n?")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_PAGE_NUMBER = re.compile(r"^\s*(?:[-–—]\s*)?(?:page\s+)?\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?(?:\s*[-–—])?\s*$", re.I)
_ENDS_SENTENCE = re.compile(r"[.!?:;。！？][\"'”’)\]]*$")
_STARTS_BLOCK = re.compile(r"^\s*(?:[•▪◦‣·*–-]\s+|\(?\d{1,2}[.)]\s+|#{1,6}\s)")
_HEADING_START = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,3}[.)]?\s+)?[^\W\d_a-z]")
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,3}[.)]?\s+(\S.*)")
_SHORT = 0.7
_MOST_WORDS = 12
_LEAST_PAGES = 3
"""Lines that repeat on fewer pages may be chance."""
_FIRST_LINES = 600
"""Characters at the top of the first page, among which its date may stand."""
_PDF_DATE = re.compile(r"D:(\d{4})(\d\d)(\d\d)")


def parse(data: bytes) -> Parsed:
    """The text of a PDF, page after page. Raises Unreadable with the reason."""
    import pypdfium2  # only the process that reads PDF files needs it

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as exc:
        raise _unreadable(exc) from exc
    try:
        if len(document) > MAX_PAGES:
            raise Unreadable(f"{len(document):,} pages, more than {MAX_PAGES:,}")
        title = document.get_metadata_value("Title").strip()[:_LONGEST_FIELD]
        author = document.get_metadata_value("Author").strip()[:_LONGEST_FIELD]
        saved = _pdf_date(document.get_metadata_value("CreationDate"))
        pages = _page_texts(document)
    except pypdfium2.PdfiumError as exc:
        raise _unreadable(exc) from exc
    finally:
        document.close()
    return _joined(pages, title=title, author=author, saved=saved)


def _unreadable(exc: Exception) -> Unreadable:
    if "password" in str(exc).lower():
        return Unreadable("the PDF is protected by a password", remedy=UNLOCK)
    return Unreadable(f"damaged PDF: {str(exc).rstrip('.')}", remedy="download or export it again")


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


def _joined(pages: Sequence[str], *, title: str, author: str, saved: date | None) -> Parsed:
    """Paragraphs of all pages as one text, and where each page begins."""
    parts: list[str] = []
    blocks: list[Block] = []
    headings: list[Heading] = []
    starts: list[int] = []
    path: tuple[str, ...] = ()
    size = 0
    for raw in without_running_lines(pages):
        starts.append(size)
        for paragraph in paragraphs(raw):
            end = size + len(paragraph)
            numbered = _NUMBERED.fullmatch(paragraph)
            if numbered and is_heading(paragraph):
                path = (numbered.group(1),)
                headings.append(Heading(size, end, 2, numbered.group(1)))
            else:
                blocks.append(Block(size, end, BlockKind.PROSE, path))
            parts += (paragraph, "\n\n")
            size = end + 2
    if not blocks:
        raise Unreadable(
            "the PDF has no text layer (scanned pages?)", remedy="run OCR over it, for instance with ocrmypdf"
        )
    return Parsed(
        text="".join(parts),
        blocks=tuple(blocks),
        title=_believable(title),
        headings=tuple(headings),
        pages=tuple(starts),
        # Here a line of its own can still be seen: joined to paragraphs it could not.
        dated=date_stated("", (pages[0] if pages else "").replace("\r", "\n")[:_FIRST_LINES], until=saved),
        saved=saved,
        author=author,
    )


def without_running_lines(pages: Sequence[str]) -> list[str]:
    """The pages without the lines that open or close most of them: the report's name, the chapter."""
    if len(pages) < _LEAST_PAGES:
        return list(pages)
    lines = [_numbered_off(page.replace("\r\n", "\n").strip("\n").split("\n")) for page in pages]
    edges = Counter(edge for page in lines for edge in {_numberless(page[0]), _numberless(page[-1])})
    running = {edge for edge, count in edges.items() if edge and 2 * count > len(pages)}
    kept = []
    for page in lines:
        first = 1 if _numberless(page[0]) in running else 0
        last = len(page) - 1 if len(page) > first and _numberless(page[-1]) in running else len(page)
        kept.append("\n".join(page[first:last]))
    return kept


def _numbered_off(lines: list[str]) -> list[str]:
    """Without the page number at either edge, which hides the running line next to it."""
    first = 1 if len(lines) > 1 and _PAGE_NUMBER.match(lines[0]) else 0
    last = len(lines) - 1 if len(lines) - first > 1 and _PAGE_NUMBER.match(lines[-1]) else len(lines)
    return lines[first:last]


def _numberless(line: str) -> str:
    return re.sub(r"\d+", "", line).strip()


def paragraphs(raw: str) -> list[str]:
    """One page's lines as paragraphs: hyphens closed, lines joined, page numbers dropped, headings apart."""
    text = _HYPHEN_BREAK.sub("", raw.translate(_LIGATURES))
    text = _CONTROL.sub("", _MARKED_HYPHEN.sub("-", text))
    lines = [line.strip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    lines = [line for line in lines if not _PAGE_NUMBER.match(line)]
    lengths = [len(line) for line in lines if line]
    usual = statistics.quantiles(lengths, n=10)[7] if len(lengths) > 3 else 0
    found: list[list[str]] = []
    fresh = True
    for place, line in enumerate(lines):
        if not line:
            fresh = True
            continue
        after = next((later for later in lines[place + 1 : place + 3] if later), "")
        opens = fresh or bool(_STARTS_BLOCK.match(line)) or _ends_sentence(found[-1][-1])
        alone = opens and len(line) < _SHORT * usual and is_heading(line) and _opens_sentence(after)
        if fresh or alone or _STARTS_BLOCK.match(line):
            found.append([])
        found[-1].append(line)
        fresh = alone or (_ends_sentence(line) and len(line) < 0.85 * usual)
        fresh = fresh or (len(line) < 0.5 * usual and not line[-1].islower() and not line.endswith(","))
    return [" ".join(" ".join(block).split()) for block in found]


def is_heading(line: str) -> bool:
    """A short line that begins like a sentence and does not end like one."""
    words = line.split()
    return (
        len(words) <= _MOST_WORDS and bool(_HEADING_START.match(line)) and not line.endswith((".", ",", ";", ":", "!"))
    )


def _opens_sentence(line: str) -> bool:
    return line[:1].isupper()


def _ends_sentence(line: str) -> bool:
    return bool(_ENDS_SENTENCE.search(line[-8:]))


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


KIND = Kind(
    name="pdf",
    title="PDF",
    suffixes=(".pdf",),
    media_type="application/pdf",
    reads="the text of all pages, hyphens closed, running lines left out; scanned pages need OCR first",
    place="page",
    read=lambda data, _suffix: parse(data),
    apart=True,
)
