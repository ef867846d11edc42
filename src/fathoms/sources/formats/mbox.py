"""Mailboxes: every message is a mail of its own.

Knows: how messages follow each other in an mbox file.  Does not know: what is in a mail (`mail.py`).
"""

from __future__ import annotations

import email.header
import email.parser
import re
from collections.abc import Iterator

from fathoms.sources.formats.kind import Kind, Part
from fathoms.sources.formats.parsed import Unreadable

MOST_MESSAGES = 20_000
_BEGIN = re.compile(rb"^From [^\n]{0,300}\n", re.M)
_QUOTED_FROM = re.compile(rb"^>(>{0,20}From )", re.M)


def messages(data: bytes) -> Iterator[Part]:
    """The messages, each as the file that it would be, called by its number and subject. Raises Unreadable."""
    starts = [
        match
        for match in _BEGIN.finditer(data)
        if match.start() == 0 or data[match.start() - 2 : match.start()] in (b"\n\n", b"\r\n")
    ]
    if not starts:
        raise Unreadable("not a mailbox: no message begins with “From ”")
    if len(starts) > MOST_MESSAGES:
        raise Unreadable(f"{len(starts):,} messages, more than {MOST_MESSAGES:,}", remedy="split it")
    ends = [match.start() for match in starts[1:]] + [len(data)]
    for number, (begin, end) in enumerate(zip(starts, ends, strict=True), start=1):
        message = _QUOTED_FROM.sub(rb"\1", data[begin.end() : end])
        yield Part(f"{number:04} {_subject(message)}.eml", message)


def _subject(message: bytes) -> str:
    head = email.parser.BytesHeaderParser().parsebytes(message[:20_000])
    raw = head.get("Subject", "")
    try:
        told = str(email.header.make_header(email.header.decode_header(raw)))
    except (LookupError, ValueError):
        told = str(raw)
    return " ".join(told.split())[:80] or "message"


KIND = Kind(
    name="mbox",
    title="Mailboxes",
    suffixes=(".mbox", ".mbx"),
    media_type="application/mbox",
    reads="every message as a mail of its own",
    place="messages as `box.mbox/0001 subject.eml`",
    parts=messages,
)
