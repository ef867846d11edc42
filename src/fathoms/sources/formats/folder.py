"""Zip folders: every file in them is a document of its own.

Knows: the limits on what is unpacked.  Does not know: what the files are.
"""

from __future__ import annotations

from collections.abc import Iterator

from fathoms.sources.formats.archive import opened
from fathoms.sources.formats.kind import Kind, Part

_JUNK = ("__MACOSX/",)


def files(data: bytes) -> Iterator[Part]:
    """The files of an archive, hidden ones left out. Raises Unreadable."""
    with opened(data, "zip archive") as archive:
        for entry in archive.infolist():
            name = entry.filename.replace("\\", "/")
            hidden = any(part.startswith(".") and part != ".." for part in name.split("/"))
            if not entry.is_dir() and not hidden and not name.startswith(_JUNK):
                yield Part(name, archive.read(entry))


KIND = Kind(
    name="zip",
    title="Zip folders",
    suffixes=(".zip",),
    media_type="application/zip",
    reads="every file in it as a document of its own",
    place="files as `folder.zip/name`",
    parts=files,
)
