"""Every form of a report is a row of one table, and every end of a run has one exit code."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest

from fathoms.app.endings import EXIT_CODES
from fathoms.app.exports import FORMATS, exported
from fathoms.app.offers import offer_of
from fathoms.app.queries import Looking
from fathoms.app.settings import load
from fathoms.domain.run import RunStatus
from fathoms.errors import ResumeToPlan, UsageError
from fathoms.faces.cli.session import look
from tests.command_line import Cli

QUESTION = "How many cranes does the harbour have?"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "harbour.md").write_text("# Harbour\n\nThe harbour has four cranes. They were built in 1987.\n")
    return folder


def test_a_report_comes_in_every_form(docs: Path, cli: Cli) -> None:
    assert cli("ask", QUESTION, "--docs", docs, "--yes").code == 0
    forms = look(load({}), lambda service: {form: exported(service, service.find("last"), form) for form in FORMATS})
    assert all(text and isinstance(text, bytes if FORMATS[form].binary else str) for form, text in forms.items())


def test_the_extras_of_the_forms_exist() -> None:
    known = importlib.metadata.metadata("fathoms").get_all("Provides-Extra") or []
    assert {export.extra for export in FORMATS.values()} - {""} <= set(known)


def test_asking_which_forms_there_are_imports_no_renderer() -> None:
    code = "import sys, fathoms.app.exports; print([n for n in sys.modules if n.startswith('fathoms.report')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "[]\n"


def test_whatever_a_run_ends_as_has_an_exit_code_of_its_own() -> None:
    left_with = [status for status in RunStatus if status.ended or status is RunStatus.PROPOSED]
    assert sorted(EXIT_CODES) == sorted(left_with)
    assert len(set(EXIT_CODES.values())) == len(EXIT_CODES)


def test_a_run_without_a_plan_has_nothing_to_offer(docs: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli("plan", QUESTION, "--docs", docs).code == 0

    def view(service: Looking) -> UsageError:
        run = service.find("last")
        assert offer_of(service, run).brief.question == QUESTION
        row = service.run(run).model_copy(update={"proposal": None})
        monkeypatch.setattr(service, "run", lambda _run: row)
        with pytest.raises(UsageError, match="no plan yet") as caught:
            offer_of(service, run)
        assert caught.value.next_step == ResumeToPlan(run)
        return caught.value

    look(load({}), view)
