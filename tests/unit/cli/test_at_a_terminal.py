"""The real command at a real (pseudo) terminal: the plan is shown, the phrase is typed, the tree is drawn."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from pathlib import Path

from fathoms.domain.run import AUTHORISATION
from tests.unit.cli.conftest import FATHOMS, QUESTION

PATIENCE = 60


class Terminal:
    """A command with its three streams at a terminal."""

    def __init__(self, *words: str | Path, **environment: str) -> None:
        self._ours, theirs = pty.openpty()
        command = [str(FATHOMS), *(str(word) for word in words)]
        known = os.environ | {"TERM": "xterm", "COLUMNS": "120", "LINES": "40"} | environment
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=known, close_fds=True)
        os.close(theirs)
        self.shown = ""

    def until(self, words: str) -> None:
        """Read until these words are on the screen."""
        end = time.monotonic() + PATIENCE
        while words not in self.shown:
            assert self._read(end), f"{words!r} never came: {self.shown[-500:]}"

    def type(self, line: str) -> None:
        os.write(self._ours, line.encode())

    def end(self) -> int:
        end = time.monotonic() + PATIENCE
        while self._read(end):
            pass
        os.close(self._ours)
        return self.process.wait(timeout=PATIENCE)

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self._ours], [], [], max(end - time.monotonic(), 0))
        try:
            data = os.read(self._ours, 65536) if ready else b""
        except OSError:  # Linux says so when the other side has closed
            data = b""
        self.shown += data.decode(errors="replace")
        return bool(data)


def test_the_typed_phrase_starts_a_run_that_is_drawn_as_a_tree(docs: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    at = Terminal("ask", QUESTION, "--docs", docs, "-o", report, NO_COLOR="1")
    at.until("To start it, type: Authorized to execute")
    at.type(f"{AUTHORISATION}\n")
    assert at.end() == 0
    assert "sixteen turbines" in report.read_text()
    tree = at.shown.rpartition(AUTHORISATION)[2]
    assert "✓ 1 " in tree
    assert "round 1/" in tree
    assert "\x1b[3" not in tree, "NO_COLOR was not respected"


def test_an_interrupt_at_the_question_says_how_to_go_on(docs: Path) -> None:
    at = Terminal("ask", QUESTION, "--docs", docs)
    at.until("To start it, type")
    os.kill(at.process.pid, 2)
    assert at.end() == 130
    assert "interrupted; resume with: fathoms resume " in at.shown


def test_an_error_is_red_unless_colour_is_not_wanted(docs: Path) -> None:
    coloured, plain = Terminal("show", "nope"), Terminal("show", "nope", NO_COLOR="1")
    assert (coloured.end(), plain.end()) == (2, 2)
    assert "\x1b[31mfathoms: error: " in coloured.shown
    assert "\x1b[31m" not in plain.shown


def test_on_a_terminal_the_report_is_laid_out_and_its_page_is_named(docs: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    at = Terminal("ask", QUESTION, "--docs", docs, "--home", home, "--yes", NO_COLOR="1")
    assert at.end() == 0
    assert "**" not in at.shown
    assert "sixteen turbines" in at.shown
    assert "[1] The Array, array.md" in at.shown
    assert "About this report" not in at.shown
    page = next((home / "runs").glob("*/report.html"))
    assert "For the browser: " in at.shown
    assert page.read_text().lstrip().startswith("<!doctype html>")


def test_of_a_report_longer_than_the_screen_the_answer_stays_in_sight(docs: Path) -> None:
    at = Terminal("ask", QUESTION, "--docs", docs, "--yes", NO_COLOR="1", LINES="12")
    assert at.end() == 0
    assert at.shown.count("sixteen turbines of 1.5 MW each") > at.shown.partition("[1] The Array")[0].count(
        "sixteen turbines of 1.5 MW each"
    )


def test_setup_asks_writes_and_tries(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    at = Terminal("setup", NO_COLOR="1", FATHOMS_SETTINGS=str(file))
    at.until("Model (Enter: quotes only)")
    at.type("nobody\n")
    at.until("Who serves nobody?")
    at.until("Model (Enter: quotes only):")
    at.type("compatible:nobody\n")
    at.until("Address")
    at.type("http://127.0.0.1:9/v1\n")
    at.until("Key for that address")
    at.type("secret-word\n")
    at.until("Search engine (Enter: none)")
    at.type("gogle\n")
    at.until("There is no search engine 'gogle'")
    at.type("\n")
    assert at.end() == 1
    assert "is the server running" in at.shown
    assert "secret-word" not in at.shown
    assert 'model = "compatible:nobody"' in file.read_text()


def test_a_kept_report_is_drawn_and_other_views_are_folded_without_our_own_terms(docs: Path, tmp_path: Path) -> None:
    asked = Terminal("ask", QUESTION, "--docs", docs, "--yes", "--home", tmp_path, NO_COLOR="1", COLUMNS="80")
    assert asked.end() == 0
    views = (
        "show last",
        "show last --tree",
        "show last --facts",
        "show last --task 1",
        "kb search turbines",
        "kb list",
    )
    for words in views:
        at = Terminal(*words.split(), "--home", tmp_path, NO_COLOR="1", COLUMNS="80")
        assert at.end() == 0
        shown = re.sub(r"\x1b\[[\d;]*m|\r", "", at.shown)
        to_be_copied = ("For the browser", "fathoms ")
        assert max(len(line) for line in shown.split("\n") if not line.startswith(to_be_copied)) <= 80, words
        assert not re.search(r"\*\*|kb://|CRITERIA_MET$", shown, re.MULTILINE), words
