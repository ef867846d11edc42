"""The fake world for proofs: a model, search engines and pages on loopback, with faults that can be switched on.

It is not part of the project: `WORLD=` names its folder, else `/work/shared/world`. Where it is missing a
proof says so and is skipped.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from fathoms.domain.report import Report

FOLDER = Path(os.environ.get("WORLD", "/work/shared/world"))
SITES = 6
QUICK = {
    "llm_base": 0.02,
    "llm_per_token": 0.0001,
    "search_latency": 0.01,
    "page_latency": 0.01,
    "llm_retry_after": 0.2,
}
"""A world without waiting, for what does not depend on time."""


def missing() -> str:
    """Why the world cannot be started; empty when it can."""
    return "" if (FOLDER / "server.py").exists() else f"skipped: there is no fake world in {FOLDER} (set WORLD=)"


def questions() -> list[str]:
    chosen = os.environ.get("QUESTIONS")
    found: list[str] = json.loads((Path(chosen) if chosen else FOLDER / "questions.json").read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True)
class Asked:
    """One run through the command line."""

    code: int
    out: str
    err: str
    seconds: float
    """From the first request to the end of the process, without what was spent waiting for a CPU."""
    report: Report | None


class World:
    """The server as a process of its own, ended with the block."""

    def __init__(self) -> None:
        self.port = _free_ports(SITES + 1)
        self._logs = tempfile.TemporaryDirectory()
        self._process: subprocess.Popen[bytes] | None = None
        self._reset_at = 0.0

    def __enter__(self) -> World:
        command = [sys.executable, str(FOLDER / "server.py"), "--port", str(self.port), "--log", self._logs.name]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                self.get("/_ctl/questions")
                return self
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the fake world did not start")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait()
        self._logs.cleanup()

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return json.loads(answer.read())

    def reset(self, run: str, **settings: float) -> None:
        self.get(f"/_ctl/reset?{urllib.parse.urlencode({'run': run, **settings})}")
        self._reset_at = time.time()

    def stats(self) -> Any:
        return self.get("/_ctl/stats")

    def log(self) -> list[Any]:
        found: list[Any] = self.get("/_ctl/log")
        return found

    def settings(self, home: Path, **more: str) -> dict[str, str]:
        """The environment of a run that uses this world and nothing of the developer's."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith("FATHOMS_")}
        return {
            **clean,
            "FATHOMS_SETTINGS": str(home / "no-settings.toml"),
            "FATHOMS_HOME": str(home),
            "FATHOMS_MODEL": f"http://127.0.0.1:{self.port}/v1#fake-large",
            "FATHOMS_MODEL_REACH": "local",
            "FATHOMS_ENGINES": "searxng",
            "FATHOMS_ENGINE_SEARXNG_URL": f"http://127.0.0.1:{self.port}/searxng",
            "FATHOMS_ALLOW_HOSTS": "127.0.0.1",
            **{f"FATHOMS_{name.upper()}": value for name, value in more.items()},
        }

    def ask(self, question: str, home: Path, *flags: str, **settings: str) -> Asked:
        """One question over the web, authorised, to its end."""
        return self.run(["ask", question, "--web", "--yes", "--format", "json", *flags], home, **settings)

    def run(self, arguments: list[str], home: Path, **settings: str) -> Asked:
        home.mkdir(parents=True, exist_ok=True)
        process = subprocess.Popen(
            [sys.executable, "-m", "fathoms", *arguments],
            env=self.settings(home, **settings),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        delays = _Delays(process.pid)
        out, err = process.communicate()
        ended = time.time()
        began = self._reset_at + float(self.stats()["first"])
        waited = delays.between(began, ended)
        return Asked(process.returncode, out, err, ended - began - waited, _report(out))


class _Delays(threading.Thread):
    """How long a process stood in line for a CPU, as the kernel counts it for its main thread."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._file = Path(f"/proc/{pid}/schedstat")
        self._seen: list[tuple[float, float]] = []
        self.start()

    def run(self) -> None:
        while True:
            try:
                self._seen.append((time.time(), int(self._file.read_text().split()[1]) / 1e9))
            except (OSError, IndexError, ValueError):
                return
            time.sleep(0.05)

    def between(self, first: float, last: float) -> float:
        inside = [delay for at, delay in self._seen if first <= at <= last]
        return inside[-1] - inside[0] if inside else 0.0


def _report(out: str) -> Report | None:
    try:
        return Report.model_validate_json(out)
    except ValueError:
        return None


def _free_ports(count: int) -> int:
    """The first of so many free ports in a row."""
    for base in range(18_000, 60_000, count):
        sockets = []
        try:
            for port in range(base, base + count):
                opened = socket.socket()
                sockets.append(opened)
                opened.bind(("127.0.0.1", port))
            return base
        except OSError:
            continue
        finally:
            for opened in sockets:
                opened.close()
    raise RuntimeError("there are no free ports")
