"""From the bytes of a page to its text: title, date, author and language where the page states them.

Knows: which reader fits which bytes, whatever the server calls them.  Does not know: the network.
The readers are those of the document formats; only HTML has one of its own, made for pages of strangers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from urllib.parse import unquote, urljoin, urlsplit

from fathoms.domain.evidence import PageLink
from fathoms.errors import BadAnswer, Refused
from fathoms.sources import formats
from fathoms.sources.formats.decode import decoded, refuse_binary
from fathoms.sources.formats.parsed import Format, Parsed, Unreadable
from fathoms.text.addresses import document, host_of, is_external
from fathoms.text.language import detect

LARGE_HTML = 1_000_000
"""A larger page is read in a process of its own, with a limit on memory and time."""
_LONGEST_TITLE = 300
_MOST_LINKS = 60
_LONGEST_LINK = 160
"""Characters of a link's words; a longer one is a card with everything on it."""
_AROUND = 240
"""Characters kept on either side of a link."""
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{2,40})", re.I)
_BY_TYPE = {
    "text/html": Format.HTML,
    "application/xhtml+xml": Format.HTML,
    "application/xml": Format.HTML,
    "text/xml": Format.HTML,
    "application/pdf": Format.PDF,
    "application/x-pdf": Format.PDF,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": Format.DOCX,
    "text/plain": Format.TEXT,
    "text/markdown": Format.MARKDOWN,
    "text/csv": Format.TABLE,
    "text/tab-separated-values": Format.TABLE,
    "application/json": Format.RECORDS,
    "application/ld+json": Format.RECORDS,
    "application/x-ndjson": Format.RECORDS,
}
_HTML_START = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--(?:(?!-->).){0,1000}-->\s*)?"
    rb"<(?:!doctype\s+html|html|head|body)\b",
    re.I | re.S,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Readable:
    """The text of a page, and what it says of itself."""

    text: str
    title: str
    dated: date | None = None
    language: str = ""
    author: str = ""
    own_sites: tuple[str, ...] = ()
    links: tuple[PageLink, ...] = ()
    sheets: tuple[int, ...] = ()
    format: str


def read_page(body: bytes, *, content_type: str, url: str) -> Readable:
    """The text of a page; it may be empty. Raises BadAnswer or Refused with the reason; blocks: call it in a thread."""
    provider = urlsplit(url).netloc
    if not body.strip():
        raise BadAnswer("the server sent an empty page", provider=provider)
    format = _format(body, content_type, url)
    if format is None:
        raise Refused(f"not text: {content_type.partition(';')[0] or 'of no known type'}", provider=provider)
    try:
        parsed = _read(body, format, content_type)
    except Unreadable as error:
        raise BadAnswer(f"cannot be read as {format}: {error}", provider=provider) from error
    title = " ".join(parsed.title.split())[:_LONGEST_TITLE] or _title_of(url)
    return Readable(
        text=parsed.text,
        title=title,
        # Of a web page the engine that found it knows more than its title.
        dated=parsed.dated_as(title) if parsed.saved else parsed.dated,
        language=parsed.language or detect(parsed.text),
        author=" ".join(parsed.author.split())[:_LONGEST_TITLE],
        own_sites=parsed.own_sites,
        links=tuple(_links(parsed, url)),
        sheets=parsed.pages,
        format=format,
    )


def _read(body: bytes, format: str, content_type: str) -> Parsed:
    if format != Format.HTML or len(body) > LARGE_HTML:
        return formats.read(body, format)
    from fathoms.sources.web.reading import article

    refuse_binary(body)
    text, _ = decoded(body, html=True, declared=_charset(content_type))
    try:
        return article.parse(text)
    except RecursionError as error:
        raise Unreadable("its elements are nested too deeply") from error


def _format(body: bytes, content_type: str, url: str) -> str | None:
    """What the bytes are; then what the server says; then what the address looks like."""
    head = body[:2_048]
    if head.lstrip()[:5] == b"%PDF-":
        return Format.PDF
    if head.startswith(b"PK\x03\x04"):
        return _zipped(content_type, url)
    if _HTML_START.match(head):
        return Format.HTML
    kind = content_type.partition(";")[0].strip().lower()
    if kind in _BY_TYPE:
        return _BY_TYPE[kind]
    if kind.endswith("+json"):
        return Format.RECORDS
    if kind.startswith("text/"):
        return Format.TEXT
    named = formats.format_of(_suffix(url)) if kind in ("", "application/octet-stream") else None
    return named if named and _may_come_from_afar(named) else None


def _suffix(url: str) -> str:
    return "." + urlsplit(url).path.rpartition("/")[2].rpartition(".")[2]


def _zipped(content_type: str, url: str) -> str:
    """Which kind of packed document it is: a Word document unless type or address say otherwise."""
    kind = content_type.partition(";")[0].strip().lower()
    told = next((one.name for one in formats.kinds().values() if one.media_type == kind and one.apart), None)
    named = told or formats.format_of(_suffix(url))
    return named if named and formats.kinds()[named].apart else Format.DOCX


def _may_come_from_afar(format: str) -> bool:
    """No program of this machine is started on what a stranger sent, and nothing is unpacked into documents."""
    kind = formats.kinds()[format]
    return kind.read is not None and not kind.needs


def _links(parsed: Parsed, url: str) -> Iterator[PageLink]:
    """The links to other pages, each once, with the paragraph that they stand in."""
    seen = {document(url)}
    for link in parsed.links:
        target = _target(url, link.target)
        if not target or target in seen or not _LONGEST_LINK >= len(link.anchor) > 1:
            continue
        seen.add(target)
        yield PageLink(url=target, text=link.anchor, around=_around(parsed.text, link.start))
        if len(seen) > _MOST_LINKS:
            return


def _target(url: str, written: str) -> str:
    """Where a link leads, in one spelling; nothing where that is no page."""
    try:
        target = urljoin(url, written)
    except ValueError:
        return ""
    return document(target) if is_external(target) and host_of(target) else ""


def _around(text: str, at: int) -> str:
    """The paragraph at a place, or what stands near it where the paragraph is long."""
    start = max(text.rfind("\n", 0, at) + 1, at - _AROUND)
    end = text.find("\n", at)
    return text[start : min(end if end >= 0 else len(text), at + _AROUND)].strip()


def _charset(content_type: str) -> str:
    found = _CHARSET.search(content_type)
    return found.group(1) if found else ""


def _title_of(url: str) -> str:
    """The last part of the address, for a page that has no title."""
    parts = urlsplit(url)
    last = unquote(parts.path.rstrip("/").rpartition("/")[2])
    return last[:_LONGEST_TITLE] or parts.netloc or url
