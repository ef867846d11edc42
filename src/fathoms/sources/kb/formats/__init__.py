"""Readers, one file per format: bytes in, `Parsed` out, or `Unreadable` with a reason.

Knows: which file name means which format.  Does not know: the index.
Heavy readers are imported when their first file arrives.
"""

from __future__ import annotations

from fathoms.sources.kb.decode import decoded, refuse_binary
from fathoms.sources.kb.parsed import Parsed
from fathoms.sources.kb.values import Format

SUFFIXES: dict[str, Format] = {
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd"), Format.MARKDOWN),
    **dict.fromkeys((".txt", ".text", ".rst", ".adoc", ".org"), Format.TEXT),
    **dict.fromkeys((".html", ".htm", ".xhtml"), Format.HTML),
    ".pdf": Format.PDF,
    ".docx": Format.DOCX,
}


def format_of(suffix: str) -> Format | None:
    """The format that a file name's ending stands for; None when we do not read such files."""
    return SUFFIXES.get(suffix.lower())


def read(data: bytes, format: Format) -> Parsed:
    """Parse a file's bytes. Raises Unreadable."""
    if format is Format.PDF:
        from fathoms.sources.kb.formats import pdf

        return pdf.parse(data)
    if format is Format.DOCX:
        from fathoms.sources.kb.formats import docx

        return docx.parse(data)
    refuse_binary(data)
    text, note = decoded(data, html=format is Format.HTML)
    parsed = _read_text(text, format)
    return parsed if not note else _with_note(parsed, note)


def _read_text(text: str, format: Format) -> Parsed:
    if format is Format.MARKDOWN:
        from fathoms.sources.kb.formats import markdown

        return markdown.parse(text)
    if format is Format.HTML:
        from fathoms.sources.kb.formats import html

        return html.parse(text)
    from fathoms.sources.kb.formats import plain

    return plain.parse(text)


def _with_note(parsed: Parsed, note: str) -> Parsed:
    from dataclasses import replace

    return replace(parsed, note=note)
