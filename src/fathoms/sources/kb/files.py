"""Finds and reads the files of an ingest, without leaving the folder it was given.

Knows: folders, globs, links, sizes, files that change while they are read, names that are no text.
Does not know: formats or the index.
"""

from __future__ import annotations

import errno
import glob
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fathoms.domain.knowledge import LARGEST_FILE_BYTES, UnreadFile
from fathoms.errors import UsageError
from fathoms.sources.formats import format_of_name, suffixes
from fathoms.sources.formats.parsed import Unreadable
from fathoms.sources.kb.remedies import remedy_for

_SYSTEM_FILES = frozenset(("Thumbs.db", "desktop.ini", "Icon\r"))
_SKIPPED_FOLDERS = frozenset(("node_modules", "__pycache__", "site-packages"))
_OPEN_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe would wait for its writer for ever
)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISDIR, "a folder"),
)
_OUTSIDE = "a link to a place outside the folder, or to nowhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOnDisk:
    """A file to take in. `root` is the folder the user named (for a single file, its own folder)."""

    file: Path
    root: Path
    path: str
    """Relative to the root, with forward slashes; bytes of a name that are no UTF-8 are written as `\\xff`."""
    format: str
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A file that is not taken in, or a document inside one: where it is, why, and what would help."""

    file: Path
    root: Path
    path: str
    reason: str
    remedy: str = ""
    fault: bool = True

    @classmethod
    def of(cls, file: FileOnDisk, exc: Unreadable) -> Unread:
        reason = f"{exc}{_fate(file, exc.includes)}"
        return cls(file=file.file, root=file.root, path=file.path, reason=reason, remedy=exc.remedy, fault=exc.fault)

    def told(self) -> UnreadFile:
        return UnreadFile(
            path=printable(self.file), name=self.path, reason=self.reason, remedy=self.remedy, fault=self.fault
        )


def not_read(file: Path, root: Path, path: str) -> Unread:
    """What is said of a file of a kind that is not read."""
    suffix = _suffix(file.name)
    kind = f"{suffix} files are not read" if suffix else "a file without an ending is not read"
    return Unread(file=file, root=root, path=path, reason=kind, remedy=remedy_for(suffix), fault=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    files: tuple[FileOnDisk, ...]
    folders: tuple[Path, ...]
    """The folders looked through: what is gone from them is removed from the index."""
    unread: tuple[Unread, ...]
    """Files of kinds that are not read, and those that may not even be opened."""


def scan(paths: Sequence[Path]) -> Scan:
    """All readable files under the given folders, files and globs. Raises UsageError with the next step."""
    if not paths:
        raise UsageError("nothing to ingest: name a folder or a file")
    files: dict[str, FileOnDisk] = {}
    unread: list[Unread] = []
    folders: list[Path] = []
    for given in _expanded(paths):
        if given.is_dir():
            root = _root(given)
            folders.append(root)
            for found in _walk(root, unread):
                if format_of_name(found.name) is None:
                    unread.append(not_read(Path(found.path), root, _relative(found.path, root)))
                elif (state := _state(found, root, unread)) is not None:
                    files.setdefault(found.path, _described(found.path, root, state))
        else:
            real = Path(os.path.realpath(given))
            files.setdefault(str(real), _described(str(real), _root(real.parent), real.stat()))
    if not files and not unread:
        names = ", ".join(repr(str(path)) for path in paths)
        known = " ".join(sorted(suffix.lstrip(".") for suffix in suffixes()))
        raise UsageError(f"no documents to read in {names}; add files of these kinds: {known}")
    return Scan(files=tuple(files.values()), folders=tuple(folders), unread=tuple(unread))


def read_bytes(file: FileOnDisk, max_bytes: int) -> bytes:
    """The file's content, whole and unchanged while it was read. Raises Unreadable."""
    if file.size > max_bytes:
        remedy = "split it, or raise max_file_mb" if max_bytes < LARGEST_FILE_BYTES else "split it"
        raise Unreadable(f"{file.size:,} bytes, more than the limit of {max_bytes:,}", remedy=remedy)
    for _attempt in range(2):
        try:
            data, same = _read_once(file, max_bytes)
        except OSError as exc:
            raise Unreadable(f"cannot be read: {exc.strerror or exc}") from exc
        if len(data) > max_bytes:
            raise Unreadable(f"grew past the limit of {max_bytes:,} bytes while it was read")
        if same:
            return data
    raise Unreadable("changed while it was read", remedy="ingest again when it is at rest")


def _fate(file: FileOnDisk, includes: Sequence[str]) -> str:
    """What became of the files that one without words of its own includes. Nothing outside the folder is looked at."""
    if not includes or file.file.name != file.path.rsplit("/", 1)[-1]:  # what lies in an archive has no folder
        return ""
    found = [_included(file, name) for name in includes]
    if any(path is None for path in found):
        return ", outside the folder"
    one = len(includes) == 1
    if not all(path and path.is_file() for path in found):
        return f", which {'is' if one else 'are'} not there"
    read = all(path and format_of_name(path.name) for path in found)
    return (", read by itself" if one else ", read by themselves") if read else ", of a kind that is not read"


def _included(file: FileOnDisk, name: str) -> Path | None:
    """Where an included file would lie: beside the one that includes it, or, by a slash, below the folder."""
    try:
        real = Path(os.path.realpath(file.root / name.lstrip("/") if name.startswith("/") else file.file.parent / name))
    except (OSError, ValueError):
        return None
    return real if real.is_relative_to(file.root) else None


def printable(path: Path | str) -> str:
    """A path as text that can be stored and shown, also when its bytes are no UTF-8."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _read_once(file: FileOnDisk, max_bytes: int) -> tuple[bytes, bool]:
    """The content, and whether the file stayed the same meanwhile."""
    with os.fdopen(_opened(file), "rb") as handle:
        before = os.fstat(handle.fileno())
        if not stat.S_ISREG(before.st_mode):
            raise Unreadable(f"not a file but {_kind(before.st_mode)}")
        data = handle.read(min(before.st_size, max_bytes) + 1)  # asking for more would reserve it
        after = os.fstat(handle.fileno())
    same = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    return data, same and len(data) == after.st_size


def _opened(file: FileOnDisk) -> int:
    """A descriptor. A link is followed by us and not by the system, so that one swapped since the scan stays inside."""
    try:
        return os.open(file.file, _OPEN_FLAGS | _NO_LINK)
    except OSError as exc:
        if exc.errno != errno.ELOOP:
            raise
    real = Path(os.path.realpath(file.file))
    if not real.is_relative_to(file.root):
        raise Unreadable(_OUTSIDE)
    return os.open(real, _OPEN_FLAGS | _NO_LINK)


def _kind(mode: int) -> str:
    return next((name for test, name in _KINDS if test(mode)), "something else")


def _root(folder: Path) -> Path:
    real = Path(os.path.realpath(folder))
    if printable(real) != str(real):
        raise UsageError(f"the name of the folder {printable(real)!r} is not valid UTF-8; rename it")
    return real


def _expanded(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.exists():
            yield path
        elif glob.has_magic(str(path)):
            matches = sorted(Path(name) for name in glob.glob(str(path), recursive=True))  # noqa: PTH207 (absolute patterns too)
            if not matches:
                raise UsageError(f"no file matches {str(path)!r}")
            yield from matches
        else:
            raise UsageError(f"no such file or folder: {str(path)!r}; check the path")


def _walk(root: Path, unread: list[Unread]) -> Iterator[os.DirEntry[str]]:
    """Files below a folder in a fixed order. Links are followed only to places inside it."""
    waiting = [str(root)]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as exc:
            unread.append(_refused(folder, root, f"cannot be read: {exc.strerror or exc}"))
            continue
        below: list[str] = []
        for entry in entries:
            if entry.name.startswith((".", "~$")) or entry.name in _SYSTEM_FILES:
                continue
            if entry.is_symlink() and not _inside(Path(entry.path), root):
                unread.append(_refused(entry.path, root, _OUTSIDE))
            elif entry.is_dir():
                if entry.name not in _SKIPPED_FOLDERS and not entry.is_symlink():
                    below.append(entry.path)
            elif entry.is_file():
                yield entry
            elif format_of_name(entry.name) is not None:
                unread.append(_refused(entry.path, root, f"not a file but {_kind(entry.stat().st_mode)}"))
        waiting += reversed(below)


def _inside(link: Path, root: Path) -> bool:
    try:
        return link.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):  # it leads nowhere, or in a circle
        return False


def _refused(path: str, root: Path, reason: str) -> Unread:
    return Unread(file=Path(path), root=root, path=_relative(path, root), reason=reason)


def _state(entry: os.DirEntry[str], root: Path, unread: list[Unread]) -> os.stat_result | None:
    """Size and time, unless the file has gone since it was listed."""
    try:
        return entry.stat()
    except OSError as exc:
        unread.append(_refused(entry.path, root, f"cannot be read: {exc.strerror or exc}"))
        return None


def _suffix(name: str) -> str:
    dot = name.rfind(".")
    return name[dot:] if dot > 0 else ""


def _relative(path: str, root: Path) -> str:
    return printable(path[len(str(root)) :]).replace(os.sep, "/").lstrip("/")


def _described(path: str, root: Path, state: os.stat_result) -> FileOnDisk:
    return FileOnDisk(
        file=Path(path),
        root=root,
        path=_relative(path, root),
        format=format_of_name(path.rpartition(os.sep)[2]) or "text",
        size=state.st_size,
        mtime_ns=state.st_mtime_ns,
    )
