"""Bytes read in this very process, by the reader of their format.

Knows: which reader a format has.  Does not know: file names, which files are risky.
Heavy readers are imported when their first file arrives.
"""

from __future__ import annotations

from dataclasses import replace

from fathoms.sources.formats.decode import decoded, refuse_binary
from fathoms.sources.formats.parsed import Format, Parsed, Unreadable


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
