"""Mail: an `.eml` file, or a plain text that begins with the headers of one.

Knows: headers, the readable part among several.  Does not know: attachments, threads, mailboxes.
"""

from __future__ import annotations

import email
import email.errors
import email.header
import email.utils
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from email.message import Message

from fathoms.sources.formats import plain
from fathoms.sources.formats.decode import decoded
from fathoms.sources.formats.lines import storable
from fathoms.sources.formats.parsed import Block, BlockKind, Heading, Parsed, Unreadable
from fathoms.text.dates import date_in

_SHOWN = ("Subject", "From", "To", "Date")
_HEADER = re.compile(r"(Subject|From|To|Cc|Date|Sent|Reply-To|Message-ID):[ \t]*(\S[^\n]{0,500})", re.I)
_MOST_HEADERS = 12


def parse(data: bytes) -> Parsed:
    """Headers and body of a mail. Raises Unreadable."""
    message = email.message_from_bytes(data)
    body = _body(message)
    told = {name: _header(message, name) for name in _SHOWN}
    if not body.text.strip() and not any(told.values()):
        raise Unreadable("no headers and no readable part in it")
    head = "\n".join(f"{name}: {value}" for name, value in told.items() if value)
    shift = len(head) + 2 if head else 0
    first = (Block(0, len(head), BlockKind.ITEM, ()),) if head else ()
    return Parsed(
        text=f"{head}\n\n{body.text}" if head else body.text,
        blocks=(*first, *(Block(b.start + shift, b.end + shift, b.kind, b.path) for b in body.blocks)),
        title=told["Subject"] or body.title,
        headings=tuple(Heading(h.start + shift, h.end + shift, h.level, h.text) for h in body.headings),
        dated=_date(told["Date"]),
        author=told["From"],
        note=body.note,
    )


def headed(text: str) -> Parsed | None:
    """A plain text that opens with mail headers, kept as it is written; None when it does not."""
    fields: dict[str, str] = {}
    for line in text[:8_000].split("\n", _MOST_HEADERS)[:_MOST_HEADERS]:
        found = _HEADER.match(line.rstrip())
        if not found:
            break
        fields.setdefault(found.group(1).lower(), found.group(2).strip())
    if "from" not in fields or not fields.keys() & {"subject", "date", "sent"}:
        return None
    parsed = plain.parse(text)
    return replace(
        parsed,
        title=fields.get("subject", parsed.title),
        dated=_date(fields.get("date", "") or fields.get("sent", "")),
        author=fields["from"],
    )


def _body(message: Message) -> Parsed:
    """The plain text of a mail, or what its HTML says when there is none."""
    parts = list(_readable(message))
    for part in parts:
        if part.get_content_type() == "text/plain":
            text, note = _text(part)
            return replace(plain.parse(text), note=note)
    for part in parts:
        from fathoms.sources.formats import html

        text, note = _text(part)
        return replace(html.parse(text), note=note)
    return Parsed(text="", blocks=())


def _readable(message: Message) -> Iterator[Message]:
    for part in message.walk():
        if part.get_content_type() in ("text/plain", "text/html") and part.get_content_disposition() != "attachment":
            yield part


def _text(part: Message) -> tuple[str, str]:
    raw = part.get_payload(decode=True)
    data = raw if isinstance(raw, bytes) else b""
    try:
        text, note = data.decode(part.get_content_charset("utf-8")), ""
    except (LookupError, UnicodeDecodeError):
        text, note = decoded(data)
    return storable(text.replace("\r\n", "\n")), note


def _header(message: Message, name: str) -> str:
    raw = message.get(name, "")
    try:
        told = str(email.header.make_header(email.header.decode_header(raw)))
    except (LookupError, ValueError, email.errors.HeaderParseError):  # an unknown charset, broken base64
        told = str(raw)
    return storable(" ".join(told.split()))[:500]


def _date(value: str) -> date | None:
    try:
        return email.utils.parsedate_to_datetime(value).date()
    except (ValueError, TypeError):
        return date_in(value)
