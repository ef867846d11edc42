"""Nothing that a document, a page or a file name holds is obeyed by the terminal it is shown on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fathoms.faces.cli.terminal import obeyed_by_none
from tests.command_line import Cli

EVIL = "\x1b]0;title\x07\x1b[2J\x9b31m\x1bP1$\x1b\\ \u202egnp.exe\r"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("a\x9b31mb\x85c\x00\x07\x08\rd", "a31mbcd"),
        ("a\u202eb\u2066c", "abc"),
        ("می\u200cخواهم 👩\u200d🔬 é", "می\u200cخواهم 👩\u200d🔬 é"),
    ],
)
def test_what_a_terminal_would_obey_is_left_out(text: str, shown: str) -> None:
    assert obeyed_by_none(text) == shown


def test_no_command_on_a_hostile_document_shows_an_escape(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "harbour\x1b[31m.md").write_text(f"# Harbour {EVIL}\n\nThe harbour {EVIL} has four cranes.\n", "utf-8")
    (folder / "bad\x1b[2J.pdf").write_bytes(b"%PDF-1.7 broken")
    said = []
    for words in (
        ("ingest", folder),
        ("kb", "list"),
        ("kb", "search", "harbour cranes"),
        ("kb", "show", "harbour\x1b[31m.md"),
        ("ask", f"How many cranes has the harbour{EVIL}?", "--docs", folder, "--yes"),
        ("show", "last"),
        ("show", "last", "--events"),
        ("pages", "list"),
        ("web", "fetch", "http://host\x1b[2J.invalid/\x1b[31m"),
    ):
        outcome = cli(*words)
        said.append(f"{outcome.out}{outcome.err}")
    shown = "".join(said)
    assert "four cranes" in shown
    assert not {character for character in shown if character in "\x1b\x07\x9b\r\u202e\x00"}


def test_json_keeps_every_character_as_an_escape_that_no_terminal_obeys() -> None:
    told = json.dumps({"text": "fog \u202eabc\u202c\u2028 end", "start": 0}, ensure_ascii=False)
    shown = obeyed_by_none(told)
    assert "\u202e" not in shown
    assert "\u2028" not in shown
    assert json.loads(shown) == json.loads(told)


def test_what_only_begins_like_json_loses_what_a_terminal_would_obey() -> None:
    assert obeyed_by_none("[1] fog \u202eabc") == "[1] fog abc"
