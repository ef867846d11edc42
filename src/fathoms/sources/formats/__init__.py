"""Readers, one file per format: bytes in, `Parsed` out, or `Unreadable` with a reason.

Knows: which file name means which format.  Does not know: the index.
Heavy readers are imported when their first file arrives.
"""

from __future__ import annotations

from dataclasses import replace

from fathoms.sources.formats.decode import decoded, refuse_binary
from fathoms.sources.formats.parsed import Format, Parsed, Unreadable

_CODE = (".py", ".js", ".mjs", ".jsx", ".ts", ".tsx", ".go", ".rs", ".java", ".c", ".h", ".cc", ".cpp", ".hpp", ".sh")
SUFFIXES: dict[str, Format] = {
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd"), Format.MARKDOWN),
    **dict.fromkeys((".txt", ".text", ".rst", ".adoc", ".org"), Format.TEXT),
    **dict.fromkeys((".html", ".htm", ".xhtml"), Format.HTML),
    ".pdf": Format.PDF,
    ".docx": Format.DOCX,
    **dict.fromkeys((".csv", ".tsv"), Format.TABLE),
    **dict.fromkeys((".json", ".jsonl", ".ndjson"), Format.RECORDS),
    **dict.fromkeys((".eml",), Format.MAIL),
    **dict.fromkeys(_CODE, Format.CODE),
}
_APART = frozenset((Format.PDF, Format.DOCX))
_GROWING = frozenset((Format.HTML, Format.RECORDS, Format.TABLE, Format.MAIL))
"""Formats whose parsed form can be many times their size: a large file of these is read apart as well."""
LARGE = 2_000_000


def format_of(suffix: str) -> Format | None:
    """The format that a file name's ending stands for; None when we do not read such files."""
    return SUFFIXES.get(suffix.lower())


def read(data: bytes, format: Format, suffix: str = "") -> Parsed:
    """Parse a file's bytes; risky ones in a process of their own. Raises Unreadable."""
    if format in _APART or (format in _GROWING and len(data) > LARGE):
        from fathoms.sources.formats.apart import reader

        return reader.read(data, format)
    return read_here(data, format, suffix)


def read_here(data: bytes, format: Format, suffix: str = "") -> Parsed:
    """Parse a file's bytes in this process. Raises Unreadable."""
    try:
        return _read_here(data, format, suffix)
    except RecursionError as exc:
        raise Unreadable("its parts are nested too deeply") from exc


def _read_here(data: bytes, format: Format, suffix: str) -> Parsed:
    if format is Format.PDF:
        from fathoms.sources.formats import pdf

        return pdf.parse(data)
    if format is Format.DOCX:
        from fathoms.sources.formats import docx

        return docx.parse(data)
    if format is Format.MAIL:
        from fathoms.sources.formats import mail

        refuse_binary(data)
        return mail.parse(data)
    refuse_binary(data)
    text, note = decoded(data, html=format is Format.HTML)
    parsed = _read_text(text, format, suffix)
    return replace(parsed, note="; ".join(filter(None, (note, parsed.note)))) if note else parsed


def _read_text(text: str, format: Format, suffix: str) -> Parsed:
    match format:
        case Format.MARKDOWN:
            from fathoms.sources.formats import markdown

            return markdown.parse(text)
        case Format.HTML:
            from fathoms.sources.formats import html

            return html.parse(text)
        case Format.TABLE:
            from fathoms.sources.formats import table

            return table.parse(text)
        case Format.RECORDS:
            from fathoms.sources.formats import data

            return data.parse(text)
        case Format.CODE:
            from fathoms.sources.formats import code

            return code.parse(text, suffix)
        case _:
            from fathoms.sources.formats import mail, plain

            return mail.headed(text) or plain.parse(text)
