"""A web that misbehaves: each page alone through `fathoms web fetch`, then all of them as results of whole runs.

Alone, a page must be read or refused with the expected reason, in bounded time and memory. In a run, every failure must
be named by the micro-report of its round, and the run must still find what the one honest page says. Redirects and
changing names lead to servers that nobody allowed; those count what reaches them.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from urllib.parse import quote

import trustme

from fathoms.sources.web.render.chromium import held
from fathoms.testing.hostile import HostileServer

PROOF = (
    "pages that hang, drip, explode, loop or lie: bounded in time and memory, each failure named by the micro-report"
)

PAGE_SECONDS = 3
DRAWING_SECONDS = 8
DRAWING_SECONDS_IN_RUNS = 25
"""There four pages share two browsers."""
MOST_SECONDS = 20.0
"""Wall time of one command, the start of the interpreter included."""
MOST_DRAWING_SECONDS = 40.0
"""With the start of a browser, on a machine that is busy."""
MOST_MB = 400
MOST_DRAWING_MB = 1_600
"""With a browser, whose limit of 1,000 MB is looked at ten times a second."""
_QUESTION = "When was the harbour of Skarrow dredged, and to what depth?"
_AUTHORITY, _STRANGER = trustme.CA(), trustme.CA()
_LOOPBACK = ("loopback.evil.example", "localhost", "2130706433", "0177.0.0.1", "[::ffff:127.0.0.1]", "127.0.0.1")
_METADATA = ("metadata.evil.example", "2852039166", "0251.0376.0251.0376", "[::ffff:a9fe:a9fe]", "169.254.169.254")


class Tls(StrEnum):
    NONE = "no TLS"
    SOUND = "sound"
    NO_CERTIFICATE = "no certificate"
    STRANGER = "of an authority that nobody knows"
    EXPIRED = "expired"
    OTHER_NAME = "for another host"


@dataclass(frozen=True)
class Case:
    path: str
    """`{secret}` stands for the port of a server that nobody allowed."""
    reason: str = ""
    """What the failure must say; empty when the page is to be read."""
    text: str = ""
    tls: Tls = Tls.NONE
    host: str = ""
    """A name for the server, instead of its address."""

    @property
    def drawn(self) -> bool:
        return self.path.startswith("/script/")

    @property
    def shown(self) -> str:
        return " ".join(filter(None, (self.host, self.path, "" if self.tls is Tls.NONE else f"({self.tls})")))


def _redirect(host: str, port: str) -> Case:
    # An octal number within a dotted address is not even taken for one.
    return Case(f"/to?url={quote(f'http://{host}:{port}/secret', safe='{}')}", "forbidden address|Invalid IPv4 address")


CASES = (
    Case("/never", "did not send the page within"),
    Case("/drip", "did not send the page within"),
    Case("/flood", "larger than"),
    Case("/huge", "larger than"),
    Case("/bomb", "decompression bomb"),
    Case("/loop", "redirects"),
    *(_redirect(host, "{secret}") for host in _LOOPBACK),
    *(_redirect(host, "80") for host in _METADATA),
    Case("/changed", "forbidden address", host="rebinding.example"),
    Case("/cut", "cannot be reached"),
    Case("/broken-pdf", "cannot be read as pdf"),
    Case("/picture", "not text"),
    Case("/binary", "not text"),
    Case("/empty", "empty page"),
    Case("/wall", "check for robots"),
    Case("/login", "after a login"),
    Case("/gone", "no such page"),
    Case("/failing", "failed .500"),
    Case("/page", "cannot be reached", tls=Tls.NO_CERTIFICATE),
    Case("/page", "certificate verify failed", tls=Tls.STRANGER),
    Case("/page", "certificate has expired", tls=Tls.EXPIRED),
    Case("/page", "certificate is not valid for", tls=Tls.OTHER_NAME),
    Case("/page", text="dredged in 2019", tls=Tls.SOUND),
    Case("/wrong-charset", text="港の水深は十一メートル"),
    Case("/links", text="dredged in 2019"),
    Case("/nested", text="dredged in 2019"),
    Case("/pdf-called-html", text="tide gauge"),
    Case("/html-called-pdf", text="dredged in 2019"),
)
DRAWN = (
    Case("/script/spin", "was not drawn within"),
    Case("/script/hoard", "memory"),
    Case("/script/grow", "characters|memory"),
    Case("/script/round", "without end"),
    Case("/script/nothing", "and little with it"),
    Case("/script/app", text="dredged in 2019"),
)


@dataclass(frozen=True)
class Outcome:
    case: Case
    problem: str
    seconds: float
    megabytes: float
    said: str


def _environment(home: str, case: Case | None = None, engine: str = "") -> dict[str, str]:
    return os.environ | {
        "FATHOMS_HOME": home,
        "FATHOMS_ALLOW_HOSTS": "",
        "FATHOMS_PAGE_SECONDS": str(DRAWING_SECONDS if case and case.drawn else PAGE_SECONDS),
        "FATHOMS_WEB_RENDER": "auto",
        "FATHOMS_CA_FILE": str(Path(home) / "ca.pem"),
        "FATHOMS_ENGINES": "searxng" if engine else "",
        "FATHOMS_ENGINE_SEARXNG_URL": engine,
    }


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str
    seconds: float
    megabytes: float
    """Most that the command and what it started held together."""


def _command(environment: dict[str, str], *words: str) -> Done:
    began, most = time.monotonic(), 0
    process = subprocess.Popen(
        [sys.executable, "-m", "evals.poisoned_names", *words],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip

    def watch() -> None:
        nonlocal most
        while process.poll() is None:
            most = max(most, held(process.pid))
            time.sleep(0.05)

    watching = threading.Thread(target=watch)
    watching.start()
    out, err = process.communicate(timeout=300)
    watching.join()
    return Done(process.returncode, out, err, time.monotonic() - began, most / 1e6)


@contextmanager
def _server(case: Case) -> Iterator[HostileServer]:
    with HostileServer(tls=_tls(case.tls), keeps=not case.host) as server:
        yield server


def _tls(kind: Tls) -> ssl.SSLContext | None:
    if kind is Tls.NONE:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority = _STRANGER if kind is Tls.STRANGER else _AUTHORITY
    if kind is not Tls.NO_CERTIFICATE:  # then every handshake fails
        name = "other.example" if kind is Tls.OTHER_NAME else "127.0.0.1"
        until = datetime(2020, 1, 1, tzinfo=UTC) if kind is Tls.EXPIRED else None
        authority.issue_cert(name, not_after=until).configure_cert(context)
    return context


def _address(server: HostileServer, case: Case, secret: HostileServer) -> str:
    url = server.url(case.path.replace("{secret}", str(secret.port)))
    return url.replace(server.host, case.host, 1) if case.host else url


def _alone(case: Case, home: str, secret: HostileServer) -> Outcome:
    with _server(case) as server, ExitStack() as stack:
        if case.host:  # the server that a name leads to when it has changed its mind; its requests count as forbidden
            beside = stack.enter_context(HostileServer("127.0.0.2", port=server.port))
        environment = _environment(home, case) | {"FATHOMS_ALLOW_HOSTS": server.endpoint}
        done = _command(environment, "web", "fetch", _address(server, case, secret))
        if case.host:
            secret.count.update(beside.count)
    problem = _judged(case, done)
    if done.seconds > (MOST_DRAWING_SECONDS if case.drawn else MOST_SECONDS):
        problem = f"took {done.seconds:.1f} s"
    if done.megabytes > (MOST_DRAWING_MB if case.drawn else MOST_MB):
        problem = f"took {done.megabytes:.0f} MB"
    last = (done.err.strip().splitlines() or [""])[-1]
    return Outcome(case, problem, done.seconds, done.megabytes, last.removeprefix("fathoms: error: "))


def _judged(case: Case, done: Done) -> str:
    if case.text:
        return "" if done.code == 0 and case.text in done.out else f"not read: {done.err.strip()[-200:]}"
    if done.code != 5:
        return f"exit code {done.code} instead of 5: {done.err.strip()[-200:]}"
    return "" if re.search(case.reason, done.err) else f"another reason: {done.err.strip()[-200:]}"


def _in_runs(home: str, cases: list[Case], secret: HostileServer) -> list[str]:
    """Four hostile pages and an honest one per run, each on a server of its own; what was not named."""
    missing = []
    for start in range(0, len(cases), 4):
        batch = cases[start : start + 4]
        with ExitStack() as stack:
            servers = [stack.enter_context(_server(case)) for case in batch]
            honest, engine = (stack.enter_context(HostileServer()) for _ in range(2))
            addresses = [_address(server, case, secret) for server, case in zip(servers, batch, strict=True)]
            engine.results = [*addresses, honest.url("/harbour")]
            allowed = ",".join(server.endpoint for server in (*servers, honest))
            environment = _environment(home, batch[0], engine.url("")) | {"FATHOMS_ALLOW_HOSTS": allowed}
            if batch[0].drawn:
                environment["FATHOMS_PAGE_SECONDS"] = str(DRAWING_SECONDS_IN_RUNS)
            artifacts = Path(home) / f"micro-{batch[0].path[1:7].replace('/', '-')}-{start}"
            words = ("ask", _QUESTION, "--web", "--yes", "--effort", "quick", "--fresh", "--artifacts", str(artifacts))
            done = _command(environment, *words)
        told = "\n".join(path.read_text(encoding="utf-8") for path in sorted(artifacts.glob("micro-report-*.md")))
        for case, address in zip(batch, addresses, strict=True):
            if not re.search(
                rf"failed: \S*{re.escape(address.partition('?')[0][-20:])}\S* \([^;]*(?:{case.reason})", told
            ):
                missing.append(f"{case.shown} in the micro-report")
        if done.code != 0 or "2019" not in done.out:
            missing.append(f"run {start}: exit code {done.code}, the honest page was not cited")
    return missing


def main() -> int:
    drawn = DRAWN if shutil.which("chromium") else ()
    with tempfile.TemporaryDirectory() as home, HostileServer("0.0.0.0") as secret:
        _AUTHORITY.cert_pem.write_to_path(Path(home) / "ca.pem")
        outcomes = [_alone(case, home, secret) for case in (*CASES, *drawn)]
        missing = _in_runs(home, [case for case in CASES if case.reason and not case.host], secret)
        missing += _in_runs(home, [case for case in drawn if case.reason], secret)
        through = secret.count[""]
    print(f"{'page':<64} {'held':<5} {'s':>5} {'MB':>5}  what was said")
    for outcome in outcomes:
        said = "no" if outcome.problem else "yes"
        figures = f"{outcome.seconds:>5.1f} {outcome.megabytes:>5.0f}"
        print(f"{outcome.case.shown[:64]:<64} {said:<5} {figures}  {(outcome.problem or outcome.said)[:100]}")
    for what in missing:
        print(f"NOT NAMED: {what}")
    if not drawn:
        print("pages of scripts were left out: there is no Chromium")
    peak = max(outcome.megabytes for outcome in outcomes if not outcome.case.drawn)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
    held = sum(1 for outcome in outcomes if not outcome.problem)
    longest = max(outcome.seconds for outcome in outcomes)
    print(
        f"{held} of {len(outcomes)} cases held, longest {longest:.1f} s, peak {max(peak, largest):.0f} MB, "
        f"{len(missing)} not named, {through} requests to a forbidden address"
    )
    return 0 if held == len(outcomes) and not missing and not through and largest <= MOST_MB else 1
