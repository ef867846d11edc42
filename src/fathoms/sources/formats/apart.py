"""Reads risky files in a process of its own, with a limit on memory and on time.

PDF, Office files and e-books reach us through large libraries in C and archives that may unpack to anything. Whatever
goes wrong there (a crash, a bomb, an endless loop) costs that one file and not the ingest.

Knows: how to start, ask and end that process.  Does not know: the formats.
The process serves one ingest after another and goes with its parent. No pickles: what comes back is plain JSON.
"""

from __future__ import annotations

import atexit
import json
import os
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from datetime import date
from typing import IO

from fathoms.sources.formats.parsed import Block, BlockKind, Heading, Link, Parsed, Unreadable

MAX_MEMORY = 1_200_000_000
MAX_SECONDS = 60.0
_BYTES_FOR_AS_LONG_AGAIN = 20_000_000
"""A large file has more time: reading is linear, and the machine may be busy."""
_HEAD = struct.Struct(">II")
_SIZE = struct.Struct(">Q")


class ReaderProcess:
    """One process, started when the first file arrives and again after it had to be ended."""

    def __init__(self, *, max_seconds: float = MAX_SECONDS, max_memory: int = MAX_MEMORY) -> None:
        self._max_seconds = max_seconds
        self._max_memory = max_memory
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, data: bytes, format: str, suffix: str = "") -> Parsed:
        """Parse a file over there. Raises Unreadable."""
        with self._lock:
            process = self._running()
            late = threading.Event()
            seconds = self._max_seconds * (1 + len(data) / _BYTES_FOR_AS_LONG_AGAIN)
            watch = threading.Timer(seconds, _end, (process, late))
            watch.daemon = True
            watch.start()
            try:
                answer = _ask(process, data, f"{format} {suffix}")
            finally:
                watch.cancel()
            if answer is None:
                self._close()
                if late.is_set():
                    raise Unreadable(f"reading it took longer than {seconds:.3g} s", remedy="split it")
                raise Unreadable(
                    f"reading it needs more than {self._max_memory // 1_000_000:,} MB of memory, or it is made to crash"
                    " the reader",
                    remedy="split it, or save it in another format",
                )
        return _parsed(answer)

    def close(self) -> None:
        with self._lock:
            self._close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._close()
            self._process = subprocess.Popen(
                # -P: the working folder may hold the very documents we do not trust
                [sys.executable, "-P", "-m", __name__, str(self._max_memory)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for us to handle
            )
        return self._process

    def _close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):  # bytes that it never took
                    pipe.close()


reader = ReaderProcess()
"""The process that all ingests of this program share."""
atexit.register(reader.close)


def _end(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    process.kill()


def _ask(process: subprocess.Popen[bytes], data: bytes, kind: str) -> bytes | None:
    """The answer to one request; None when the process ended instead of answering."""
    assert process.stdin is not None
    assert process.stdout is not None
    name = kind.encode("utf-8", "replace")
    try:
        process.stdin.write(_HEAD.pack(len(name), len(data)) + name)
        process.stdin.write(data)
        process.stdin.flush()
    except BrokenPipeError:
        return None
    head = process.stdout.read(_SIZE.size)
    if len(head) < _SIZE.size:
        return None
    (size,) = _SIZE.unpack(head)
    answer = process.stdout.read(size)
    return answer if len(answer) == size else None


# --- what crosses the pipe ------------------------------------------------------------------------------------------


def _packed(parsed: Parsed) -> bytes:
    return json.dumps(
        {
            "text": parsed.text,
            "blocks": parsed.blocks,
            "title": parsed.title,
            "headings": parsed.headings,
            "links": parsed.links,
            "pages": parsed.pages,
            "dated": parsed.dated.isoformat() if parsed.dated else None,
            "saved": parsed.saved.isoformat() if parsed.saved else None,
            "language": parsed.language,
            "author": parsed.author,
            "note": parsed.note,
        },
        ensure_ascii=False,
    ).encode("utf-8", "replace")


def _parsed(answer: bytes) -> Parsed:
    told = json.loads(answer)
    if "unreadable" in told:
        raise Unreadable(told["unreadable"], remedy=told["remedy"], fault=told["fault"])
    return Parsed(
        text=told["text"],
        blocks=tuple(Block(start, end, BlockKind(kind), tuple(path)) for start, end, kind, path in told["blocks"]),
        title=told["title"],
        headings=tuple(Heading(*heading) for heading in told["headings"]),
        links=tuple(Link(*link) for link in told["links"]),
        pages=tuple(told["pages"]),
        dated=date.fromisoformat(told["dated"]) if told["dated"] else None,
        saved=date.fromisoformat(told["saved"]) if told["saved"] else None,
        language=told["language"],
        author=told["author"],
        note=told["note"],
    )


# --- the other side -------------------------------------------------------------------------------------------------


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until the parent is gone."""
    while len(head := requests.read(_HEAD.size)) == _HEAD.size:
        name_size, data_size = _HEAD.unpack(head)
        format, _, suffix = requests.read(name_size).decode().partition(" ")
        data = requests.read(data_size)
        if len(data) < data_size:
            return
        answer = _answer(data, format, suffix)
        answers.write(_SIZE.pack(len(answer)))
        answers.write(answer)
        answers.flush()


def _answer(data: bytes, format: str, suffix: str) -> bytes:
    from fathoms.sources.formats.here import read_here

    try:
        return _packed(read_here(data, format, suffix))
    except Unreadable as exc:
        return json.dumps({"unreadable": str(exc), "remedy": exc.remedy, "fault": exc.fault}).encode()


def _limit_memory(most: int) -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit; time and sizes are limited there as well
        return
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """A MemoryError or a crash ends the process; the parent takes that as the answer."""
    _limit_memory(int(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not speak in between
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
