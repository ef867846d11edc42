"""From a question to its report, by the real command: what must stand in it, over documents that can answer it.

A case is a TOML file in `reports/`; a new behaviour is a new file.

    shows    = "one sentence: the behaviour"
    question = "…"
    options  = ["--effort", "deep"]        what is said with the question
    [[document]] name, text                a small corpus, taken in as a folder of files
    [expect]     mode, form, tasks, asks, first, says, omits
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from pydantic import Field

from fathoms.domain.plan import Form, Mode
from fathoms.domain.value import Value
from tests.command_line import Cli

FOLDER = Path(__file__).parent / "reports"


class Document(Value):
    name: str
    text: str


class ExpectedReport(Value):
    """`None` is not checked. What the report says is looked for before its references."""

    mode: Mode | None = None
    form: Form | None = None
    tasks: int | None = None
    """Least number of tasks."""
    asks: tuple[str, ...] = ()
    """Each stands in the question of a task, or of a sub-question."""
    first: str = ""
    """Stands before anything else that is quoted is over: in the first lines."""
    says: tuple[str, ...] = ()
    omits: tuple[str, ...] = ()


class ReportCase(Value):
    name: str
    shows: str
    question: str
    options: tuple[str, ...] = ()
    document: tuple[Document, ...] = Field(min_length=1)
    expect: ExpectedReport


def load(path: Path) -> ReportCase:
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    return ReportCase.model_validate({"name": path.stem, **written}, strict=False)


CASES = [load(path) for path in sorted(FOLDER.glob("*.toml"))]
FIRST = 900
"""Characters of a report, its question aside, in which the answer must begin."""


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_report_says_what_its_case_asks_for(case: ReportCase, tmp_path: Path, cli: Cli) -> None:
    for document in case.document:
        (tmp_path / "docs" / document.name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / document.name).write_text(document.text, encoding="utf-8")
    outcome = cli("ask", case.question, "--docs", tmp_path / "docs", "--yes", *case.options)
    assert outcome.code == 0, outcome.err
    plan = json.loads(cli("show", "last", "--events", "--json").out)[0]["body"]["plan"]
    expected = case.expect
    assert expected.mode is None or plan["mode"] == expected.mode
    assert expected.form is None or plan["form"]["form"] == expected.form
    assert expected.tasks is None or len(plan["tasks"]) >= expected.tasks
    asked = " | ".join(text for task in plan["tasks"] for text in (task["question"], *task["sub_questions"]))
    assert [text for text in expected.asks if text not in asked] == []
    body = outcome.out.partition("\n## References")[0].partition("\n## 出典")[0]
    opening = body.partition(case.question)[2][:FIRST]
    assert expected.first in opening
    assert [text for text in expected.says if text not in body] == []
    assert [text for text in expected.omits if text in body] == []
