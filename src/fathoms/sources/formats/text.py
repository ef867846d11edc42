"""Plain text files: a letter by its headers, everything else by its paragraphs.

Knows: which of the two a text is.  Does not know: either (`mail.py`, `plain.py`).
"""

from __future__ import annotations

from fathoms.sources.formats import mail, plain
from fathoms.sources.formats.kind import Kind, of_text
from fathoms.sources.formats.parsed import Parsed


def parse(text: str) -> Parsed:
    return mail.headed(text) or plain.parse(text)


KIND = Kind(
    name="text",
    title="Plain text",
    suffixes=(
        ".txt", ".text", ".log", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".properties",
    ),
    media_type="text/plain",
    reads="paragraphs, with headings that are numbered, in capitals or underlined; any encoding",
    read=of_text(parse),
)  # fmt: skip
