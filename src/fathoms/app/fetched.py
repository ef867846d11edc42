"""Web pages that runs have read, as documents of the knowledge base.

Knows: how a stored snapshot becomes a file that says where it came from.  Does not know: how to fetch one.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from fathoms.domain.evidence import Page
from fathoms.errors import UsageError
from fathoms.ports.store import PageStore
from fathoms.stores.files import write_whole
from fathoms.text.addresses import canonical

_LONGEST_NAME = 60


FOLDER = "fetched"


def written_out(stores: PageStore, addresses: Iterable[str], folder: Path) -> None:
    """One file per page; the newest snapshot replaces an older one. Raises UsageError for one that nobody has read."""
    pages = []
    for address in addresses:
        page = stores.newest_page(canonical(address))
        if page is None:
            raise UsageError(f"no run has read {address!r}; only pages that a run has read can be added")
        pages.append(page)
    for page in pages:
        write_whole(folder / _name(page.url), _document(page))


def _name(url: str) -> str:
    parts = urlsplit(url)
    words = re.sub(r"[^a-z0-9]+", "-", f"{parts.netloc}{parts.path}".lower()).strip("-")
    return f"{words[:_LONGEST_NAME]}-{hashlib.sha256(url.encode()).hexdigest()[:8]}.md"


def _document(page: Page) -> str:
    dated = (page.dated or page.fetched_at.date()).isoformat()
    fields = {"title": page.title, "date": dated, "author": page.author, "url": page.url}
    matter = "\n".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items() if value)
    return f"---\n{matter}\n---\n\n{page.text}\n"
