"""Finds and reads the files of an ingest, without leaving the folder it was given.

Knows: folders, globs, links, sizes, files that change while they are read.  Does not know: formats or the index.
"""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fathoms.errors import UsageError
from fathoms.sources.kb.formats import SUFFIXES, format_of
from fathoms.sources.kb.parsed import Unreadable
from fathoms.sources.kb.values import Format

_SKIPPED_FOLDERS = frozenset(("node_modules", "__pycache__", "site-packages"))


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOnDisk:
    """A file to take in. `root` is the folder the user named (for a single file, its own folder)."""

    file: Path
    root: Path
    path: str
    """Relative to the root, with forward slashes."""
    format: Format
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    files: tuple[FileOnDisk, ...]
    folders: tuple[Path, ...]
    """The folders looked through: what is gone from them is removed from the index."""
    skipped: int
    refused: tuple[tuple[Path, str], ...]
    """Files that may not even be opened, with the reason."""


def scan(paths: Sequence[Path]) -> Scan:
    """All readable files under the given folders, files and globs. Raises UsageError with the next step."""
    if not paths:
        raise UsageError("nothing to ingest: name a folder or a file")
    files: dict[Path, FileOnDisk] = {}
    refused: list[tuple[Path, str]] = []
    folders: list[Path] = []
    skipped = 0
    for given in _expanded(paths):
        if given.is_dir():
            root = given.resolve()
            folders.append(root)
            for found in _walk(root, refused):
                if format_of(found.suffix) is None:
                    skipped += 1
                else:
                    files.setdefault(found, _described(found, root))
        else:
            real = given.resolve()
            files.setdefault(real, _described(real, real.parent))
    if not files and not refused:
        names = ", ".join(repr(str(path)) for path in paths)
        known = " ".join(sorted(suffix.lstrip(".") for suffix in SUFFIXES))
        raise UsageError(f"no documents to read in {names}; add files of these kinds: {known}")
    return Scan(files=tuple(files.values()), folders=tuple(folders), skipped=skipped, refused=tuple(refused))


def read_bytes(file: FileOnDisk, max_bytes: int) -> bytes:
    """The file's content, whole and unchanged while it was read. Raises Unreadable."""
    if file.size > max_bytes:
        raise Unreadable(f"{file.size:,} bytes, more than the limit of {max_bytes:,} (setting max_file_mb); split it")
    for _attempt in range(2):
        try:
            with file.file.open("rb") as handle:
                before = os.fstat(handle.fileno())
                if not stat.S_ISREG(before.st_mode):
                    raise Unreadable("not a regular file")
                data = handle.read(max_bytes + 1)
                after = os.fstat(handle.fileno())
        except OSError as exc:
            raise Unreadable(f"cannot be read: {exc.strerror or exc}") from exc
        if len(data) > max_bytes:
            raise Unreadable(f"grew past the limit of {max_bytes:,} bytes while it was read")
        if (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns) and len(data) == after.st_size:
            return data
    raise Unreadable("changed while it was read; ingest again when it is at rest")


def _expanded(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.exists():
            yield path
        elif glob.has_magic(str(path)):
            matches = sorted(Path(name) for name in glob.glob(str(path), recursive=True))
            if not matches:
                raise UsageError(f"no file matches {str(path)!r}")
            yield from matches
        else:
            raise UsageError(f"no such file or folder: {str(path)!r}; check the path")


def _walk(root: Path, refused: list[tuple[Path, str]]) -> Iterator[Path]:
    """Files below a folder in a fixed order. Links are followed only to places inside it."""

    def unreadable(exc: OSError) -> None:
        refused.append((Path(str(exc.filename)), f"cannot be read: {exc.strerror or exc}"))

    for folder, subfolders, names in os.walk(root, onerror=unreadable):
        subfolders[:] = sorted(name for name in subfolders if not name.startswith(".") and name not in _SKIPPED_FOLDERS)
        for name in sorted(names):
            if name.startswith((".", "~$")):
                continue
            path = Path(folder, name)
            if path.is_symlink() and not path.resolve().is_relative_to(root):
                refused.append((path, "a link to a place outside the folder"))
            elif path.is_file():
                yield path


def _described(path: Path, root: Path) -> FileOnDisk:
    state = path.stat()
    return FileOnDisk(
        file=path,
        root=root,
        path=path.relative_to(root).as_posix(),
        format=format_of(path.suffix) or Format.TEXT,
        size=state.st_size,
        mtime_ns=state.st_mtime_ns,
    )
