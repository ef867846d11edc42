"""Whoever writes the whole sees the pages behind the facts, and may quote further from them; a reader looks at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathoms.domain.report import Report
from fathoms.faces.cli.entry import run as main
from fathoms.report.statements import statements
from fathoms.testing.model_server import Answer, Asked, Fault, ModelServer, honest

QUESTION = "How does one restore the archive of Anselm?"
RESTORE = "To restore the archive of Anselm, copy its newest mirror back."
WARNING = "A mirror also replays finished orders unless its journal was sealed beforehand by the night watch."
INVENTED = "The night watch of Anselm seals every journal at midnight without being asked."
GUIDE = f"# The archive of Anselm\n\n{RESTORE} {WARNING}\n\n## Costs\n\nThe harbour office pays for the copies.\n"


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FATHOMS_MODEL_CONTEXT", "32000")
    monkeypatch.setenv("FATHOMS_HOME", str(tmp_path / "home"))
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "guide.md").write_text(GUIDE, encoding="utf-8")
    return folder


def taking(asked: Asked) -> Answer | str | Fault:
    """Takes one quote that stands on a page, and one that does not."""
    if asked.role != "whole":
        return honest(asked)
    fact = next(iter(asked.blocks("fact")))
    page = next(key for key, text in asked.blocks("source").items() if WARNING in text)
    sealed = "Seal the journal before that: otherwise a mirror also replays finished orders"
    return {
        "taken": [
            {"key": "N1", "source_id": page, "quote": WARNING, "claim": WARNING},
            {"key": "N2", "source_id": page, "quote": INVENTED, "claim": INVENTED},
        ],
        "short_answer": f"{RESTORE.rstrip('.')} [{fact}]. {sealed} [N1].",
        "sections": [{"heading": "Journal", "text": f"{INVENTED.rstrip('.')} [N2]. {WARNING.rstrip('.')} [N1]."}],
    }


def ask(server: ModelServer, docs: Path, *flags: str) -> int:
    return main(
        ["ask", QUESTION, "--docs", str(docs), "--yes", "--format", "json", "--model", f"{server.url}#m", *flags]
    )


def test_a_quote_that_the_writer_takes_ships_with_its_own_reference_and_an_invented_one_does_not(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(taking) as server:
        assert ask(server, docs) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    fact = next(fact for fact in report.facts if fact.evidence[0].quote == WARNING)
    told = {statement.text: statement.facts for statement in statements(report)}
    assert [cited for text, cited in told.items() if text.startswith("Seal")] == [(fact.id,)]
    assert WARNING in [item.quote for reference in report.references for item in reference.passages]
    assert INVENTED not in told
    assert any("1 of the quotes" in failure.reason for failure in report.failures)
    (judged,) = (one.user for one in server.asked if one.role == "judge")
    assert "Seal the journal" in judged
    assert WARNING in judged, "the judge sees its quote like that of any fact"


def test_what_was_taken_is_kept_with_the_run_and_leads_back_to_its_page(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(taking) as server:
        assert ask(server, docs) == 0
    run = Report.model_validate_json(capsys.readouterr().out).run
    assert main(["show", run, "--facts"]) == 0
    assert WARNING in capsys.readouterr().out
    assert main(["why", run, "Seal the journal"]) == 0
    assert WARNING in capsys.readouterr().out
    assert main(["replay", run]) == 0


def test_the_same_answers_give_the_same_report_with_what_was_taken(
    docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_TRAFFIC_FILE", str(tmp_path / "played.jsonl"))
    told: list[str] = []
    with ModelServer(taking) as server:
        for home, traffic in (("played", "record"), ("again", "replay")):
            monkeypatch.setenv("FATHOMS_MODEL_TRAFFIC", traffic)
            assert ask(server, docs, "--home", str(tmp_path / home), "--format", "markdown") == 0
            told.append(capsys.readouterr().out.partition("### About this report")[0])
    assert told[0] == told[1]
    assert WARNING in told[0]
