"""Attempts of pages of scripts to leave the browser that draws them, for the proof `ssrf`.

Each page goes through `fathoms web fetch --render` (the same call, in this process); one of them tries every way out
that scripts have. The same page in a Chromium as it comes is the control: it shows that what gets out is counted.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from fathoms.app.settings import Settings, load
from fathoms.app.web import read_once
from fathoms.errors import FathomsError
from fathoms.testing.hostile import HostileServer

HOSTS = ("127.0.0.2", "localhost", "2130706433", "[::ffff:127.0.0.1]", "rebinding.example")
_PAGES = ("go-there", "go-by-redirect")
_CONTROL_SECONDS = 6


def chromium() -> str:
    return shutil.which("chromium") or ""


@dataclass
class Packets:
    """Datagrams to the port of a server, which WebRTC and QUIC would send."""

    listening: socket.socket

    @property
    def received(self) -> int:
        count = 0
        while True:
            try:
                self.listening.recv(2_000)
            except BlockingIOError:
                return count
            count += 1


@contextmanager
def packets_to(server: HostileServer) -> Iterator[Packets]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listening:
        listening.bind((server.host, server.port))
        listening.setblocking(False)
        yield Packets(listening)


def attempts(chosen: Settings, allowed: HostileServer, secret: HostileServer) -> Iterator[tuple[str, str]]:
    """What each attempt was and what came of it; a page that was read all the same tells how often it tried."""
    for host in (*HOSTS, "169.254.169.254"):
        at = f"{host}:{secret.port}"
        said = _drawn(chosen, allowed.url(f"/script/ways-out?at={at}"))
        tried = re.search(r"(\d+) ways were tried", said)
        for _ in range(int(tried.group(1)) if tried else 0):
            yield "ways out of a drawn page", said
        if not tried:
            yield "ways out of a drawn page", f"NOT DRAWN: {said}"
    for page in _PAGES:
        for host in HOSTS[:2]:
            yield "a drawn page goes there", _drawn(chosen, allowed.url(f"/script/{page}?at={host}:{secret.port}"))


def misnamed(home: str, allowed: HostileServer, times: int = 5) -> tuple[int, int]:
    """Of pages that begin to go to another allowed site and stop: how many were drawn, how many under its name."""
    with HostileServer() as other:
        both = f"{allowed.endpoint},{other.endpoint}"
        chosen = load({"home": home, "allow_hosts": both, "page_seconds": 20, "robots": "ignore", "web_render": "auto"})
        said = [_drawn(chosen, allowed.url(f"/script/go-and-stop?at={other.endpoint}&n={n}")) for n in range(times)]
    return sum(not one.startswith("NOT DRAWN") for one in said), sum(one.startswith("READ") for one in said)


def _drawn(chosen: Settings, url: str) -> str:
    try:
        fetched, read = asyncio.run(read_once(chosen, url))
    except FathomsError as error:
        return f"NOT DRAWN: {error}"
    where = fetched.url.partition("?")[0]
    if where != url.partition("?")[0]:
        return f"READ {fetched.url}"
    return f"drawn, and stayed where it was: {read.text[-60:]}"


def control() -> int:
    """How much of the same page gets out of a Chromium that nobody holds back: requests and datagrams."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        HostileServer() as page,
        HostileServer("0.0.0.0") as target,
        packets_to(target) as packets,
    ):
        flags = ["--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={profile}"]
        flags += ["--no-sandbox"] if os.geteuid() == 0 else []
        process = subprocess.Popen(
            [chromium(), *flags, "--dump-dom", page.url(f"/script/ways-out?at=127.0.0.2:{target.port}")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        time.sleep(_CONTROL_SECONDS)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return sum(n for path, n in target.count.items() if path) + packets.received
