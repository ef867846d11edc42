"""A server of our own for proofs: `fathoms serve` as users start it, in a home of its own, with a run to look at."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FATHOMS = str(Path(sys.executable).with_name("fathoms"))
ROOT = Path(__file__).parents[1]
WORLD = ROOT / "examples" / "world"
QUESTION = "How does the Cold Quay Battery work and what are its limits?"
FEW = (
    "projects/cold-quay-battery.md",
    "projects/kittlehead-tidal-array.md",
    "reports/tidal-authority-annual-report-2025.md",
    "engineering/note-17-kittlehead-yield.md",
)
"""Documents of the example world that are enough to be asked about: what is proved here is not how they are read."""
READY_WITHIN = 180.0


@dataclass
class Server:
    """One process; `start` may be called again after `kill`."""

    home: Path
    host: str = "127.0.0.1"
    port: int = 0
    token: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    more: tuple[str, ...] = ()
    """Further options of the command."""
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def docs(self) -> Path:
        """A folder of a few documents."""
        folder = self.home / "documents"
        for name in FEW:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists():
                target.write_bytes((WORLD / name).read_bytes())
        return folder

    def start(self) -> Server:
        self.port = self.port or _free_port()
        named = {f"FATHOMS_{name.upper()}": value for name, value in self.settings.items()}
        clean = {name: value for name, value in os.environ.items() if not name.startswith("FATHOMS_")}
        environment = clean | {"FATHOMS_SETTINGS": str(self.home / "none.toml")} | named
        command = [FATHOMS, "serve", "--home", str(self.home), "--host", self.host]
        command += ["--port", str(self.port), *self.more]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        until = time.monotonic() + READY_WITHIN
        while time.monotonic() < until:
            with contextlib.suppress(OSError, urllib.error.URLError):
                urllib.request.urlopen(f"{self.address}/api/health", timeout=5)
                return self
            time.sleep(0.1)
        raise RuntimeError("the server did not come up")

    def kill(self) -> None:
        """As hard as it gets."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        assert self.process
        self.process.terminate()
        return self.process.wait(timeout=30)

    def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        data = None if body is None else json.dumps(body).encode()
        headers = {"accept": "application/json", **({"content-type": "application/json"} if data else {})}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        asked = urllib.request.Request(f"{self.address}/api{path}", data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def ask(self, question: str = QUESTION, **more: object) -> str:
        """A question over the example documents, to its end."""
        _, begun = self.call(
            "POST", "/runs", {"question": question, "docs": [str(self.docs)], "authorize": True, **more}
        )
        run = str(begun["run"])
        self.until(run, "done", "not found", "failed", "withheld")
        return run

    def until(self, run: str, *states: str, within: float = 400.0) -> str:
        until = time.monotonic() + within
        status = ""
        while time.monotonic() < until:
            code, view = self.call("GET", f"/runs/{run}")
            status = view["card"]["status"] if code == 200 else f"{code} {view}"
            if status in states:
                return status
            time.sleep(0.1)
        raise RuntimeError(f"run {run} is {status}, and was to be {' or '.join(states)}")


@contextlib.contextmanager
def served(**more: Any) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        home = more.pop("home", None) or Path(folder) / "home"
        home.mkdir(exist_ok=True)
        server = Server(home=home, **more).start()
        try:
            yield server
        finally:
            if server.process and server.process.poll() is None:
                server.stop()


@contextlib.asynccontextmanager
async def connected(server: Server) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        yield reader, writer
    finally:
        writer.close()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
