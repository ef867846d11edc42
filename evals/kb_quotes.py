"""Every passage that a search shows is found word for word at its offsets in the stored text.

Generated odd documents (line ends, byte order marks, emoji, combining marks, right-to-left, tables, 10 MB lines, nested
HTML, JSON, CSV, mail, code) and the example documents go in through the knowledge base; hundreds of searches come out.
Some of them are repeated through `fathoms kb search --json` and `fathoms kb show --json`.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from fathoms.domain.knowledge import Filters
from fathoms.sources.kb import KnowledgeBase

PROOF = "each passage that kb search shows stands verbatim at its offsets in the stored text, over odd documents"

WORLD = Path(__file__).parent.parent / "examples" / "world"
DOCUMENTS = 240
SEARCHES = 60
THROUGH_THE_COMMAND = 6
WORDS = (
    "lighthouse", "fog", "harbour", "Veskerry", "ferry", "5.6", "million", "naïve", "e\u0301te\u0301", "Straße", "ﬁsh",
    "Dr.", "A.", "e.g.", "👩\u200d🚢", "🌫\ufe0f", "🇯🇵", "שלום", "עולם", "مرحبا", "بالعالم", "灯台", "港の霧", "東京湾",
    "การเดินเรือ", "नमस्ते", "a\u0301\u0302\u0303", "\u202eabc\u202c", "x\u200dy", "`code`", "**bold**", "[link](a.md)",
)  # fmt: skip
ENDS = (" ", " ", " ", " ", ". ", "! ", "。", "\t", "\u00a0", "\u2028", "\x0b")


def _sentence(dice: random.Random) -> str:
    return "".join(dice.choice(WORDS) + dice.choice(ENDS) for _ in range(dice.randint(1, 25)))


def _paragraphs(dice: random.Random, line_end: str = "\n") -> str:
    parts = []
    for _ in range(dice.randint(1, 30)):
        opening = dice.choice(("", "", "", "# ", "## ", "- ", "> ", "1. ", "| a | ", "    "))
        parts.append(opening + _sentence(dice) + line_end * dice.randint(1, 3))
    return "".join(parts)


def _nested(dice: random.Random, depth: int) -> str:
    if depth == 0:
        return _sentence(dice)
    tag = dice.choice(("div", "p", "ul", "li", "table", "tr", "td", "h2", "pre", "b", "blockquote", "span"))
    inside = "".join(_nested(dice, depth - 1) for _ in range(dice.randint(1, 3)))
    return f"<{tag}>{_sentence(dice)}{inside}</{tag}>"


def _records(dice: random.Random) -> str:
    people = [{"name": _sentence(dice), "age": n, "notes": [_sentence(dice), None]} for n in range(dice.randint(1, 30))]
    return json.dumps({"title": _sentence(dice), "people": people, "deep": {"deeper": {"text": _sentence(dice)}}})


def _rows(dice: random.Random) -> str:
    rows = (",".join(f'"{_sentence(dice)}"' for _ in range(4)) for _ in range(dice.randint(1, 40)))
    return "name,place,note,more\n" + "\n".join(rows)


def _mail(dice: random.Random) -> str:
    body = _paragraphs(dice, "\r\n")
    return f"Subject: {dice.choice(WORDS)}\r\nFrom: a@example.org\r\nDate: Mon, 2 Mar 2026 10:00:00 +0000\r\n\r\n{body}"


def _code(dice: random.Random) -> str:
    return "\n".join(f'def f{n}():\n    """{_sentence(dice)}"""\n    # {_sentence(dice)}' for n in range(12))


MAKERS: dict[str, tuple[str, Callable[[random.Random], bytes]]] = {
    "markdown": ("md", lambda dice: _paragraphs(dice).encode()),
    "markdown, CRLF": ("md", lambda dice: _paragraphs(dice, "\r\n").encode()),
    "markdown, byte order mark": ("md", lambda dice: b"\xef\xbb\xbf" + _paragraphs(dice).encode()),
    "text, CR": ("txt", lambda dice: _paragraphs(dice, "\r").encode()),
    "text, UTF-16": ("txt", lambda dice: _paragraphs(dice).encode("utf-16")),
    "text, one long line": ("txt", lambda dice: "".join(_sentence(dice) for _ in range(400)).encode()),
    "html": ("html", lambda dice: f"<html><body>{_nested(dice, 5)}</body></html>".encode()),
    "json": ("json", lambda dice: _records(dice).encode()),
    "csv": ("csv", lambda dice: _rows(dice).encode()),
    "mail": ("eml", lambda dice: _mail(dice).encode()),
    "code": ("py", lambda dice: _code(dice).encode()),
}

SUFFIXES = ("csv", "eml", "html", "json", "py", "txt", "docx")


def generate(folder: Path, dice: random.Random) -> None:
    for number in range(DOCUMENTS):
        kind = list(MAKERS)[number % len(MAKERS)]
        suffix, make = MAKERS[kind]
        (folder / f"{kind.replace(', ', ' ')} {number}.{suffix}").write_bytes(make(dice))
    line = "".join(_sentence(dice) for _ in range(2_000))
    (folder / "line of 10 MB.md").write_text(line * (10_000_000 // len(line.encode()) + 1))
    (folder / "word of 10 MB.txt").write_text("lighthouse" + "霧" * 3_300_000)


class Tally:
    """Quotes looked at, by kind of document, and those that are wrong."""

    def __init__(self) -> None:
        self.checked: Counter[str] = Counter()
        self.wrong: list[str] = []

    def check(self, where: str, path: str, text: str, start: int, end: int, quote: str) -> None:
        self.checked[where] += 1
        if text[start:end] != quote or not quote.strip():
            self.wrong.append(f"{path}#{start}-{end}")


def through_the_api(home: Path, dice: random.Random, tally: Tally) -> list[str]:
    queries = [" ".join(dice.sample(WORDS, dice.randint(1, 5))) for _ in range(SEARCHES)]
    queries += ["Veskerry East Breakwater", "How many passengers did Orrin Ferries carry in 2025?", "漁業組合", "10 MB"]
    with KnowledgeBase(home / "kb.db") as kb:
        texts: dict[tuple[str, str], str] = {}
        for number, query in enumerate(queries):
            only = Filters(path=f"*.{SUFFIXES[number % len(SUFFIXES)]}" if number % 2 else "")  # the rare kinds as well
            for collection in kb.collections():
                for hit in kb.search(query, collection=collection, limit=40, filters=only):
                    place = (hit.collection, hit.path)
                    if place not in texts:
                        texts[place] = kb.show(hit.path, collection=hit.collection).text
                    kind = hit.path.rsplit(".", 1)[-1]
                    tally.check(kind, hit.path, texts[place], hit.start, hit.end, hit.text)
    return queries


def _command(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fathoms", *arguments, "--home", str(home)], capture_output=True, text=True, check=True
    )


def through_the_command(home: Path, queries: list[str], tally: Tally) -> None:
    texts: dict[str, str] = {}
    for query in queries[-THROUGH_THE_COMMAND:]:
        for hit in json.loads(_command(home, "kb", "search", query, "--json").stdout):
            address = hit["url"].split("#")[0]
            if address not in texts:
                texts[address] = json.loads(_command(home, "kb", "show", address, "--json").stdout)["text"]
            tally.check("(command line)", hit["path"], texts[address], hit["start"], hit["end"], hit["text"])


def main() -> int:
    dice = random.Random(int(os.environ.get("SEED", "20261115")))
    tally = Tally()
    with tempfile.TemporaryDirectory() as base:
        odd, home = Path(base) / "odd", Path(base) / "home"
        odd.mkdir()
        home.mkdir()
        generate(odd, dice)
        shutil.copytree(WORLD, Path(base) / "world")
        with KnowledgeBase(home / "kb.db") as kb:
            results = [kb.ingest([odd], collection="odd"), kb.ingest([Path(base) / "world"], collection="world")]
        for result in results:
            read = f"{result.added} documents, {result.chunks:,} passages"
            print(f"{result.collection}: {read}, {len(result.failed)} failed")
            for failure in result.failed:
                print(f"   {failure.path}: {failure.reason}")
        queries = through_the_api(home, dice, tally)
        through_the_command(home, queries, tally)
    for kind, count in tally.checked.most_common():
        print(f"{kind:<16} {count:>7,} quotes")
    for wrong in tally.wrong[:20]:
        print(f"WRONG {wrong}")
    failed = sum(len(result.failed) for result in results)
    total = tally.checked.total()
    print(f"{total:,} quotes checked, {len(tally.wrong)} wrong")
    return 0 if total and not tally.wrong and not failed else 1
