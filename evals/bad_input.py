"""Bad input and bad circumstances, each through the real `fathoms` command.

A case holds when the exit code is the documented one, the message names the trouble and the next step, and no
traceback is shown. Root is used for what only root can stage (a full disk); what permissions must stop runs as an
unprivileged user then.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

PROOF = "bad input gets a clear message, the next step, the documented exit code and no traceback"

FATHOMS = str(Path(sys.executable).with_name("fathoms"))
QUESTION = "How many turbines has the array, and what did it cost?"
PATIENCE = 120
NOBODY = 65534


@dataclass(frozen=True)
class Outcome:
    """What a command left behind. `missing` lists what it should have said or done and did not."""

    code: int
    out: str = ""
    err: str = ""
    missing: tuple[str, ...] = ()


@dataclass(frozen=True)
class Place:
    """An empty corner of the disk for one case."""

    path: Path

    @property
    def home(self) -> Path:
        return self.path / "home"

    def docs(self, **extra: bytes) -> Path:
        """A small folder of good documents, and others by file name (`_` stands for the dot)."""
        folder = self.path / "docs"
        folder.mkdir(exist_ok=True)
        (folder / "array.md").write_text(
            "# The Array\n\nThe array has sixteen turbines of 1.5 MW each. It was built in 2023.\n\n"
            "## Cost\n\nThe array cost 118 million marks, more than the 96 million that were approved.\n"
        )
        (folder / "ferry.md").write_text("# The Ferry\n\nThe ferry runs twice a day and carries forty cars.\n")
        for name, content in extra.items():
            (folder / name.replace("_", ".")).write_bytes(content)
        return folder

    def folder(self, name: str) -> Path:
        folder = self.path / name
        folder.mkdir()
        return folder


@dataclass(frozen=True)
class Case:
    name: str
    code: int
    says: tuple[str, ...]
    """Words that must stand on stderr: the trouble and the next step."""
    run: Callable[[Place], Outcome]
    shows: tuple[str, ...] = field(default=())
    """Words that must stand on stdout."""


def fathoms(*words: str | bytes | Path, **more: str) -> Outcome:
    """Run a command without a terminal; `more` goes to its environment."""
    return _finished(_command(words), _environment(more))


def unprivileged(*words: str | Path) -> Outcome:
    """The same as a user whom permissions bind."""
    before = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if os.getuid() == 0 else []
    return _finished([*before, *_command(words)], _environment({"HOME": tempfile.gettempdir()}))


def ask(place: Place, docs: Path, *words: str | Path, home: Path | None = None, **more: str) -> Outcome:
    return fathoms("ask", QUESTION, "--docs", docs, "--home", home or place.home, "--yes", *words, **more)


def _command(words: Sequence[str | bytes | Path]) -> list[str | bytes]:
    return [FATHOMS, *(word if isinstance(word, bytes) else str(word) for word in words)]


def _environment(more: dict[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FATHOMS_")}
    return kept | {"FATHOMS_SETTINGS": os.devnull} | more


def _finished(command: Sequence[str | bytes], environment: dict[str, str]) -> Outcome:
    done = subprocess.run(
        command, env=environment, capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE, check=False
    )
    return Outcome(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


# Cases that need a process to act on


@contextmanager
def begun(place: Place, docs: Path, until: str) -> Iterator[subprocess.Popen[str]]:
    """An `ask` that has just said `until`."""
    command = [FATHOMS, "ask", QUESTION, "--docs", str(docs), "--home", str(place.home), "--yes"]
    process = subprocess.Popen(
        command,
        env=_environment({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stderr is not None
        for line in process.stderr:
            if until in line:
                break
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def _ended(process: subprocess.Popen[str]) -> Outcome:
    out, err = process.communicate(timeout=PATIENCE)
    return Outcome(process.returncode, out, err)


def _resumed(place: Place, first: Outcome) -> Outcome:
    """The interrupted run must go on to its end."""
    second = fathoms("resume", "last", "--home", place.home)
    missing = () if second.code == 0 else (f"resume ended with {second.code}: {second.err[-200:]}",)
    return Outcome(first.code, first.out, first.err, missing)


def interrupted(number: int, until: str, documents: int = 0) -> Callable[[Place], Outcome]:
    def run(place: Place) -> Outcome:
        docs = place.docs()
        for n in range(documents):
            (docs / f"note-{n}.md").write_text(f"# Note {n}\n\n" + f"The note number {n} says nothing of use. " * 60)
        with begun(place, docs, until) as process:
            process.send_signal(number)
            return _resumed(place, _ended(process))

    return run


def interrupted_twice(place: Place) -> Outcome:
    with begun(place, place.docs(), "task started") as process:
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        outcome = _ended(process)
        late = time.monotonic() - began
        missing = (f"left only after {late:.1f} s",) if late > 1.5 else ()
        return Outcome(outcome.code, outcome.out, outcome.err, (*missing, *_resumed(place, outcome).missing))


def two_processes(place: Place) -> Outcome:
    """The first is stopped in the middle, so that it surely still holds the run."""
    with begun(place, place.docs(), "task started") as first:
        first.send_signal(signal.SIGSTOP)
        second = fathoms("resume", "last", "--home", place.home)
        first.send_signal(signal.SIGCONT)
        missing = () if str(first.pid) in second.err else (f"does not name process {first.pid}",)
        ended = _ended(first)
        if ended.code != 0:
            missing = (*missing, f"the first one ended with {ended.code}")
        return Outcome(second.code, second.out, second.err, missing)


def closed_pipe(place: Place) -> Outcome:
    """Whoever was to read the result has gone before it comes."""
    ask(place, place.docs())
    reader, writer = os.pipe()
    os.close(reader)
    command = _command(("show", "last", "--home", place.home))
    done = subprocess.run(command, env=_environment({}), stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    return Outcome(done.returncode, "", done.stderr.decode())


# Cases that need a special disk


@contextmanager
def small_disk(place: Place, kilobytes: int) -> Iterator[Path]:
    """A file system of its own that fills up; can be made larger by `grown`."""
    mount = place.folder("disk")
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", mount], check=True)
    try:
        yield mount
    finally:
        subprocess.run(["umount", "-l", mount], check=True)


def full_disk(kilobytes: int, *, then_resume: bool = False) -> Callable[[Place], Outcome]:
    def run(place: Place) -> Outcome:
        if os.getuid() != 0:
            return _limited(place, kilobytes)
        with small_disk(place, kilobytes) as mount:
            home = mount / "home"
            outcome = ask(place, place.docs(), home=home)
            if not then_resume:
                return outcome
            subprocess.run(["mount", "-o", "remount,size=100m", mount], check=True)
            second = fathoms("resume", "last", "--home", home)
            missing = () if second.code == 0 else (f"resume ended with {second.code}: {second.err[-300:]}",)
            return Outcome(outcome.code, outcome.out, outcome.err, missing)

    return run


def _limited(place: Place, kilobytes: int) -> Outcome:
    """Without root: no file may grow beyond this."""
    words = [FATHOMS, "ask", QUESTION, "--docs", str(place.docs()), "--home", str(place.home), "--yes"]
    return _finished(["bash", "-c", 'ulimit -f "$0"; exec "$@"', str(kilobytes // 4), *words], _environment({}))


def read_only_home(place: Place) -> Outcome:
    home = place.folder("readonly")
    home.chmod(0o555)
    return unprivileged("runs", "--home", home)


def archived_home(*words: str) -> Callable[[Place], Outcome]:
    """The home of a finished run that may be read but not written; root mounts it so, too."""

    def run(place: Place) -> Outcome:
        ask(place, place.docs())
        if os.getuid() == 0:
            return _mounted_read_only(place, words)
        for path in (place.home, *place.home.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        return fathoms(*words, "--home", place.home)

    return run


def _mounted_read_only(place: Place, words: Sequence[str]) -> Outcome:
    media = place.folder("media")
    subprocess.run(["mount", "--bind", place.home, media], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", media], check=True)
        return fathoms(*words, "--home", media)
    finally:
        subprocess.run(["umount", "-l", media], check=True)


def unreadable_file(place: Place) -> Outcome:
    folder = place.folder("locked")
    (folder / "secret.md").write_text("# Secret\n\nNobody may read this.\n")
    (folder / "secret.md").chmod(0)
    home = place.folder("anyones")
    home.chmod(0o777)
    return unprivileged("ask", QUESTION, "--docs", folder, "--home", home, "--yes")


def newer_home(file: str) -> Callable[[Place], Outcome]:
    def run(place: Place) -> Outcome:
        ask(place, place.docs())
        with sqlite3.connect(place.home / file) as connection:
            if file == "store.db":
                connection.execute("UPDATE meta SET value='99' WHERE name='schema'")
            else:
                connection.execute("PRAGMA user_version=99")
        return ask(place, place.docs())

    return run


def damaged_home(place: Place) -> Outcome:
    home = place.folder("home")
    (home / "store.db").write_bytes(b"this is no database " * 100)
    return fathoms("runs", "--home", home)


def home_is_a_file(place: Place) -> Outcome:
    (place.path / "file").write_text("")
    return fathoms("runs", "--home", place.path / "file")


# Cases that are one bad argument or file


def only(name: str, content: bytes) -> Callable[[Place], Outcome]:
    """A folder with this one file in it."""

    def run(place: Place) -> Outcome:
        folder = place.folder("folder")
        (folder / name).write_bytes(content)
        return ask(place, folder)

    return run


def huge_file(place: Place) -> Outcome:
    folder = place.folder("folder")
    with (folder / "huge.md").open("wb") as file:
        file.truncate(200_000_000)
    return ask(place, folder)


def special_file(place: Place) -> Outcome:
    folder = place.folder("folder")
    os.mkfifo(folder / "pipe.md")
    return ask(place, folder)


def settings_file(text: str) -> Callable[[Place], Outcome]:
    def run(place: Place) -> Outcome:
        (place.path / "settings.toml").write_text(text)
        return fathoms("runs", "--home", place.home, FATHOMS_SETTINGS=str(place.path / "settings.toml"))

    return run


def one_bad_among_good(place: Place) -> Outcome:
    return ask(place, place.docs(broken_md=bytes(range(256)) * 64))


def invalid_utf8(place: Place) -> Outcome:
    return ask(
        place, place.docs(latin_md="# Prüfung\n\nDie Anlage hat sechzehn Turbinen für Österreich.\n".encode("latin-1"))
    )


def waiting(place: Place) -> Outcome:
    return fathoms("ask", QUESTION, "--docs", place.docs(), "--home", place.home)


CASES: tuple[Case, ...] = (
    Case(
        "empty question",
        2,
        ("question is empty", "fathoms ask"),
        lambda p: fathoms("ask", "", "--docs", p.docs(), "--home", p.home),
    ),
    Case(
        "blank question",
        2,
        ("question is empty",),
        lambda p: fathoms("ask", " \n ", "--docs", p.docs(), "--home", p.home),
    ),
    Case("no question", 2, ("missing QUESTION", "fathoms ask"), lambda p: fathoms("ask", "--home", p.home)),
    Case("question without quotes", 2, ("in quotes",), lambda p: fathoms("ask", "how", "many", "--home", p.home)),
    Case(
        "question of 50,000 characters",
        2,
        ("50,000 characters", "--docs"),
        lambda p: fathoms("ask", "why?" * 12_500, "--docs", p.docs(), "--home", p.home),
    ),
    Case(
        "question that is no UTF-8",
        2,
        ("not valid UTF-8", "terminal"),
        lambda p: fathoms("ask", b"caf\xe9", "--docs", p.docs(), "--home", p.home),
    ),
    Case(
        "no documents named", 2, ("nothing to search", "--docs"), lambda p: fathoms("ask", QUESTION, "--home", p.home)
    ),
    Case("missing folder", 2, ("no file or folder", "--docs"), lambda p: ask(p, p.path / "nowhere")),
    Case("empty folder", 2, ("no documents to read", "add files"), lambda p: ask(p, p.folder("empty"))),
    Case("glob without match", 2, ("no file matches",), lambda p: ask(p, p.path / "*.md")),
    Case("unreadable file", 2, ("secret.md", "Permission denied", "name others"), unreadable_file),
    Case("a pipe named .md", 2, ("pipe.md", "not a file but a pipe", "name others"), special_file),
    Case(
        "binary file named .md",
        2,
        ("none of the documents could be read", "data.md", "name others"),
        only("data.md", bytes(range(256)) * 64),
    ),
    Case("file of 200 MB", 2, ("huge.md", "limit", "max_file_mb"), huge_file),
    Case("file that is no UTF-8", 0, ("latin.md",), invalid_utf8, ("# ",)),
    Case(
        "one bad file among good ones",
        0,
        ("1 file could not be read", "broken.md"),
        one_bad_among_good,
        ("sixteen turbines",),
    ),
    Case(
        "unknown setting (environment)",
        2,
        ("unknown setting 'efort'", "did you mean 'effort'"),
        lambda p: fathoms("runs", "--home", p.home, FATHOMS_EFORT="deep"),
    ),
    Case("unknown setting (file)", 2, ("unknown setting 'slot'", "did you mean 'slots'"), settings_file("slot = 3\n")),
    Case("settings file that is no TOML", 2, ("not valid TOML", "settings.toml"), settings_file("slots = = 3\n")),
    Case("setting out of range", 2, ("slots", "1 to 64"), lambda p: ask(p, p.docs(), "--slots", "900")),
    Case(
        "unknown mind",
        2,
        ("'extractve'", "did you mean 'extractive'"),
        lambda p: ask(p, p.docs(), "--mind", "extractve"),
    ),
    Case("unknown command", 2, ("'asc'", "did you mean 'ask'"), lambda _: fathoms("asc")),
    Case("unknown option", 2, ("--efort", "--effort"), lambda p: ask(p, p.docs(), "--efort", "deep")),
    Case(
        "unknown run: show", 2, ("no run 'nope'", "fathoms runs"), lambda p: fathoms("show", "nope", "--home", p.home)
    ),
    Case(
        "unknown run: resume",
        2,
        ("no run 'nope'", "fathoms runs"),
        lambda p: fathoms("resume", "nope", "--home", p.home),
    ),
    Case(
        "unknown run: cancel",
        2,
        ("no run 'nope'", "fathoms runs"),
        lambda p: fathoms("cancel", "nope", "--home", p.home),
    ),
    Case(
        "no folder for -o", 2, ("no folder", "make it"), lambda p: ask(p, p.docs(), "-o", p.path / "nowhere" / "r.md")
    ),
    Case("no terminal and no --yes", 7, ("nothing was started", "fathoms authorize"), waiting, ("Verdict", "Estimate")),
    Case("full disk: a new home", 4, ("full", "free some space"), full_disk(64)),
    Case("full disk: while documents are read", 4, ("space",), full_disk(300, then_resume=True)),
    Case("full disk: as tasks start", 4, ("full", "free some space"), full_disk(850, then_resume=True)),
    Case("full disk: in the middle of a task", 4, ("full", "fathoms resume"), full_disk(1_000, then_resume=True)),
    Case("full disk: as a task ends", 4, ("full", "fathoms resume"), full_disk(1_200, then_resume=True)),
    Case("read-only home", 4, ("cannot be written", "--home"), read_only_home),
    Case("home on read-only media: looked at", 0, (), archived_home("show", "last"), ("sixteen turbines",)),
    Case("home on read-only media: cancelling", 4, ("cannot be written", "--home"), archived_home("cancel", "last")),
    Case("home that is a file", 4, ("not a folder", "--home"), home_is_a_file),
    Case("damaged home", 4, ("damaged", "--home"), damaged_home),
    Case("home of a newer version", 4, ("newer Fathoms", "upgrade"), newer_home("store.db")),
    Case("knowledge base of a newer version", 4, ("newer Fathoms", "update"), newer_home("kb.db")),
    Case("two processes on one run", 6, ("held by process", "fathoms show"), two_processes),
    Case(
        "Ctrl-C while documents are read",
        130,
        ("interrupted; resume with: fathoms resume ",),
        interrupted(signal.SIGINT, "run ", documents=3_000),
    ),
    Case(
        "Ctrl-C in the middle of a task",
        130,
        ("interrupted; resume with: fathoms resume ",),
        interrupted(signal.SIGINT, "task started"),
    ),
    Case("Ctrl-C twice", 130, ("interrupted; resume with: fathoms resume ",), interrupted_twice),
    Case("SIGTERM", 143, ("interrupted; resume with: fathoms resume ",), interrupted(signal.SIGTERM, "task started")),
    Case("closed pipe", 141, (), closed_pipe),
)


def problems(case: Case, outcome: Outcome) -> list[str]:
    """All that is wrong with how a case went."""
    found = list(outcome.missing)
    if outcome.code != case.code:
        found.append(f"exit code {outcome.code} instead of {case.code}")
    found += [f"stderr lacks {words!r}" for words in case.says if words not in outcome.err]
    found += [f"stdout lacks {words!r}" for words in case.shows if words not in outcome.out]
    if "Traceback" in outcome.err + outcome.out:
        found.append("shows a traceback")
    if case.code == 141 and outcome.err:
        found.append(f"is not quiet: {outcome.err!r}")
    return found


def last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def main() -> int:
    wanted = os.environ.get("CASE", "")
    cases = [case for case in CASES if wanted in case.name]
    held = 0
    for case in cases:
        with tempfile.TemporaryDirectory(prefix="fathoms-bad-") as name:
            place = Path(name)
            place.chmod(0o755)
            outcome = case.run(Place(place))
        wrong = problems(case, outcome)
        held += not wrong
        print(
            f"{'ok' if not wrong else 'NO':<3} {outcome.code:>4}  {case.name:<36} {last_line(outcome.err)[:140]}",
            flush=True,
        )
        for problem in wrong:
            print(f"{'':<10}{problem}")
        if wrong:
            print(json.dumps(outcome.err[-1500:]))
    print(f"{held} of {len(cases)} cases held")
    return 0 if held == len(cases) else 1
