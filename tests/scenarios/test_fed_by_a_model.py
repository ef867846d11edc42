"""What a model asks for is searched, and what it calls covered is not looked for again: whole runs by command."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathoms.domain.report import GateKind, Report
from fathoms.faces.cli.entry import run as main
from fathoms.testing.model_server import Answer, Asked, Fault, ModelServer, honest

QUESTION = "How deep is the harbour of Anselm?"
THEME = "room beneath the keel"
WORDS = ("depth", "dredging", "quay", "draught", "tide")


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name in ("harbour", *WORDS):
        page = f"# {name.title()} of Anselm\n\nThe harbour of Anselm is nine metres deep, says the page on {name}.\n"
        (folder / f"{name}.md").write_text(page, encoding="utf-8")
    return folder


def run(docs: Path, capsys: pytest.CaptureFixture[str], *, covered: bool) -> tuple[list[Asked], Report]:
    def script(asked: Asked) -> Answer | str | Fault:
        answer = honest(asked)
        assert isinstance(answer, dict)
        if asked.role == "plan":
            answer["tasks"][0]["must_cover"] = [THEME]
        if asked.role == "scope":
            answer["queries"] = [{"source": asked.choices("source")[0], "query": f"{word} of Anselm"} for word in WORDS]
        if asked.role == "extract":
            points = asked.choices("covered")
            answer |= {"answered": ["q1"], "sufficient": True, "covered": points if covered else []}
        return answer

    with ModelServer(script) as server:
        arguments = ["ask", QUESTION, "--docs", str(docs), "--yes", "--effort", "standard", "--format", "json"]
        assert main([*arguments, "--model", f"{server.url}#scripted"]) == 0
        return server.asked, Report.model_validate_json(capsys.readouterr().out)


def test_a_theme_that_is_told_in_other_words_buys_no_round_when_the_model_says_so(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, found = run(docs, capsys, covered=True)
    themes = [gate for gate in found.gates if gate.kind is GateKind.THEME]
    assert [(gate.about, gate.met) for gate in themes] == [(THEME, True)]
    assert not any("unmet" in one.user for one in asked if one.role == "scope")
    assert sum(one.role == "scope" for one in asked) == 1


def test_a_theme_that_the_model_does_not_find_is_looked_for_and_all_its_queries_are_sent(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, found = run(docs, capsys, covered=False)
    scopes = [one.user for one in asked if one.role == "scope"]
    assert f"the theme '{THEME}' is covered" in scopes[1]
    sent = scopes[1].split("Queries sent before:\n")[1]
    assert all(f"- {word} of Anselm\n" in sent for word in WORDS)
    assert [gate.met for gate in found.gates if gate.kind is GateKind.THEME] == [False]
