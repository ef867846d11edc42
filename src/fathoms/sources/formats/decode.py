"""Bytes to text, saying so when it had to guess.

Knows: byte order marks, UTF-8, what binary data looks like.  Does not know: document formats.
"""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from fathoms.sources.formats.parsed import Unreadable

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a zip archive (a Word or Excel file?)"),
    (b"\x1f\x8b", "gzip data"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\x00", "a SQLite database"),
)
_CONTROL = bytes((*range(0x09), *range(0x0E, 0x1B), *range(0x1C, 0x20)))
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.I)
_HEAD = 8_192
_GUESS_SAMPLE = 65_536
_MOST_CONTROL = 0.02


def refuse_binary(data: bytes) -> None:
    """Raises Unreadable when these bytes are no text, whatever the file is called."""
    for magic, name in _MAGIC:
        if data.startswith(magic):
            raise Unreadable(f"not text: the content is {name}")
    head = data[:_HEAD]
    if _mark(head) is None and len(head) - len(head.translate(None, _CONTROL)) > _MOST_CONTROL * len(head):
        raise Unreadable("not text: the content is binary")


def decoded(data: bytes, *, html: bool = False, declared: str = "") -> tuple[str, str]:
    """The text, and a note when it is not plainly UTF-8. NULs are replaced: no text holds them.

    `declared` is the encoding that came with the bytes: it counts only if the bytes agree with it.
    """
    text, note = _decoded(data, html, declared)
    return (text.replace("\x00", "\ufffd"), note) if "\x00" in text else (text, note)


def _decoded(data: bytes, html: bool, declared: str) -> tuple[str, str]:
    mark = _mark(data)
    if mark is not None:
        bom, encoding = mark
        return data[len(bom) :].decode(encoding, "replace"), ""
    named = [declared] if declared else []
    if html and (inside := _CHARSET.search(data[:_HEAD])):
        named.append(inside.group(1).decode("ascii", "replace"))
    for name in named:
        try:
            return data.decode(name), ""
        except (LookupError, UnicodeDecodeError):
            continue
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        pass
    guess = from_bytes(data[:_GUESS_SAMPLE]).best()
    encoding = guess.encoding if guess is not None else "utf-8"
    text = data.decode(encoding, "replace")
    lost = text.count("\ufffd")
    damage = f", {lost:,} characters lost" if lost else ""
    return text, f"not valid UTF-8; read as {encoding}{damage}"


def _mark(data: bytes) -> tuple[bytes, str] | None:
    return next(((mark, encoding) for mark, encoding in _MARKS if data.startswith(mark)), None)
