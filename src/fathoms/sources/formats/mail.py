"""Mail: an `.eml` file, or a plain text that begins with the headers of one.

Knows: headers, the readable part among several, attachments.  Does not know: threads; `mbox.py` knows mailboxes.
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
from fathoms.sources.formats.decode import decoded, refuse_binary
from fathoms.sources.formats.kind import Kind, Part
from fathoms.sources.formats.lines import storable
from fathoms.sources.formats.parsed import Block, BlockKind, Heading, Parsed, Unreadable
from fathoms.text.dates import date_in

_SHOWN = ("Subject", "From", "To", "Date")
_HEADER = re.compile(r"(Subject|From|To|Cc|Date|Sent|Reply-To|Message-ID):[ \t]*(\S[^\n]{0,500})", re.I)
_MOST_HEADERS = 12
_MOST_ATTACHMENTS = 200


def read(data: bytes, _suffix: str = "") -> Parsed:
    """A mail of which the attachments are left to `attachments`. Raises Unreadable."""
    refuse_binary(data)
    return parse(data)


def attachments(data: bytes) -> Iterator[Part]:
    """The files that came with a mail; a mail that was forwarded whole is one of them."""
    message = email.message_from_bytes(data)
    number = 0
    for part in _outer_parts(message):
        name = _file_name(part)
        if not name:
            continue
        number += 1
        if number > _MOST_ATTACHMENTS:
            return
        if (forwarded := _forwarded(part)) is not None:
            yield Part(name, forwarded.as_bytes())
        elif isinstance(content := part.get_payload(decode=True), bytes):
            yield Part(name, content)


def _outer_parts(message: Message) -> Iterator[Message]:
    """The parts of a mail, without those of a mail inside it."""
    waiting = [message]
    while waiting:
        part = waiting.pop(0)
        inner = part.get_payload()
        if part.get_content_maintype() == "multipart" and isinstance(inner, list):
            waiting = [one for one in inner if isinstance(one, Message)] + waiting
        else:
            yield part


def _forwarded(part: Message) -> Message | None:
    """The mail that a part is."""
    inner = part.get_payload()
    if part.get_content_type() != "message/rfc822" or not isinstance(inner, list) or not inner:
        return None
    return inner[0] if isinstance(inner[0], Message) else None


def _file_name(part: Message) -> str:
    """What an attachment is called; empty for a part that is the mail itself."""
    if (forwarded := _forwarded(part)) is not None:
        return f"{_header(forwarded, 'Subject') or 'forwarded'}.eml"
    return storable(" ".join((part.get_filename() or "").split()))


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
    for part in _outer_parts(message):
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


KIND = Kind(
    name="mail",
    title="Mails",
    suffixes=(".eml",),
    media_type="message/rfc822",
    reads="subject, sender, receiver, date and the text; each attachment is a document of its own",
    place="heading; attachments as `mail.eml/name`",
    read=read,
    parts=attachments,
    grows=True,
)
