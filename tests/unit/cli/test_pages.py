"""Stored pages on the command line: listed, shown, and their originals taken out again."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.command_line import Cli, Outcome
from tests.unit.cli.conftest import QUESTION


def pages(cli: Cli) -> dict[str, dict[str, object]]:
    """By the name of the file."""
    return {str(p["url"]).rpartition("/")[2]: p for p in json.loads(cli("pages", "list", "--json").out)}


def test_pages_that_a_run_quotes_are_listed_and_shown_by_id_and_by_address(cli: Cli, done: Outcome) -> None:
    (line,) = [row for row in cli("pages", "list", "--run", "last").out.splitlines() if "array.md" in row]
    page = pages(cli)["array.md"]
    assert str(page["page_id"]) in line
    for name in (str(page["page_id"]), str(page["page_id"])[:8], str(page["url"]), f"{page['url']}#3-9"):
        shown = cli("pages", "show", name)
        assert shown.out.startswith("# The Array")
        assert "no original kept" in shown.err
    assert json.loads(cli("pages", "show", str(page["url"]), "--json").out)["original"] is None


def test_without_pages_the_list_says_so(cli: Cli) -> None:
    outcome = cli("pages", "list")
    assert (outcome.code, outcome.err) == (3, "no run has stored a page yet\n")


@pytest.mark.parametrize("name", ["p-nothing", "https://a.example/", "kb://docs/none.md", ""])
def test_a_page_that_nobody_stored_is_an_error_with_the_next_step(cli: Cli, done: Outcome, name: str) -> None:
    outcome = cli("pages", "show", name)
    assert (outcome.code, "`fathoms pages list`" in outcome.err) == (2, True)


def test_a_beginning_that_several_pages_have_is_refused(cli: Cli, docs: Path) -> None:
    assert cli("ask", "Which of them carries forty cars, and how many turbines?", "--docs", docs, "--yes").code == 0
    assert len(pages(cli)) == 2
    outcome = cli("pages", "show", "p-")
    assert (outcome.code, "stands for 2 pages" in outcome.err) == (2, True)


def test_an_original_comes_out_as_the_file_was_although_that_has_changed(cli: Cli, docs: Path, tmp_path: Path) -> None:
    before = (docs / "array.md").read_bytes()
    assert cli("ask", QUESTION, "--docs", docs, "--yes", "--keep-originals").code == 0
    (docs / "array.md").write_text("# Rewritten")
    page, target = str(pages(cli)["array.md"]["page_id"]), tmp_path / "out.md"
    outcome = cli("pages", "show", page, "--original", "-o", target)
    assert (outcome.code, target.read_bytes()) == (0, before)
    assert "original kept: sha256 " in outcome.err
    assert f"text/markdown, {len(before)} B" in outcome.err
    assert "original kept: sha256 " in cli("why", "last", "[1]").out
    assert "the same bytes" in cli("replay", "last").out


def test_the_same_text_elsewhere_is_told_apart_and_its_original_is_found_by_id(
    cli: Cli, docs: Path, tmp_path: Path
) -> None:
    shutil.copytree(docs, tmp_path / "copy")
    assert cli("ask", QUESTION, "--docs", docs, "--yes").code == 0
    assert cli("ask", QUESTION, "--docs", tmp_path / "copy", "--yes", "--keep-originals").code == 0
    listed = json.loads(cli("pages", "list", "--run", "last", "--json").out)
    assert {page["url"].split("/")[2].partition("-")[0] for page in listed} == {"copy"}
    (page,) = {page["page_id"] for page in listed if page["url"].endswith("array.md")}
    assert len([p for p in json.loads(cli("pages", "list", "--json").out) if p["page_id"] == page]) == 2
    assert cli("pages", "show", page, "--original", "-o", tmp_path / "out.md").code == 0


def test_where_no_original_was_kept_the_next_step_is_said(cli: Cli, done: Outcome) -> None:
    outcome = cli("pages", "show", str(pages(cli)["array.md"]["page_id"]), "--original")
    assert (outcome.code, "--keep-originals --fresh" in outcome.err) == (2, True)


def test_an_original_that_was_left_out_is_refused_with_the_reason(
    cli: Cli, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_MAX_ORIGINAL_MB", "1")
    (docs / "array.md").write_text((docs / "array.md").read_text() + "The sea is wide and grey. " * 40_000)
    assert cli("ask", QUESTION, "--docs", docs, "--yes", "--keep-originals").code == 0
    assert "left out" in cli("pages", "list", "--run", "last").out
    outcome = cli("pages", "show", str(pages(cli)["array.md"]["page_id"]), "--original")
    assert (outcome.code, "setting max_original_mb" in outcome.err) == (2, True)


def test_originals_that_were_removed_are_said_to_be_gone(cli: Cli, docs: Path, tmp_path: Path) -> None:
    assert cli("ask", QUESTION, "--docs", docs, "--yes", "--keep-originals").code == 0
    for file in (tmp_path / "home" / "originals").glob("*/*.gz"):
        file.unlink()
    assert " gone " in cli("pages", "list").out
    assert "its file is GONE" in cli("why", "last", "[1]").out
    outcome = cli("pages", "show", str(pages(cli)["array.md"]["page_id"]), "--original")
    assert (outcome.code, "restore it" in outcome.err) == (1, True)


def test_bytes_never_go_to_a_terminal_and_never_mix_with_json(
    cli: Cli, done: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = str(pages(cli)["array.md"]["page_id"])
    assert cli("pages", "show", page, "--original", "--json").code == 2
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    outcome = cli("pages", "show", page, "--original")
    assert (outcome.code, "name a file with -o" in outcome.err) == (2, True)


def test_the_doctor_counts_the_originals_and_says_how_to_be_rid_of_them(cli: Cli, docs: Path) -> None:
    assert cli("ask", QUESTION, "--docs", docs, "--yes", "--keep-originals").code == 0
    (check,) = [c for c in json.loads(cli("doctor", "--json").out) if c["what"] == "originals"]
    assert "asks for it; 1 file" in check["found"] or "asks for it; 2 files" in check["found"]
    assert "remove" in check["advice"]
