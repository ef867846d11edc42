"""Originals: the bytes that pages were read from, each kept once under its hash.

    originals/3f/3f9a….gz       its name is the SHA-256 of what gunzip makes of it

Knows: files named by what is in them, packed, written whole.  Does not know: which pages they belong to.
A file is there before anything that names it is written, so a crash leaves at most one that nobody names.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from pathlib import Path

from fathoms.domain.evidence import Original
from fathoms.errors import EvidenceError, HomeError, KeepOriginals, Mend, OneOf, Repair
from fathoms.ports.originals import too_large
from fathoms.stores.files import sweep_parts, write_whole
from fathoms.stores.schema import as_home_error

MAX_BYTES = 20_000_000
_ABANDONED_SECONDS = 3_600.0
"""A half-written file of this age has no writer any more."""
_OWNER_ONLY = 0o600
"""A copy of a private file is no less private."""
_LONGEST_MEDIA_TYPE = 120


class Originals:
    """All originals of one home. Calls block: run them in a thread when on an event loop."""

    def __init__(self, folder: Path, *, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes
        self._folder = folder
        self._swept = False

    def keep(self, data: bytes, *, media_type: str) -> Original:
        """Keep these bytes unless they are there or too many. Raises HomeError when they cannot be written."""
        noted = Original(
            sha256=hashlib.sha256(data).hexdigest(),
            media_type=" ".join(media_type.split())[:_LONGEST_MEDIA_TYPE] or "application/octet-stream",
            size=len(data),
        )
        if noted.size > self.max_bytes:
            return noted.leaving_out(too_large(noted.size, self.max_bytes))
        if not self.holds(noted.sha256):
            self._write(noted.sha256, data)
        return noted

    def holds(self, sha256: str) -> bool:
        return self._path(sha256).is_file()

    def read(self, sha256: str) -> bytes:
        """The very bytes. Raises EvidenceError when they are gone or no longer what they were."""
        path = self._path(sha256)
        try:
            data = gzip.decompress(path.read_bytes())
        except FileNotFoundError:
            raise EvidenceError(
                f"the original was kept, but its file {str(path)!r} is gone",
                next_step=OneOf((Mend(Repair.RESTORE), KeepOriginals())),
            ) from None
        except (OSError, EOFError, zlib.error) as error:
            raise EvidenceError(f"the original {str(path)!r} cannot be read: {error}") from error
        if hashlib.sha256(data).hexdigest() != sha256:
            raise EvidenceError(f"the original {str(path)!r} is damaged: its bytes are no longer those of its name")
        return data

    def extent(self) -> tuple[int, int]:
        """How many there are, and the bytes that they take on disk."""
        sizes = [path.stat().st_size for path in self._folder.glob("??/*.gz")]
        return len(sizes), sum(sizes)

    def _path(self, sha256: str) -> Path:
        return self._folder / sha256[:2] / f"{sha256}.gz"

    def _write(self, sha256: str, data: bytes) -> None:
        try:
            if not self._swept:
                sweep_parts(self._folder, older_than=_ABANDONED_SECONDS)
                self._swept = True
            write_whole(self._path(sha256), gzip.compress(data, mtime=0), mode=_OWNER_ONLY)
        except OSError as error:
            home = self._folder.parent
            meant = as_home_error(error, home)
            raise meant or HomeError(f"the original cannot be kept in {str(home)!r}: {error.strerror}") from error
