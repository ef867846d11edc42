"""A model that fails is said to have failed, on top of the report and by the exit code; nothing is called absent."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from fathoms.errors import EXIT_NOT_FOUND, ProviderError
from fathoms.minds.llm import asking
from fathoms.testing.model_server import Answer, Asked, Fault, ModelServer, honest
from tests.command_line import Cli

QUESTION = "How deep is the harbour of Anselm?"
GARBAGE = "Sure! Here is what you asked for."


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "_FIRST_WAIT", 0.0)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "harbour.md").write_text("# Harbour of Anselm\n\nThe harbour of Anselm is nine metres deep.\n", "utf-8")
    return folder


def claims_no_absence(said: str) -> bool:
    return "Not found" not in said and "No passage" not in said


@pytest.mark.parametrize("reply", [Fault(500), GARBAGE], ids=["answers 500", "answers garbage"])
def test_a_model_that_fails_from_the_start_ends_the_command_with_its_name(
    cli: Cli, docs: Path, reply: Fault | str
) -> None:
    with ModelServer(lambda _: reply) as server:
        asked = cli("ask", QUESTION, "--docs", docs, "--yes", "--model", f"{server.url}#scripted")
    assert asked.code not in (0, EXIT_NOT_FOUND)
    assert server.url.removeprefix("http://") in asked.err
    assert claims_no_absence(asked.out + asked.err)


def test_a_model_that_cannot_be_reached_is_named_and_nothing_is_spent(cli: Cli, docs: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, not listening
        address = f"http://127.0.0.1:{nobody.getsockname()[1]}/v1"
        asked = cli("ask", QUESTION, "--docs", docs, "--yes", "--model", f"{address}#scripted")
    assert asked.code == ProviderError.exit_code
    assert f"{address} cannot be reached" in asked.err
    assert claims_no_absence(asked.out + asked.err)
    spent = json.loads(cli("show", "last", "--cost", "--json").out)[""]
    assert (spent["tokens"], spent["calls"], spent["usd"]) == (0, 0, 0)


@pytest.mark.parametrize("reply", [Fault(500), GARBAGE], ids=["answers 500", "answers garbage"])
def test_a_report_whose_tasks_failed_says_so_on_top_and_claims_no_absence(
    cli: Cli, docs: Path, reply: Fault | str
) -> None:
    def fails_after_planning(asked: Asked) -> Answer | str | Fault:
        return honest(asked) if asked.role in ("brief", "plan") else reply

    with ModelServer(fails_after_planning) as server:
        asked = cli("ask", QUESTION, "--docs", docs, "--yes", "--model", f"{server.url}#scripted")
    assert asked.code not in (0, EXIT_NOT_FOUND)
    assert "every task failed" in asked.err
    for shown in (asked.out, cli("show", "last").out):
        above, _, below = shown.partition("## Not answered")
        assert "This report is incomplete" in above
        assert server.url.removeprefix("http://") in above
        assert "does not mean that there is no answer" in below
        assert claims_no_absence(shown)
