"""Evidence on the command line: the way down to a quote, what runs know, replay, follow-up, the difference, forms."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from pathlib import Path

import bibtexparser
import docx
import pypdfium2
import pytest
import rispy

from fathoms.domain.delta import Delta
from fathoms.domain.report import Report
from fathoms.domain.trail import Trail
from tests.command_line import Cli, Outcome
from tests.unit.cli.conftest import QUESTION


def test_why_reaches_the_quote_from_a_number_and_from_a_sentence(cli: Cli, done: Outcome) -> None:
    for asked in ("[1]", "sixteen turbines of 1.5 MW"):
        outcome = cli("why", "last", asked)
        assert outcome.code == 0
        assert "The array has sixteen turbines" in outcome.out
        assert "found at its place" in outcome.out
    (trail, *_) = json.loads(cli("why", "last", "[1]", "--json").out)
    footing = Trail.model_validate(trail).grounds[0].footings[0]
    assert footing.in_place
    assert footing.evidence.end - footing.evidence.start == len(footing.evidence.quote)


def test_why_follows_the_numbers_of_the_length_that_is_meant(cli: Cli, docs: Path) -> None:
    asides = {
        "boats": "Two boats serve it in winter, when the swell from the north keeps the larger vessels in the harbour",
        "divers": "Divers go down each spring and clean the blades of weed, shells and what nets have left there",
        "cables": "Its cable runs along the seabed to the substation, under gravel where the anchors of ships drag",
        "gulls": "Gulls rest on the buoys above, and an officer of the council counts them on the first day of a month",
    }
    for number, (name, aside) in enumerate(asides.items(), start=3):
        said = f"The array has sixteen turbines, of which {number} were repaired at a cost of {number} million marks. "
        (docs / f"{name}.md").write_text(f"# {name.title()} of the array\n\n{said}{aside}, {aside.lower()}.\n")
    assert cli("ask", QUESTION, "--docs", docs, "--yes", "--length", "short").code == 0
    numbers = {}
    for length in ("short", "long"):
        report = cli("export", "last", "--length", length).out
        numbers[length] = dict(re.findall(r"^- \[(\d+)\] .*`(kb://\S+)`", report, re.MULTILINE))
        for number, url in numbers[length].items():
            assert url in cli("why", "last", f"[{number}]", "--length", length).out
    assert 1 <= len(numbers["short"]) <= len(numbers["long"])


def test_why_says_what_there_is_when_there_is_no_such_thing(cli: Cli, done: Outcome) -> None:
    missing = cli("why", "last", "[99]")
    assert (missing.code, "it has " in missing.err) == (2, True)
    half = cli("why", "last", "[1] [98] [99]")
    assert (half.code, "no reference [98], [99]" in half.err) == (2, True)
    assert cli("why", "last", "flamingos on the moon").code == 2
    nothing = cli("why", "last", "the")
    assert (nothing.code, "words of a sentence" in nothing.err) == (2, True)


def test_facts_of_all_runs_are_found_with_their_age_and_source(cli: Cli, done: Outcome) -> None:
    outcome = cli("facts", "search", "turbines of the array")
    assert outcome.code == 0
    assert "array.md" in outcome.out
    assert " ago in 1 run" in outcome.out
    assert cli("facts", "search", "flamingos").code == 3


def test_a_replay_gives_the_same_bytes_and_notices_other_ones(cli: Cli, docs: Path, tmp_path: Path) -> None:
    assert cli("ask", QUESTION, "--docs", docs, "--yes").code == 0
    again = cli("replay", "last")
    assert again.code == 0
    assert "the same bytes" in again.out
    (file,) = (tmp_path / "home" / "runs").glob("*/report_*.md")
    file.write_text(file.read_text() + "\n")
    assert cli("replay", "last").code == 1


def test_the_difference_of_two_runs_names_what_changed(cli: Cli, docs: Path) -> None:
    for figure in ("118", "131"):
        text = (docs / "array.md").read_text().replace("118 million", f"{figure} million")
        (docs / "array.md").write_text(text)
        assert cli("ask", QUESTION, "--docs", docs, "--yes", "--fresh").code == 0
    later, earlier = [line["run"] for line in json.loads(cli("runs", "--json").out)]
    found = Delta.model_validate_json(cli("delta", earlier, later, "--json").out)
    assert ["131" in pair.figures for pair in found.changed] == [True]
    told = cli("delta", earlier, later).out
    assert "118 million" in told
    assert "131 million" in told
    assert "Nothing that the reports say has changed" in cli("delta", later, later).out


def test_two_questions_have_no_difference(cli: Cli, docs: Path, done: Outcome) -> None:
    assert cli("ask", "How many cars does the ferry carry?", "--docs", docs, "--yes").code == 0
    first, second = [line["run"] for line in json.loads(cli("runs", "--json").out)]
    outcome = cli("delta", first, second)
    assert (outcome.code, "different questions" in outcome.err) == (2, True)


def test_a_follow_up_means_the_same_thing_and_counts_what_it_saved(cli: Cli, docs: Path) -> None:
    page = docs / "array.md"
    page.write_text(
        page.read_text().replace("The array", "The Kittlehead Array").replace("The Array", "Kittlehead Array")
    )
    assert cli("ask", "What did the Kittlehead Array cost?", "--docs", docs, "--yes").code == 0
    outcome = cli("ask", "What did it cost?", "--follow", "last", "--yes")
    assert outcome.code == 0
    assert "118 million" in outcome.out
    assert "were saved by an earlier run" in outcome.out


def test_what_the_user_knows_is_shown_beside_who_says_otherwise(cli: Cli, docs: Path) -> None:
    known = "The array cost 90 million marks."
    outcome = cli("ask", "What did the array cost?", "--docs", docs, "--yes", "--known", known)
    assert "90 million marks: stated by you" in outcome.out
    ledger = cli("show", "last", "--conflicts").out
    assert "OPEN, HIGH" in ledger
    assert "brief://fact/1" in ledger


def test_other_lengths_come_from_the_same_run(cli: Cli, done: Outcome) -> None:
    assert cli("export", "last").out == done.out
    assert cli("export", "last", "--length", "long").code == 0
    assert len(cli("export", "last", "--length", "short").out) <= len(done.out)


def test_pdf_and_word_open_in_independent_readers(cli: Cli, done: Outcome, tmp_path: Path) -> None:
    for form in ("pdf", "docx"):
        assert cli("export", "last", "--format", form, "-o", tmp_path / f"r.{form}").code == 0
    with pypdfium2.PdfDocument(tmp_path / "r.pdf") as pdf:
        text = " ".join(page.get_textpage().get_text_bounded() for page in pdf)
    assert "sixteen turbines" in " ".join(text.split())
    word = docx.Document(str(tmp_path / "r.docx"))
    assert any("sixteen turbines" in paragraph.text for paragraph in word.paragraphs)
    first = (tmp_path / "r.docx").read_bytes()
    cli("export", "last", "--format", "docx", "-o", tmp_path / "r.docx")
    assert (tmp_path / "r.docx").read_bytes() == first


def test_references_open_in_independent_readers(cli: Cli, done: Outcome) -> None:
    entries = bibtexparser.parse_string(cli("export", "last", "--format", "bibtex").out)
    assert not entries.failed_blocks
    titles = [entry["title"] for entry in entries.entries]
    records = rispy.load(io.StringIO(cli("export", "last", "--format", "ris").out.replace("\r\n", "\n")))
    items = json.loads(cli("export", "last", "--format", "csl").out)
    assert [record["title"] for record in records] == [item["title"] for item in items]
    assert len(titles) == len(items) > 0


def test_a_binary_form_does_not_go_to_a_terminal(cli: Cli, done: Outcome, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    outcome = cli("export", "last", "--format", "pdf")
    assert (outcome.code, "name a file with -o" in outcome.err) == (2, True)


def test_a_copy_of_the_documents_elsewhere_is_never_cited(cli: Cli, tmp_path: Path) -> None:
    """The same text in another collection is not what this run was given."""
    world = Path(__file__).parents[3] / "examples" / "world"
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        for file in ("reports/tidal-authority-annual-report-2025.md", "engineering/note-17-kittlehead-yield.md"):
            shutil.copy(world / file, tmp_path / name)
        question = "How much electricity did the Kittlehead Tidal Array deliver to the city grid?"
        assert cli("ask", question, "--docs", tmp_path / name, "--yes").code == 0
        report = Report.model_validate_json(cli("export", "last", "--format", "json").out)
        assert len(report.conflicts) == 1
        assert {reference.url.split("/")[2].partition("-")[0] for reference in report.references} == {name}
