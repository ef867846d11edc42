"""Reading takes time in proportion to size, whatever a document is made of.

A file of each shape is taken into a knowledge base at growing sizes, in a process of its own, whose CPU time counts
with that of the process that reads risky files. The exponent is the slope between the smallest and the largest size on
logarithmic scales; 1 means in proportion. A question of 200 KB without a sentence end has to be searched for within
seconds as well. `SIZES=` names other sizes in MB (default 1,10,50), `SHAPES=` some shapes.
"""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from fathoms.sources.kb import KnowledgeBase

PROOF = "reading is linear in size: exponent over 1, 10 and 50 MB of several shapes at most 1.2"
SIZES = tuple(float(size) for size in os.environ.get("SIZES", "1,10,50").split(","))
MOST = 1.2
MOST_QUESTION_SECONDS = 10.0
REPEATED = 3_000_000
"""Shorter texts are taken in three times: the least counts."""
_dice = random.Random(17)
_WORDS = ["".join(_dice.choices("abcdefghijklmnopqrstuvwxyz", k=_dice.randint(2, 10))) for _ in range(20_000)]
_KANJI = "漢字仮名交文章検索研究報告資料発電所海の中にあるはとが"


def _word() -> str:
    return _dice.choice(_WORDS)


def _sentence() -> str:
    return " ".join((_word().capitalize(), *(_word() for _ in range(10)))) + "."


SHAPES: dict[str, tuple[str, Callable[[], str]]] = {
    "prose.md": ("\n\n", lambda: " ".join(_sentence() for _ in range(6))),
    "one-paragraph.txt": (" ", _word),
    "log.txt": (
        "\n",
        lambda: f"2026-01-02 12:00:{_dice.randint(10, 59)} INFO [{_word()}] {_word()}={_word()} ({_word()})",
    ),
    "headings.md": ("\n\n", lambda: f"## {_word()} {_word()}\n\n{_sentence()}"),
    "links.md": (" ", lambda: f"[{_word()}]({_word()}.md) {_word()}"),
    "table.csv": ("\n", lambda: f"{_word()},{_dice.randint(1, 9999)},{_word()} {_word()}"),
    "page.html": ("\n", lambda: f"<p>{_sentence()} <a href='{_word()}.html'>{_word()}</a></p>"),
    "records.jsonl": ("\n", lambda: f'{{"name": "{_word()}", "text": "{_sentence()}"}}'),
    "code.py": ("\n\n", lambda: f'def {_word()}():\n    """{_sentence()}"""\n    # {_sentence()}\n    return 1'),
    "guide.rst": ("\n\n", lambda: f"{_word() * 2}\n{'-' * 24}\n\n{_sentence()}\n\n* {_sentence()}"),
    "open-quotation.txt": ("。", lambda: "「" + "".join(_dice.choices(_KANJI, k=30))),
}


def made(shape: str, megabytes: float) -> str:
    gap, piece = SHAPES[shape]
    sample = [piece() for _ in range(2_000)]
    size = sum(len(one.encode()) + len(gap.encode()) for one in sample)
    return gap.join(sample * max(1, round(megabytes * 1_000_000 / size)))


_INGEST = """
import resource, sys
from pathlib import Path
from fathoms.sources.formats.apart import reader
from fathoms.sources.kb import KnowledgeBase

def spent():
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in both)

with KnowledgeBase(Path(sys.argv[1]) / "kb.db") as kb:
    kb.ingest([Path(sys.argv[1]) / "warm"])
    began = spent()
    result = kb.ingest([Path(sys.argv[1]) / "documents"], max_bytes=200_000_000)
    reader.close()
    assert result.added == 1, result
    print(spent() - began)
"""


def seconds(text: str, shape: str) -> float:
    """CPU time of one ingest in a process of its own, after it has read one line; the least of some."""
    with tempfile.TemporaryDirectory() as name:
        for folder, content in (("documents", text), ("warm", "One line.\n\nAnd another one.")):
            (Path(name) / folder).mkdir()
            (Path(name) / folder / (shape if folder == "documents" else "line.md")).write_text(
                content, encoding="utf-8"
            )
        taken = []
        for _ in range(3 if len(text) < REPEATED else 1):
            (Path(name) / "kb.db").unlink(missing_ok=True)
            done = subprocess.run(
                [sys.executable, "-c", _INGEST, name], capture_output=True, text=True, check=False, timeout=1_800
            )
            if done.returncode:
                raise SystemExit(f"{shape} was not taken in: {done.stderr[-300:]}")
            taken.append(float(done.stdout))
    return min(taken)


def question_seconds() -> float:
    """CPU time of searching for a question of 200 KB without a sentence end."""
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "a.md").write_text(made("prose.md", 0.2), encoding="utf-8")
        with KnowledgeBase(Path(name) / "kb.db") as kb:
            kb.ingest([Path(name) / "a.md"])
            began = time.process_time()
            kb.search(made("one-paragraph.txt", 0.2))
            return time.process_time() - began


def main() -> int:
    worst, broken = 0.0, ""
    for shape in os.environ.get("SHAPES", ",".join(SHAPES)).split(","):
        texts = [made(shape, size) for size in SIZES]
        taken = [seconds(text, shape) for text in texts]
        bytes_ = [len(text.encode()) for text in texts]
        exponent = math.log(taken[-1] / taken[0]) / math.log(bytes_[-1] / bytes_[0])
        if exponent > worst:
            worst, broken = exponent, shape
        told = ", ".join(f"{size / 1e6:.0f} MB {spent:.1f} s" for size, spent in zip(bytes_, taken, strict=True))
        print(f"{shape:<20} {told}: exponent {exponent:.2f}", flush=True)
    asked = question_seconds()
    print(f"a question of 200 KB: {asked:.1f} s")
    print(f"largest exponent {worst:.2f} ({broken}), at most {MOST}; a question of 200 KB {asked:.1f} s")
    return 0 if worst <= MOST and asked <= MOST_QUESTION_SECONDS else 1
