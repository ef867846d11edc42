"""Attempts to make us fetch what we must not: counted where they would arrive.

Every attempt goes through `fathoms web fetch` (the same call, in this process) or through whole runs of `fathoms ask`
whose search engine names forbidden addresses. Two servers that nobody allowed count what reaches them, and every
connection that this process opens is noted by the interpreter itself. Pages of scripts try the same from within the
browser that draws them (`drawn_attempts.py`), where datagrams are counted too.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from evals import drawn_attempts
from evals.poisoned_names import poisoned_names
from fathoms.app import settings
from fathoms.app.web import read_once
from fathoms.errors import FathomsError
from fathoms.testing.hostile import HostileServer

PROOF = "forbidden addresses, however spelled or reached: 0 requests arrive, 0 connections are opened"

_LOOPBACK = (
    "127.0.0.1", "localhost", "localhost.", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0x0.0x0.0x1",
    "017700000001", "0177.0.0.1", "0177.0.0.01", "127.000.000.001", "0.0.0.0", "0", "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "127.0.0.2", "127.255.255.254",
    "LOCALHOST", "①②⑦.⓪.⓪.①", "127。0。0。1",
)  # fmt: skip
_METADATA = (
    "169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "[::ffff:169.254.169.254]",
    "[::ffff:a9fe:a9fe]", "[fd00:ec2::254]", "[fe80::a9fe:a9fe]", "metadata.evil.example", "100.100.100.200",
)  # fmt: skip
_PRIVATE = ("10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "[fd12::1]", "224.0.0.1", "[ff02::1]", "198.18.0.1")
_SCHEMES = (
    "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:6379/_INFO", "data:text/html,hi",
    "//x", "javascript:1",
)  # fmt: skip

connections: list[tuple[str, int]] = []


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        connections.append((str(arguments[1][0]), int(arguments[1][1])))


def _attempts(allowed: HostileServer, secret: HostileServer) -> Iterator[tuple[str, str]]:
    hosts = [*((h, secret.port) for h in _LOOPBACK), *((h, 80) for h in (*_METADATA, *_PRIVATE))]
    for host, port in hosts:
        url = f"http://{host}:{port}/secret"
        yield "directly", url
        yield "by redirect", allowed.url(f"/to?url={quote(url, safe='')}")
        yield (
            "by two redirects",
            allowed.url(f"/to?url={quote(allowed.url('/to?url=' + quote(url, safe='')), safe='')}"),
        )
        yield "with credentials", f"http://user:pass@{host}:{port}/secret"
    for url in _SCHEMES:
        yield "another scheme", url
        yield "another scheme by redirect", allowed.url(f"/to?url={quote(url, safe='')}")
    for n in range(6):
        yield "changing name", f"http://rebinding.example:{allowed.port}/rebind/{n}"
    yield "mixed name", f"http://mixed.example:{secret.port}/secret"
    yield "our own service", "http://127.0.0.1:9/search"
    yield "parser confusion", f"http://{allowed.endpoint}\\@127.0.0.2:{secret.port}/secret"
    yield "parser confusion", f"http://127.0.0.2:{secret.port}#@{allowed.endpoint}/"


async def _try(chosen: settings.Settings, url: str) -> str:
    try:
        fetched, _ = await read_once(chosen, url)
    except FathomsError as error:
        return str(error)
    return f"READ {fetched.url}"


def _poisoned_run(home: Path, allowed: HostileServer, secret: HostileServer) -> tuple[int, str]:
    """A whole run whose search engine names nothing but forbidden addresses."""
    allowed.results = [f"http://{host}:{secret.port}/secret" for host in _LOOPBACK[:12]]
    environment = os.environ | {
        "FATHOMS_ENGINES": "searxng",
        "FATHOMS_ENGINE_SEARXNG_URL": allowed.url(""),
        "FATHOMS_HOME": str(home),
        "FATHOMS_ALLOW_HOSTS": "",
    }
    question = "How deep is the harbour of Skarrow?"
    command = [sys.executable, "-m", "fathoms", "ask", question, "--web", "--yes", "--effort", "quick"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    return len(allowed.results), done.stdout


def main() -> int:
    sys.addaudithook(_note)
    with (
        tempfile.TemporaryDirectory() as folder,
        HostileServer() as allowed,
        HostileServer("0.0.0.0") as secret,
        HostileServer("127.0.0.2", port=allowed.port) as beside,
        drawn_attempts.packets_to(secret) as packets,
    ):
        chosen = settings.load({
            "home": folder, "allow_hosts": allowed.endpoint, "page_seconds": 3, "robots": "ignore",
            "engines": "searxng", "engine_searxng_url": "http://127.0.0.1:9",
        })  # fmt: skip
        kinds: dict[str, list[str]] = {}
        with poisoned_names():
            for kind, url in _attempts(allowed, secret):
                kinds.setdefault(kind, []).append(asyncio.run(_try(chosen, url)))
            if drawn_attempts.chromium():
                patient = settings.load({
                    "home": folder, "allow_hosts": allowed.endpoint, "page_seconds": 20, "robots": "ignore",
                    "web_render": "auto",
                })  # fmt: skip
                for kind, said in drawn_attempts.attempts(patient, allowed, secret):
                    kinds.setdefault(kind, []).append(said)
        tried, report = _poisoned_run(Path(folder), allowed, secret)
        kinds["named by a search engine"] = ["forbidden" if "forbidden address" in report else "not told"] * tried
        through = secret.count[""] + beside.count[""] + packets.received
        elsewhere = {place for place in connections if place != (allowed.host, allowed.port)}
        drawn_there, elsewhere_named = drawn_attempts.misnamed(folder, allowed) if drawn_attempts.chromium() else (0, 0)
    read = [said for told in kinds.values() for said in told if said.startswith("READ")]
    surprising = [said for said in read if f":{allowed.port}/rebind/" not in said]
    print(f"{'how':<28} {'attempts':>8}  one of the answers")
    for kind, told in kinds.items():
        print(f"{kind:<28} {len(told):>8}  {told[-1][:90]}")
    attempts = sum(map(len, kinds.values()))
    print(f"connections to forbidden addresses: {sorted(elsewhere) or 'none'}")
    control = drawn_attempts.control() if drawn_attempts.chromium() else 0
    drawn = f"{control} from a Chromium that is not held back" if control else "not tried: there is no Chromium"
    print(f"the ways out of a drawn page, for comparison: {drawn}")
    print(f"pages that begin to go elsewhere and stop: {drawn_there} drawn, {elsewhere_named} under another's name")
    print(
        f"{attempts} attempts, {through} requests got through, {len(elsewhere)} forbidden connections opened, "
        f"{elsewhere_named} pages stored under another's name"
    )
    everything = str(kinds)
    held = attempts >= 150 and not through and not elsewhere and not surprising and not elsewhere_named
    honest = (
        "not told" not in everything
        and "NOT DRAWN" not in everything
        and bool(control) == bool(drawn_attempts.chromium())
    )
    return 0 if held and honest else 1
