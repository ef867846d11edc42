"""One Chromium for one page: started without a way to the network, ended with everything it started.

Knows: flags, the profile folder, process groups, how much memory they hold (on Linux; elsewhere
nothing is seen).  Does not know: pages or the DevTools protocol.

It fails closed. All its connections, those to loopback included, go to a proxy that does not exist: a port that we
hold and nobody listens on. It resolves no names, and it speaks with us over a pipe rather than a port that a page could
reach. So a request that is not handed to us over that pipe goes nowhere. Its environment holds none of the user's keys;
when this process dies the pipe closes, and Chromium ends itself.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from fathoms.errors import ProviderError, Refused, Unavailable
from fathoms.sources.web.render.devtools import DevTools

_PROC = Path("/proc")


def held(pid: int) -> int:
    """Bytes of a process and its descendants, without what they share."""
    total, todo, seen = 0, [pid], set[int]()
    while todo:
        one = todo.pop()
        if one in seen:
            continue
        seen.add(one)
        total += _own(one)
        todo += _children(one)
    return total


def _own(pid: int) -> int:
    try:
        resident, shared = (_PROC / str(pid) / "statm").read_text("ascii").split()[1:3]
    except (OSError, ValueError):  # it has just ended
        return 0
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for thread in (_PROC / str(pid) / "task").iterdir():
            found += map(int, (thread / "children").read_text("ascii").split())
    except OSError:  # it has just ended, or this kernel does not tell
        pass
    return found


MOST_MEMORY = 1_000_000_000
"""Bytes that the browser and all its processes may hold."""
MOST_HEAP_MB = 512
_LONGEST_MESSAGE = 64_000_000
_TRIES = 10
_PREFIX = "fathoms-render-"
_FORGOTTEN = 3_600.0
"""Seconds after which a profile belongs to nobody: no page may take so long."""
_STDERR = "stderr.txt"

_WATCHED_EVERY = 0.1

# Chromium looks for its pipe on file descriptors 3 and 4 and nowhere else.
_START = 'ulimit -c 0; exec "$@" 3<&0 4>&1 0</dev/null 1>&2'

_NO_NETWORK = (
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--dns-prefetch-disable",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-domain-reliability",
    "--no-pings",
    "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,OptimizationHints,Translate",
)
_NO_FRILLS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-startup-window",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    f"--js-flags=--max-old-space-size={MOST_HEAP_MB}",
)


@dataclass(frozen=True, slots=True)
class Chromium:
    """A browser that is installed on this machine."""

    executable: str

    @asynccontextmanager
    async def opened(self, *, user_agent: str) -> AsyncIterator[DevTools]:
        """A browser with an empty profile. Afterwards no process and no file of it is left. Raises Unavailable."""
        try:
            folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        except OSError as error:
            raise Unavailable(f"there is no place for a browser's profile: {error}", provider="chromium") from error
        await asyncio.to_thread(_sweep, folder.parent)
        try:
            with _dead_end() as port:
                async with self._running(folder, port, user_agent) as tools:
                    yield tools
        finally:
            await asyncio.shield(asyncio.to_thread(_remove, folder))

    @asynccontextmanager
    async def _running(self, folder: Path, port: int, user_agent: str) -> AsyncIterator[DevTools]:
        try:
            with (folder / _STDERR).open("wb") as stderr:
                process = await asyncio.create_subprocess_exec(
                    "/bin/sh", "-c", _START, "sh", self.executable, *_flags(folder, port, user_agent),
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=stderr,
                    start_new_session=True,
                    env={"PATH": os.defpath, "HOME": str(folder), "TMPDIR": str(folder), "LANG": "C.UTF-8"},
                    limit=_LONGEST_MESSAGE,
                )  # fmt: skip
        except OSError as error:
            raise Unavailable(f"{self.executable} does not start: {error}", provider="chromium") from error
        assert process.stdin is not None
        assert process.stdout is not None
        watch = asyncio.create_task(_overfull(process.pid))

        def why() -> ProviderError:
            return _why_it_ended(folder, overfull=watch.done())

        try:
            yield DevTools(process.stdout, process.stdin, why_it_ended=why)
        finally:
            watch.cancel()
            _kill(process.pid)  # its profile is worth no farewell
            await process.wait()


def _flags(folder: Path, port: int, user_agent: str) -> tuple[str, ...]:
    told = (f"--proxy-server=http://127.0.0.1:{port}", f"--user-data-dir={folder}", f"--user-agent={user_agent}")
    # As root Chromium refuses to start with its sandbox; everybody else gets it.
    return (*_NO_FRILLS, *_NO_NETWORK, *told, *(("--no-sandbox",) if os.geteuid() == 0 else ()))


@contextmanager
def _dead_end() -> Iterator[int]:
    """A port on loopback that is taken, so that nobody else can listen there, and where nobody listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield int(held.getsockname()[1])


async def _overfull(pid: int) -> None:
    """Wait until the browser holds too much memory, and kill it."""
    while await asyncio.to_thread(held, pid) <= MOST_MEMORY:  # noqa: ASYNC110 - nobody tells us
        await asyncio.sleep(_WATCHED_EVERY)
    _kill(pid)


def _kill(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _remove(folder: Path) -> None:
    """Processes that were killed a moment ago may still be writing."""
    for _ in range(_TRIES):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(_WATCHED_EVERY)


def _sweep(place: Path) -> None:
    """Remove the profiles of processes that were killed before they could."""
    for folder in place.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > _FORGOTTEN:
                shutil.rmtree(folder, ignore_errors=True)


def _why_it_ended(folder: Path, *, overfull: bool) -> ProviderError:
    if overfull:
        return Refused(f"drawing it needs more than {MOST_MEMORY // 1_000_000:,} MB of memory", provider="chromium")
    try:
        said = (folder / _STDERR).read_text(encoding="utf-8", errors="replace").strip().splitlines()
    except OSError:
        said = []
    last = f": {said[-1][-300:]}" if said else ""
    return Unavailable(f"Chromium ended by itself{last}", provider="chromium")
