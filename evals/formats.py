"""Every kind of document is read, and what it says is found at its place.

Three documents of each kind are written for it (`format_samples.py`) into one folder, beside files that are not
searched and have to be named. `fathoms ingest` takes it in; each fact is looked for in the knowledge base, and its
words have to stand at the offsets that are told. Then one question on each kind is asked of the whole folder with
`fathoms ask`, and the report has to quote the answer.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from evals import format_samples as samples
from fathoms.sources import formats
from fathoms.sources.kb import KnowledgeBase

PROOF = "three documents of each kind are read with quotes at their place, and a folder of all kinds answers from each"
EACH = 3
UNSEARCHED = {"talk.key": b"PK", "empty.md": b"", "front.md": b"---\ntitle: x\n---\n", "broken.pdf": b"%PDF-1.4 broken"}


def command(home: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "fathoms", *arguments, "--home", str(home)], capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 3):
        raise SystemExit(f"{' '.join(arguments[:2])} ended with {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


def written(folder: Path) -> dict[str, list[samples.Fact]]:
    """Documents of all kinds, and what each kind's documents say."""
    said: dict[str, list[samples.Fact]] = {}
    seed = 0
    for kind, (make, suffixes) in samples.SAMPLES.items():
        for number in range(EACH):
            told = samples.facts(seed)
            make(folder / f"{kind}-{number}.{suffixes[number % len(suffixes)]}", told)
            said.setdefault(kind, []).extend(told)
            seed += 1
    for name, data in UNSEARCHED.items():
        (folder / name).write_bytes(data)
    return said


def at_its_place(kb: KnowledgeBase, kind: str, fact: samples.Fact) -> bool:
    """Whether a search for the fact's question shows its words, where they stand."""
    (collection,) = kb.collections()
    for hit in kb.search(fact.question, collection=collection, limit=3):
        if kb.show(hit.path, collection=collection).text[hit.start : hit.end] != hit.text:
            return False
        if samples.stated(kind, fact) in hit.text:
            return True
    return False


def answers(home: Path, folder: Path, fact: samples.Fact) -> bool:
    """Whether a report on the fact's question names who and what."""
    report = command(home, "ask", fact.question, "--docs", str(folder), "--yes")
    return fact.row[1] in " ".join(report.split()) and fact.row[0].split()[0] in report


def main() -> int:
    program = {kind.name for kind in formats.kinds().values() if kind.needs}
    wrong = [f"no sample of {kind}" for kind in sorted(set(formats.kinds()) - set(samples.SAMPLES) - program)]
    quotes: Counter[str] = Counter()
    answered = 0
    with tempfile.TemporaryDirectory() as name:
        folder, home = Path(name) / "documents", Path(name) / "home"
        folder.mkdir()
        said = written(folder)
        command(home, "ingest", str(folder))
        unread = {file["name"] for file in json.loads(command(home, "kb", "list", "--skipped", "--json"))}
        wrong += [f"{missing} is named nowhere" for missing in UNSEARCHED.keys() - unread]
        wrong += [f"{extra} was not read" for extra in unread - UNSEARCHED.keys()]
        for kind, told in said.items():
            with KnowledgeBase(home / "kb.db") as kb:
                found = [fact for fact in told if at_its_place(kb, kind, fact)]
            quotes[kind] = len(found)
            wrong += [f"{kind} is not found: {fact.question}" for fact in told if fact not in found]
            if answers(home, folder, told[0]):
                answered += 1
            else:
                wrong.append(f"{kind} is not answered: {told[0].question}")
            print(f"{kind:<14} {quotes[kind]} of {len(told)} facts at their place", flush=True)
    for line in wrong[:20]:
        print(f"wrong: {line}")
    print(f"read by a program of the machine, where it is installed: {', '.join(sorted(program))}")
    total = sum(len(told) for told in said.values())
    whole = sum(quotes[kind] == len(said[kind]) for kind in said)
    print(
        f"{whole} of {len(said)} kinds read, {sum(quotes.values())} of {total} quotes at their place,"
        f" {answered} of {len(said)} kinds answer a question asked of all"
    )
    return 1 if wrong else 0
