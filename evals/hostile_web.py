"""A web that misbehaves: each page alone through `fathoms web fetch`, then all of them as results of whole runs.

Alone, a page must be read or refused with the expected reason, in bounded time and memory. In a run, every failure must
be named by the micro-report of its round, and the run must still find what the one honest page says.
"""

from __future__ import annotations

import os
import re
import resource
import ssl
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from fathoms.testing.hostile import HostileServer

PROOF = (
    "pages that hang, drip, explode, loop or lie: bounded in time and memory, each failure named by the micro-report"
)

PAGE_SECONDS = 3
MOST_SECONDS = 15.0
"""Wall time of one command, the start of the interpreter included."""
MOST_MB = 400
_QUESTION = "When was the harbour of Skarrow dredged, and to what depth?"


@dataclass(frozen=True)
class Case:
    path: str
    reason: str = ""
    """What the failure must say; empty when the page is to be read."""
    text: str = ""
    tls: bool = False


CASES = (
    Case("/never", "did not send the page within"),
    Case("/drip", "did not send the page within"),
    Case("/flood", "larger than"),
    Case("/huge", "larger than"),
    Case("/bomb", "decompression bomb"),
    Case("/loop", "redirects"),
    Case("/to?url=http%3A%2F%2Flocalhost%3A9%2Fsecret", "forbidden address"),
    Case("/to?url=http%3A%2F%2F2130706433%3A9%2F", "forbidden address"),
    Case("/to?url=http%3A%2F%2F169.254.169.254%2Flatest", "forbidden address"),
    Case("/to?url=http%3A%2F%2F%5B%3A%3Affff%3Aa9fe%3Aa9fe%5D%2F", "forbidden address"),
    Case("/cut", "cannot be reached"),
    Case("/broken-pdf", "cannot be read as pdf"),
    Case("/picture", "not text"),
    Case("/binary", "not text"),
    Case("/empty", "empty page"),
    Case("/wall", "check for robots"),
    Case("/login", "after a login"),
    Case("/gone", "no such page"),
    Case("/failing", "failed .500"),
    Case("/page", "cannot be reached", tls=True),
    Case("/wrong-charset", text="港の水深は十一メートル"),
    Case("/links", text="dredged in 2019"),
    Case("/nested", text="dredged in 2019"),
    Case("/pdf-called-html", text="tide gauge"),
    Case("/html-called-pdf", text="dredged in 2019"),
)


@dataclass(frozen=True)
class Outcome:
    case: Case
    problem: str
    seconds: float
    said: str


def _environment(home: str, engine: str = "") -> dict[str, str]:
    return os.environ | {
        "FATHOMS_HOME": home,
        "FATHOMS_ALLOW_HOSTS": "",
        "FATHOMS_PAGE_SECONDS": str(PAGE_SECONDS),
        "FATHOMS_ENGINES": "searxng" if engine else "",
        "FATHOMS_ENGINE_SEARXNG_URL": engine,
    }


def _command(environment: dict[str, str], *words: str) -> tuple[subprocess.CompletedProcess[str], float]:
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "fathoms", *words],
        env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    return done, time.monotonic() - began


def _alone(case: Case, home: str) -> Outcome:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) if case.tls else None  # without a certificate: every handshake fails
    with HostileServer(tls=tls) as server:
        environment = _environment(home) | {"FATHOMS_ALLOW_HOSTS": server.endpoint}
        done, seconds = _command(environment, "web", "fetch", server.url(case.path))
    problem = _judged(case, done.returncode, done.stdout, done.stderr)
    if seconds > MOST_SECONDS:
        problem = f"took {seconds:.1f} s"
    last = (done.stderr.strip().splitlines() or [""])[-1]
    return Outcome(case, problem, seconds, last.removeprefix("fathoms: error: "))


def _judged(case: Case, status: int, stdout: str, stderr: str) -> str:
    if case.text:
        return "" if status == 0 and case.text in stdout else f"not read: {stderr.strip()[-200:]}"
    if status != 5:
        return f"exit code {status} instead of 5: {stderr.strip()[-200:]}"
    return "" if re.search(case.reason, stderr) else f"another reason: {stderr.strip()[-200:]}"


def _in_runs(home: str) -> list[str]:
    """Four hostile pages and an honest one per run, each on a server of its own; what was not named."""
    failing = [case for case in CASES if case.reason and not case.tls]
    missing = []
    for start in range(0, len(failing), 4):
        batch = failing[start : start + 4]
        with ExitStack() as stack:
            servers = [stack.enter_context(HostileServer()) for _ in batch]
            honest, engine = (stack.enter_context(HostileServer()) for _ in range(2))
            addresses = [server.url(case.path) for server, case in zip(servers, batch, strict=True)]
            engine.results = [*addresses, honest.url("/harbour")]
            allowed = ",".join(server.endpoint for server in (*servers, honest))
            environment = _environment(home, engine.url("")) | {"FATHOMS_ALLOW_HOSTS": allowed}
            artifacts = Path(home) / f"micro-{start}"
            words = ("ask", _QUESTION, "--web", "--yes", "--effort", "quick", "--fresh", "--artifacts", str(artifacts))
            done, _ = _command(environment, *words)
        told = "\n".join(path.read_text(encoding="utf-8") for path in sorted(artifacts.glob("micro-report-*.md")))
        missing += [f"{case.path} in the micro-report" for case in batch if not re.search(case.reason, told)]
        if done.returncode != 0 or "2019" not in done.stdout:
            missing.append(f"run {start}: exit code {done.returncode}, the honest page was not cited")
    return missing


def main() -> int:
    with tempfile.TemporaryDirectory() as home:
        outcomes = [_alone(case, home) for case in CASES]
        missing = _in_runs(home)
    print(f"{'page':<58} {'held':<5} {'s':>5}  what was said")
    for outcome in outcomes:
        held = "no" if outcome.problem else "yes"
        print(f"{outcome.case.path:<58} {held:<5} {outcome.seconds:>5.1f}  {(outcome.problem or outcome.said)[:100]}")
    for what in missing:
        print(f"NOT NAMED: {what}")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
    held = sum(1 for outcome in outcomes if not outcome.problem)
    longest = max(outcome.seconds for outcome in outcomes)
    print(
        f"{held} of {len(outcomes)} cases held, longest {longest:.1f} s, peak {peak:.0f} MB, {len(missing)} not named"
    )
    return 0 if held == len(outcomes) and not missing and peak <= MOST_MB else 1
