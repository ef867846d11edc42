"""The file behind a document, kept as it was when its text was taken in.

Knows: that the file on disk may have changed, grown or gone since.  Does not know: where originals are kept.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from fathoms.domain.evidence import Original
from fathoms.domain.knowledge import DocumentRow
from fathoms.ports.originals import OriginalKeeper, too_large
from fathoms.sources.formats.parsed import Format, Unreadable
from fathoms.sources.kb.files import FileOnDisk, read_bytes

_MEDIA_TYPES = {
    Format.MARKDOWN: "text/markdown",
    Format.TEXT: "text/plain",
    Format.HTML: "text/html",
    Format.PDF: "application/pdf",
    Format.DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    Format.TABLE: "text/csv",
    Format.RECORDS: "application/json",
    Format.MAIL: "message/rfc822",
    Format.CODE: "text/plain",
}
_CHANGED = "the file has changed since its text was taken in"


def original_of(row: DocumentRow, keeper: OriginalKeeper) -> Original | None:
    """The file that a document's text was made from, kept now if need be. Raises HomeError when it cannot be.

    Only those very bytes will do: the hash is the one that was taken when the document was read.
    """
    if row.file is None:
        return None
    noted = Original(sha256=row.sha256, media_type=_MEDIA_TYPES[Format(row.format)], size=row.size)
    if keeper.holds(noted.sha256):
        return noted
    if noted.size > keeper.max_bytes:
        return noted.leaving_out(too_large(noted.size, keeper.max_bytes))
    try:
        data = read_bytes(_on_disk(row.file, row), keeper.max_bytes)
    except Unreadable as error:
        return noted.leaving_out(f"the file {error}")
    if hashlib.sha256(data).hexdigest() != noted.sha256:
        return noted.leaving_out(_CHANGED)
    return keeper.keep(data, media_type=noted.media_type)


def _on_disk(file: Path, row: DocumentRow) -> FileOnDisk:
    real = Path(os.path.realpath(file))
    return FileOnDisk(file=real, root=real.parent, path=row.path, format=Format(row.format), size=row.size, mtime_ns=0)
