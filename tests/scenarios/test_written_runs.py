"""A whole run with a model that writes: open points become tasks, and the report opens with the answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathoms.domain.report import Report
from fathoms.faces.cli.entry import run as main
from fathoms.report.statements import every_section
from fathoms.testing.model_server import Answer, Asked, Fault, ModelServer, honest

QUESTION = "How deep is the harbour of Anselm, and what does it cost to enter it?"
DREDGED = "Who dredged the harbour of Anselm?"
PAGES = {
    "depth": "# Depth\n\nThe harbour of Anselm is nine metres deep.\n",
    "fees": "# Fees\n\nTo enter the harbour of Anselm costs forty crowns.\n",
    "works": "# Works\n\nThe port authority dredged the harbour of Anselm in 1987.\n",
}


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


def rich(asked: Asked) -> Answer | str | Fault:
    match asked.role:
        case "plan":
            depth, fee = "How deep is the harbour of Anselm?", "What does it cost to enter the harbour of Anselm?"
            tasks = [{"id": "1", "question": depth}, {"id": "2", "question": fee}]
            return {"tasks": tasks, "strategy": "aspect", "form": "matrix", "form_columns": ["Depth", "Cost"]}
        case "finding":
            answer = honest(asked)
            assert isinstance(answer, dict)
            return answer | {"open_questions": [DREDGED]}
        case "gaps":
            return {"matter": [key for key in asked.choices("matter") if f"{key}: {DREDGED}" in asked.user]}
        case "editor":
            marks = "".join(f"[{key}]" for key in asked.blocks("fact"))
            answer = f"The harbour of Anselm is nine metres deep and costs forty crowns to enter {marks}."
            return {"short_answer": answer, "key_points": []}
    return honest(asked)


def test_an_open_point_that_matters_is_looked_into_and_is_no_gap_any_more(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(rich) as server:
        command = ["ask", QUESTION, "--docs", str(docs), "--yes", "--format", "json", "--model", f"{server.url}#m"]
        assert main(command) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    assert DREDGED in [section.question for section in every_section(report.sections)]
    assert DREDGED not in report.gaps
    assert [asked.role for asked in server.asked].count("gaps") == 1
    assert report.answer


def test_a_pass_that_fails_leaves_the_report_as_it_is(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(asked: Asked) -> Answer | str | Fault:
        if asked.role == "finding":
            answer = rich(asked)
            assert isinstance(answer, dict)
            return answer | {"open_questions": []}
        return "no JSON" if asked.role in ("gaps", "editor") else rich(asked)

    with ModelServer(broken) as server:
        command = ["ask", QUESTION, "--docs", str(docs), "--yes", "--format", "json", "--model", f"{server.url}#m"]
        assert main(command) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    assert report.sections
    assert any("No summary was written" in gap for gap in report.gaps)
