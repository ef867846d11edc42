"""Rich Text Format: the words without their formatting.

Knows: where RTF keeps its title.  Does not know: RTF itself; `striprtf` does.
"""

from __future__ import annotations

import re
from dataclasses import replace

from fathoms.sources.formats import plain
from fathoms.sources.formats.kind import Kind
from fathoms.sources.formats.lines import storable
from fathoms.sources.formats.parsed import Parsed, Unreadable

_INFO = re.compile(r"\{\\(title|author)\s{1,4}([^{}\\]{1,300})\}")
_HEAD = 20_000
_LINES = re.compile(r"\n[ \t]*+(?:\n[ \t]*+)*+")


def parse(data: bytes) -> Parsed:
    """The text of a document. Raises Unreadable."""
    from striprtf import striprtf

    source = data.decode("latin-1")
    if not source.lstrip()[:5].startswith("{\\rtf"):
        raise Unreadable("not an RTF document: it does not begin with {\\rtf")
    try:
        text = str(striprtf.rtf_to_text(source, errors="replace"))  # type: ignore[no-untyped-call]
    except (ValueError, LookupError, UnicodeError, IndexError) as exc:
        raise Unreadable(f"damaged RTF document: {exc}", remedy="save it again, or as .docx") from exc
    if not text.strip():
        raise Unreadable("the document holds no text", fault=False)
    fields = dict(_INFO.findall(source[:_HEAD]))
    parsed = plain.parse(storable(_LINES.sub("\n\n", text.strip()).replace("|\n", "\n")))
    return replace(
        parsed, title=fields.get("title", "").strip() or parsed.title, author=fields.get("author", "").strip()
    )


KIND = Kind(
    name="rtf",
    title="Rich Text Format",
    suffixes=(".rtf",),
    media_type="application/rtf",
    reads="the words without their formatting; title and author",
    read=lambda data, _suffix: parse(data),
    apart=True,
)
