"""Every option of a question, said by flag, environment, settings file and in Python, through the real faces.

What counts is the order that the run has in its home: it must be the same however the option was said, and another than
without it. A value that cannot be must be refused with the same exit code everywhere.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import fathoms
from fathoms.app.options import OPTIONS, Kind, Option

PROOF = "every option of a question behaves alike by flag, environment, settings file and in Python"

FATHOMS = str(Path(sys.executable).with_name("fathoms"))
QUESTION = "How many turbines has the array?"
ENGINE = {"FATHOMS_ENGINES": "searxng", "FATHOMS_ENGINE_SEARXNG_URL": "http://127.0.0.1:9"}
UNFIT = frozenset({"run", "created_at"})
"""What two runs never have in common."""
WORKERS = 2
PATIENCE = 120

TOLD: dict[str, object] = {
    "also": "Who pays?",
    "questions": "questions.txt",
    "docs": "others",
    "mind": "scripted:mind.toml",
    "model": "compatible:tiny@http://127.0.0.1:9/v1",
    "sources": "qdrant+http://127.0.0.1:9/minutes",
    "suggested": "plan.toml",
    "answers": "wind",
    "known": "It is new.",
    "follow": "last",
    "artifacts": "notes",
}
BAD: dict[str, object] = {
    "mind": "no-such-mind",
    "model": "nobody:x",
    "sources": "nowhere+x",
    "suggested": "none.toml",
    "questions": "none.txt",
}
BESIDE = {"strict_rate": "strict"}
"""Options that show only together with another."""


@dataclass(frozen=True)
class Said:
    """One option, said in one way, in a home of its own."""

    option: Option
    way: str
    value: object
    home: Path
    bad: bool = False

    @property
    def spelled(self) -> str:
        return ("on" if self.value else "off") if isinstance(self.value, bool) else str(self.value)

    @property
    def environment(self) -> dict[str, str]:
        said = {f"FATHOMS_{self.option.name.upper()}": self.spelled} if "environment" in self.way else {}
        file = self.home.with_suffix(".toml")
        return {**ENGINE, **said, "FATHOMS_SETTINGS": str(file), "FATHOMS_HOME": str(self.home)}

    @property
    def arguments(self) -> dict[str, object]:
        """As Python has them."""
        given = {"docs": "docs"} | ({BESIDE[self.option.name]: True} if self.option.name in BESIDE else {})
        return given | ({self.option.name: self.value} if self.way == "Python" else {})

    @property
    def words(self) -> list[str]:
        """As the command line has them."""
        words = ["plan" if "plan" in self.option.commands else "ask", QUESTION]
        if not (self.option.name == "docs" and self.way == "flag"):
            words += ["--docs", "docs"]
        if self.option.name in BESIDE:
            words.append(f"--{BESIDE[self.option.name]}")
        if self.way == "flag":
            words += [self.option.flag] if self.option.kind is Kind.SWITCH else [self.option.flag, self.spelled]
        return words

    def write_file(self) -> None:
        text = ""
        if "file" in self.way:
            bare = isinstance(self.value, int | float) and not isinstance(self.value, bool)
            text = f"{self.option.name} = {self.value if bare else json.dumps(self.spelled)}\n"
        self.home.with_suffix(".toml").write_text(text, encoding="utf-8")


def ways(option: Option) -> Iterator[str]:
    if option.flag:
        yield "flag"
    if option.setting:
        yield from ("environment", "file", "Python, environment", "Python, file")
    yield "Python"


def told(option: Option) -> object:
    """A value that is not the default."""
    if option.name in TOLD:
        return TOLD[option.name]
    if option.kind is Kind.SWITCH:
        return option.default != "on"
    if option.choices:
        return next(one for one in reversed(option.choices) if one != option.default)
    return 2.5 if isinstance(option.default, float) else min(7, int(option.most or 7))


def impossible(option: Option) -> object | None:
    """A value that cannot be; None where there is none that every face can say."""
    if option.name in BAD or (option.choices and option.kind is not Kind.SWITCH):
        return BAD.get(option.name, "neither")
    return int(option.least or 0) - 1 if option.kind is Kind.NUMBER else None


def by_command(said: Said, world: Path) -> int:
    """Say it on the command line; the exit code."""
    around = os.environ | said.environment
    done = subprocess.run(
        [FATHOMS, *said.words],
        cwd=world,
        env=around,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    return done.returncode


def by_python(cases: Sequence[Said], world: Path) -> list[int]:
    """Say each in Python, one after the other in one process, as a notebook does; the exit codes."""
    script = "from evals.parity import in_python; in_python()"
    jobs = [
        {"environment": one.environment, "arguments": one.arguments, "starts": one.option.name == "authorize"}
        for one in cases
    ]
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=world,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])},
        input=json.dumps(jobs),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [int(code) for code in done.stdout.split()]


def in_python() -> None:
    """What a user of the API writes, with the arguments that came on stdin."""
    usual = dict(os.environ)
    for job in json.loads(sys.stdin.read()):
        os.environ.clear()
        os.environ.update(usual | job["environment"])
        try:
            asyncio.run(_asked(job["arguments"], starts=job["starts"]))
        except fathoms.FathomsError as error:
            print(error.exit_code, flush=True)
        else:
            print(0, flush=True)


async def _asked(arguments: dict[str, Any], *, starts: bool) -> None:
    async with fathoms.Fathoms() as opened:
        if starts:
            await opened.ask(QUESTION, **arguments)
        else:
            await opened.plan(QUESTION, **arguments)


def order(home: Path) -> dict[str, object] | None:
    """The newest order of a home, but for what no two runs share; None when there is only the one it came with."""
    with sqlite3.connect(home / "store.db") as store:
        rows = store.execute('SELECT "order" FROM runs ORDER BY rowid').fetchall()
    if len(rows) < 2:
        return None
    return {name: value for name, value in json.loads(rows[-1][0]).items() if name not in UNFIT}


def prepared(world: Path) -> Path:
    """Documents, a plan, a mind of its own, and a home with one finished run."""
    for folder in ("docs", "others"):
        (world / folder).mkdir()
        (world / folder / "array.md").write_text(
            "# The array\n\nThe array has sixteen turbines of 1.5 MW each. It was built in 2023.\n", encoding="utf-8"
        )
    (world / "questions.txt").write_text("Who pays?\n", encoding="utf-8")
    (world / "plan.toml").write_text(f'[[task]]\nid = "1"\nquestion = "{QUESTION}"\n', encoding="utf-8")
    (world / "mind.toml").write_text("", encoding="utf-8")
    home = world / "home"
    subprocess.run(
        [FATHOMS, "ask", QUESTION, "--docs", "docs", "--yes", "--home", str(home)],
        cwd=world,
        check=True,
        capture_output=True,
    )
    return home


@dataclass(frozen=True)
class Row:
    """What came of one option: the orders, and the exit codes of what cannot be, by the way it was said."""

    orders: dict[str, dict[str, object] | None]
    codes: dict[str, int]

    def problems(self, plain: dict[str, object]) -> Iterator[str]:
        first = self.orders["Python"]
        if first is None:
            yield "no order"
        elif first == plain:
            yield "makes no difference"
        yield from (f"differs by {way}" for way, found in self.orders.items() if found != first)
        if any(code != 2 for code in self.codes.values()):
            yield f"refused with {self.codes}"


def cases(world: Path, home: Path) -> Iterator[Said]:
    """Every option in every way, good and bad, each with a home of its own."""
    for option in OPTIONS:
        tries = [("good", way, told(option)) for way in ways(option)]
        bad = impossible(option)
        tries += [("bad", way, bad) for way in ways(option) if bad is not None]
        tries += [("good", "plain", "")] if option.name in (*BESIDE, OPTIONS[0].name) else []
        for mark, way, value in tries:
            own = world / f"{option.name}-{mark}-{way.replace(', ', '-')}"
            shutil.copytree(home, own)
            said = Said(option, way, value, own, bad=mark == "bad")
            said.write_file()
            yield said


def tried(world: Path, home: Path) -> dict[Said, int]:
    """What came of each."""
    every = list(cases(world, home))
    python = [one for one in every if one.way.startswith("Python")]
    command = [one for one in every if one not in python]
    with ThreadPoolExecutor(WORKERS) as pool:
        codes = pool.submit(by_python, python, world)
        found = dict(zip(command, pool.map(lambda one: by_command(one, world), command), strict=True))
        return found | dict(zip(python, codes.result(), strict=True))


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        world = Path(folder)
        codes = tried(world, prepared(world))
        orders = {said: order(said.home) for said in codes if not said.bad}
    plain = {said.option.name: found for said, found in orders.items() if said.way == "plain"}
    alike = 0
    print(f"{'option':<18} {'ways':>4} {'refused':>7}  alike")
    for option in OPTIONS:
        row = Row(
            {said.way: found for said, found in orders.items() if said.option is option and said.way != "plain"},
            {said.way: code for said, code in codes.items() if said.option is option and said.bad},
        )
        problems = list(row.problems(plain.get(option.name, plain[OPTIONS[0].name])))
        alike += not problems
        print(f"{option.name:<18} {len(row.orders):>4} {len(row.codes):>7}  {'; '.join(problems) or 'yes'}")
    print(f"{len(codes)} ways of saying an option were tried through the real faces")
    print(f"{alike} of {len(OPTIONS)} options behave alike in every face")
    return 0 if alike == len(OPTIONS) else 1
