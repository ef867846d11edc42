"""The addresses of documents and passages: `kb://collection/path/to/file.md#120-480`.

Knows: what must be percent-encoded.  Does not know: whether there is such a document.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

_PASSAGE = re.compile(r"kb://([^/#]+)/([^#]+)(?:#(\d+)-(\d+))?\Z")
_SAFE = "/~!$&'()*+,;=:@"


def document_url(collection: str, path: str) -> str:
    return f"kb://{quote(collection, safe='')}/{quote(path, safe=_SAFE)}"


def passage_url(collection: str, path: str, start: int, end: int) -> str:
    return f"{document_url(collection, path)}#{start}-{end}"


def parse_url(url: str) -> tuple[str, str] | None:
    """(collection, document path) of an address of ours, with or without a span."""
    found = _PASSAGE.match(url)
    return (unquote(found.group(1)), unquote(found.group(2))) if found else None
