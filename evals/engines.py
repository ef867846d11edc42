"""Search engines: every contract case over every engine, then whole runs through five services.

The cases are those of `fathoms.testing.engines`, answered by a service on loopback. The runs use the fake world (WORLD=
names its folder): `fathoms ask --web` with the extractive mind, once per shape of service; every cited page must have
been fetched, as the world's own log says.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fathoms.app.web import open_engine
from fathoms.ports.embedder import Secret
from fathoms.ports.engine import EngineOptions
from fathoms.sources.web.desk import Web
from fathoms.sources.web.options import WebOptions
from fathoms.testing.engines import CASES, Case, Sample, Service, problem
from tests.engine_samples import SAMPLES

PROOF = "typed hits or typed errors for every engine and case; whole runs through five services cite only pages read"

WORLD = Path(os.environ.get("WORLD", "/work/shared/world"))
_SHAPES = ("searxng", "tavily", "brave", "serper", "firecrawl")
_QUESTION = "What does Django do against CSRF, SQL injection and clickjacking?"


async def _held(name: str, sample: Sample, case: Case, home: Path) -> str:
    with Service(case.reply(sample)) as service:
        options = EngineOptions(name=name, base_url=service.url, api_key=Secret("a-key"))
        web = Web(WebOptions(engines=(options,), engine_deadline=0.5), open_engine, home)
        try:
            return await problem(web.engine(name), case)
        finally:
            await web.aclose()


def _contract() -> tuple[int, int]:
    held = total = 0
    print(f"{'engine':<12} {'cases held':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for name, sample in sorted(SAMPLES.items()):
            problems = {case.name: asyncio.run(_held(name, sample, case, Path(folder))) for case in CASES}
            good = sum(1 for said in problems.values() if not said)
            held, total = held + good, total + len(CASES)
            print(f"{name:<12} {good:>5} of {len(CASES)}")
            for case, said in problems.items():
                if said:
                    print(f"   {case}: {said}")
    return held, total


@contextmanager
def _world(folder: str) -> Iterator[int]:
    """The fake world on a stretch of free ports."""
    port = _free_ports(8)
    command = [sys.executable, str(WORLD / "server.py"), "--port", str(port), "--log", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        try:
            assert server.stdout is not None
            server.stdout.readline()
            yield port
        finally:
            server.terminate()


def _free_ports(number: int) -> int:
    for start in range(20_000, 60_000, 97):
        try:
            for port in range(start, start + number):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", port))
        except OSError:
            continue
        return start
    raise RuntimeError("no free ports")


def _ask(shape: str, port: int, home: Path) -> tuple[str, str]:
    """The report of one run, and what is wrong with it."""
    environment = os.environ | {
        "FATHOMS_HOME": str(home / shape),
        "FATHOMS_ENGINES": shape,
        f"FATHOMS_ENGINE_{shape.upper()}_URL": f"http://127.0.0.1:{port}/{shape}",
        f"FATHOMS_ENGINE_{shape.upper()}_KEY": "a-key",
        "FATHOMS_ALLOW_HOSTS": "127.0.0.1",
    }
    _control(port, f"reset?run={shape}")
    command = [sys.executable, "-m", "fathoms", "ask", _QUESTION, "--web", "--offline", "--yes", "--effort", "quick"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        return "", f"exit code {done.returncode}: {done.stderr[-300:]}"
    cited = set(re.findall(r"<(http://127\.0\.0\.1:\d+/w/[\w-]+)>", done.stdout))
    log = json.loads(_control(port, f"log?run={shape}"))
    read = {entry["url"] for entry in log if entry["kind"] == "page" and entry.get("status") == 200}
    searches = sum(1 for entry in log if entry["kind"] == "search")
    shown = f"{searches} searches, {len(read)} pages read, {len(cited)} cited"
    return shown, "" if cited and cited <= read else f"cited without reading: {sorted(cited - read)}"


def _control(port: int, command: str) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/_ctl/{command}", timeout=10) as answer:
        return bytes(answer.read())


def _runs() -> tuple[int, int]:
    good = 0
    print(f"\n{'service':<12} {'s':>5}  run")
    with tempfile.TemporaryDirectory() as folder, _world(folder) as port:
        for shape in _SHAPES:
            began = time.monotonic()
            shown, wrong = _ask(shape, port, Path(folder))
            good += not wrong
            print(f"{shape:<12} {time.monotonic() - began:>5.1f}  {shown} {wrong}")
    return good, len(_SHAPES)


def main() -> int:
    held, total = _contract()
    if not (WORLD / "server.py").exists():
        print(f"\nno fake world at {WORLD}: the runs were left out (WORLD= names another)")
        print(f"{held} of {total} contract cases held, runs left out")
        return 0 if held == total else 1
    good, runs = _runs()
    print(f"{held} of {total} contract cases held, {good} of {runs} services carried a run")
    return 0 if held == total and good == runs else 1
