"""One file made ready for the index: parsed, cut into passages, tokenised. No database here.

Knows: what the index stores about a document.  Does not know: SQL, folders, other documents.
"""

from __future__ import annotations

import re
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from fathoms.sources import formats
from fathoms.sources.formats.parsed import Link, Parsed, Unreadable
from fathoms.sources.kb import japanese
from fathoms.sources.kb.chunks import Chunk, cut
from fathoms.sources.kb.files import FileOnDisk
from fathoms.sources.kb.names import document_keys
from fathoms.text.acronyms import definitions
from fathoms.text.dates import date_of_path
from fathoms.text.language import detect
from fathoms.text.words import tokens

SKETCHED = 32
"""Sentence hashes kept of a document."""
_LINK_TARGET = re.compile(r"\]\([^()\s]*\)")
_SHORTEST = 15
"""Sentences with fewer characters are not hashed: they stand in many documents."""
_OPENING = 400
_LONGEST_TITLE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A document ready to be written."""

    file: FileOnDisk
    sha256: str
    parsed: Parsed
    title: str
    dated: date | None
    language: str
    chunks: tuple[Chunk, ...]
    columns: tuple[tuple[str, str], ...]
    """Title tokens and body tokens of each chunk, as FTS5 takes them."""
    links: tuple[tuple[int, Link], ...]
    """Links by the chunk they stand in."""
    names: frozenset[str]
    aliases: frozenset[tuple[str, str]]
    sketch: bytes
    japanese_words: bool
    """False when it holds Japanese and could only be indexed by bigrams."""
    words: int


def prepare(file: FileOnDisk, data: bytes, sha256: str) -> Prepared:
    """Parse, cut and tokenise one file. Raises Unreadable."""
    if not data.strip():
        raise Unreadable("the file is empty", fault=False)
    parsed = _read(data, file)
    text = parsed.text
    chunks = tuple(cut(parsed))
    if not chunks:
        raise Unreadable("no text in it", fault=False)
    title = _one_line(parsed.title) or title_of_path(file.path)
    opening = text[chunks[0].start : chunks[0].start + _OPENING]
    return Prepared(
        file=file,
        sha256=sha256,
        parsed=parsed,
        title=title,
        dated=_dated(parsed, title, file.path),
        language=parsed.language or detect(text[chunks[0].start :]),
        chunks=chunks,
        columns=tuple(_columns(text, title, chunks)),
        links=tuple(_links_by_chunk(parsed.links, chunks)) if parsed.links else (),
        names=document_keys(title, stated=bool(parsed.title), opening=opening),
        aliases=frozenset(definitions(text)),
        sketch=sketch(text),
        japanese_words=japanese.available() or not japanese.is_japanese(text),
        words=len(text.split()),
    )


def _dated(parsed: Parsed, title: str, path: str) -> date | None:
    """What the document says of itself, then its name, then when its program saved it."""
    told = parsed.dated_as(title)
    return (date_of_path(path) or told) if told == parsed.saved else told


def _read(data: bytes, file: FileOnDisk) -> Parsed:
    try:
        return formats.read(data, file.format, file.file.suffix)
    except MemoryError as exc:
        raise Unreadable("reading it needs more memory than there is", remedy="split it") from exc


def title_path(title: str, headings: tuple[str, ...]) -> tuple[str, ...]:
    """The document's title and the headings below it; a first heading that repeats the title is left out."""
    return (title, *(headings[1:] if headings and headings[0] == title else headings))


def title_of_path(path: str) -> str:
    """A readable name from a file name: `annual-report_2025.pdf` is "Annual report 2025"."""
    stem = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return re.sub(r"[-_\s]+", " ", stem).strip().capitalize() or path


def sketch(text: str) -> bytes:
    """The smallest hashes of a text's sentences, 4 bytes each: near-duplicates share most of them."""
    sentences = (text if text.isascii() else text.replace("。", ".")).split(".")
    hashes = {zlib.crc32(sentence.encode()) for sentence in sentences if len(sentence) > _SHORTEST}
    return array("I", sorted(hashes)[:SKETCHED]).tobytes()


def _one_line(title: str) -> str:
    """A title as lists show it. Bounded: a document may claim a title of five million spaces."""
    return " ".join(title[:_LONGEST_TITLE].split())


def _columns(text: str, title: str, chunks: Iterable[Chunk]) -> Iterator[tuple[str, str]]:
    headings: dict[tuple[str, ...], str] = {}
    for chunk in chunks:
        if chunk.path not in headings:
            headings[chunk.path] = _indexed("\n".join(title_path(title, chunk.path)))
        body = text[chunk.start : chunk.end]
        yield headings[chunk.path], _indexed(_LINK_TARGET.sub("]", body) if "](" in body else body)


def _indexed(text: str) -> str:
    found = tokens(text)
    if japanese.is_japanese(text) and japanese.available():
        found += japanese.japanese_words(text)
    return " ".join(found)


def _links_by_chunk(links: Iterable[Link], chunks: Sequence[Chunk]) -> Iterator[tuple[int, Link]]:
    ordinal = 0
    for link in sorted(links):
        while ordinal < len(chunks) and chunks[ordinal].end <= link.start:
            ordinal += 1
        if ordinal < len(chunks) and chunks[ordinal].start <= link.start:
            yield ordinal, link
