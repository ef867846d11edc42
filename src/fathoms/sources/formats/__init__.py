"""Readers, one file per format: bytes in, `Parsed` out, or `Unreadable` with a reason.

Knows: which file name means which format, which files are risky.  Does not know: the index.
"""

from __future__ import annotations

from fathoms.sources.formats.here import read_here as read_here
from fathoms.sources.formats.parsed import Format, Parsed

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
