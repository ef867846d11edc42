"""Kill -9 in the middle of an ingest, twenty times, and writers and readers all at once: no document is lost.

`KnowledgeBase.ingest` of a generated folder, in batches small enough to be hit between, is killed at random moments.
Afterwards the index must be whole (SQLite's own check, as many index rows as passages, as many passages as the
documents claim) and hold every document that had been reported as done before the kill; `fathoms kb add` must then
finish the rest to the same state as an ingest that was never killed.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PROOF = "kb: SIGKILL at 20 random moments of an ingest, two writers and three readers: consistent, nothing lost"

MOMENTS = 20
FILES = 800
WRITER_FILES = 150
READS = 40
WORDS = ("harbour", "ferry", "breakwater", "crane", "tide", "fog", "pilot", "quay", "cargo", "lighthouse", "engine")

_ACKNOWLEDGING = """
import sys
from pathlib import Path
from fathoms.sources.kb import KnowledgeBase, ingest
ingest.BATCH_FILES = 16
acknowledged = open(sys.argv[3], "a", buffering=1)
with KnowledgeBase(Path(sys.argv[1])) as kb:
    kb.ingest([Path(sys.argv[2])], collection="c", progress=lambda p: acknowledged.write(f"{p.done}\\n"))
"""
_WRITER = """
import sys
from pathlib import Path
from fathoms.sources.kb import KnowledgeBase, ingest
ingest.BATCH_FILES = 8
with KnowledgeBase(Path(sys.argv[1])) as kb:
    result = kb.ingest([Path(sys.argv[2])], collection="c")
assert not result.failed, result.failed
"""
_READER = """
import sys
from pathlib import Path
from fathoms.sources.kb import KnowledgeBase
with KnowledgeBase(Path(sys.argv[1])) as kb:
    for n in range(int(sys.argv[2])):
        for hit in kb.search("harbour ferry fog", collection="c", limit=10):
            assert kb.show(hit.path, collection="c").text[hit.start:hit.end] == hit.text
        kb.stats()
"""


@dataclass(frozen=True)
class State:
    """What an index holds, and whether its parts agree."""

    documents: tuple[tuple[str, str], ...]
    chunks: int
    problem: str


def generate(folder: Path, count: int, dice: random.Random) -> None:
    folder.mkdir(parents=True)
    for number in range(count):
        paragraphs = (" ".join(dice.choices(WORDS, k=dice.randint(20, 120))) + "." for _ in range(dice.randint(3, 12)))
        (folder / f"{number:04}.md").write_text(f"# Report {number}\n\n" + "\n\n".join(paragraphs))


def inspected(database: Path) -> State:
    """Open what a crash left behind and count."""
    connection = sqlite3.connect(database)
    try:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if "fts_1" not in tables:
            return State((), 0, "" if verdict == "ok" else verdict)
        connection.execute("INSERT INTO fts_1 (fts_1) VALUES ('integrity-check')")
        (chunks,) = connection.execute("SELECT count(*) FROM chunk").fetchone()
        (indexed,) = connection.execute("SELECT count(*) FROM fts_1_docsize").fetchone()
        (claimed,) = connection.execute("SELECT coalesce(sum(chunks), 0) FROM document").fetchone()
        (texts,) = connection.execute("SELECT count(*) FROM document_text").fetchone()
        (wrong,) = connection.execute(
            "SELECT count(*) FROM chunk JOIN document_text USING (document)"
            " WHERE substr(document_text.text, start + 1, stop - start) <> chunk.text"
        ).fetchone()
        documents = tuple(connection.execute("SELECT path, sha256 FROM document ORDER BY path").fetchall())
    finally:
        connection.close()
    checks = {
        f"integrity: {verdict}": verdict == "ok",
        f"{chunks} passages, {indexed} index rows, {claimed} claimed": chunks == indexed == claimed,
        f"{len(documents)} documents, {texts} texts": len(documents) == texts,
        f"{wrong} wrong passages": not wrong,
    }
    return State(documents, chunks, "; ".join(name for name, good in checks.items() if not good))


def _run(script: str, *arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", script, *map(str, arguments)], stderr=subprocess.PIPE)


def _ended(processes: Sequence[subprocess.Popen[bytes]]) -> list[str]:
    """The last words of those that failed."""
    problems = []
    for process in processes:
        _, errors = process.communicate()
        if process.returncode:
            problems.append(errors.decode(errors="replace").strip().splitlines()[-1])
    return problems


def whole(folder: Path, base: Path) -> State:
    """An ingest that nobody kills."""
    problems = _ended([_run(_ACKNOWLEDGING, base / "whole.db", folder, base / "whole.ack")])
    if problems:
        raise RuntimeError(f"the unbroken ingest failed: {problems[0]}")
    return inspected(base / "whole.db")


def _reported(acknowledged: Path) -> int:
    lines = acknowledged.read_text().split() if acknowledged.exists() else []
    return int(lines[-1]) if lines else 0


def killed(database: Path, folder: Path, wanted: int, delay: float) -> tuple[int, bool]:
    """Kill an ingest a moment after it reported `wanted` documents; time alone tells little on a busy machine.

    Returns how many documents it had reported in the end, and whether it was still at work.
    """
    acknowledged = database.with_suffix(".ack")
    process = _run(_ACKNOWLEDGING, database, folder, acknowledged)
    while process.poll() is None and _reported(acknowledged) < wanted:
        time.sleep(0.002)
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return _reported(acknowledged), process.returncode == -signal.SIGKILL


def at_moment(database: Path, folder: Path, wanted: int, delay: float, unbroken: State) -> tuple[str, str]:
    """One kill: a row of the table, and what is wrong with it."""
    reported, hit = killed(database, folder, wanted, delay)
    after = inspected(database) if database.exists() else State((), 0, "")
    lost = set(unbroken.documents[:reported]) - set(after.documents)
    command = [sys.executable, "-m", "fathoms", "kb", "add", str(folder), "--collection", "c"]
    resumed = subprocess.run([*command, "--home", str(database.parent)], capture_output=True, text=True, check=False)
    final = inspected(database)
    problems = [
        after.problem,
        f"{len(lost)} reported documents lost" if lost else "",
        f"the next ingest ended with {resumed.returncode}: {resumed.stderr[-200:]}" if resumed.returncode else "",
        final.problem,
        "" if (final.documents, final.chunks) == (unbroken.documents, unbroken.chunks) else "another end state",
    ]
    moment = f"{wanted:>4} documents + {1_000 * delay:>3.0f} ms"
    row = f"{moment}  {'killed' if hit else 'ended ':<7} {reported:>4} reported {len(after.documents):>4} there"
    return row, "; ".join(filter(None, problems))


def at_once(base: Path, dice: random.Random) -> str:
    """Two writers and three readers on one file; returns what went wrong."""
    database = base / "shared.db"
    folders = [base / f"writer{n}" for n in range(2)]
    for folder in folders:
        generate(folder / folder.name, WRITER_FILES, dice)
    generate(base / "first", 5, dice)
    problems = _ended([_run(_WRITER, database, base / "first")])
    processes = [_run(_WRITER, database, folder) for folder in folders]
    processes += [_run(_READER, database, READS) for _ in range(3)]
    problems += _ended(processes)
    state = inspected(database)
    expected = 2 * WRITER_FILES + 5
    if len(state.documents) != expected:
        problems.append(f"{len(state.documents)} of {expected} documents")
    return "; ".join(filter(None, [*problems, state.problem]))


def main() -> int:
    dice = random.Random(int(os.environ.get("SEED", "20261115")))
    survived = kills = 0
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        folder = base / "docs"
        generate(folder, FILES, dice)
        unbroken = whole(folder, base)
        print(f"unbroken: {len(unbroken.documents)} documents, {unbroken.chunks:,} passages")
        for number in range(MOMENTS):
            home = base / f"home{number}"
            home.mkdir()
            wanted, delay = dice.randrange(FILES - 32), dice.uniform(0, 0.1)
            row, problem = at_moment(home / "kb.db", folder, wanted, delay, unbroken)
            print(f"{row}  {problem or 'consistent, rest resumed'}", flush=True)
            survived += not problem
            kills += "killed" in row
        shared = at_once(base, dice)
        print(f"2 writers, 3 readers at once: {shared or 'no error, no lost row'}")
    together = "ok" if not shared else "BROKE"
    print(f"{survived} of {MOMENTS} moments survived ({kills} kills); writers and readers: {together}")
    return 0 if survived == MOMENTS and kills > MOMENTS // 2 and not shared else 1
