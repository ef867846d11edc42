"""A whole run with a language model on loopback, through the command line."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from fathoms.domain.report import Report
from fathoms.errors import EXIT_NOT_FOUND
from fathoms.faces.cli.entry import run as main
from fathoms.testing.model_server import Answer, Asked, Fault, ModelServer, Script, honest

QUESTION = "How deep is the harbour of Anselm?"
PAGE = (
    "# Harbour of Anselm\n\nThe harbour of Anselm is nine metres deep. It was dredged in 1987 by the port authority.\n"
)
KEY = "sk-secret-that-nobody-may-see"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "harbour.md").write_text(PAGE, encoding="utf-8")
    return folder


def ask(server: ModelServer, docs: Path, *flags: str) -> int:
    model = f"{server.url}#scripted"
    arguments = ["ask", QUESTION, "--docs", str(docs), "--yes", "--effort", "quick", "--format", "json"]
    return main([*arguments, "--model", model, *flags])


def report(out: str) -> Report:
    return Report.model_validate_json(out)


def test_a_model_researches_a_question_and_every_statement_is_cited(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer() as server:
        assert ask(server, docs) == 0
    found = report(capsys.readouterr().out)
    statements = [s for section in found.sections for part in section.paragraphs for s in part.statements]
    assert [s.text for s in statements] == ["The harbour of Anselm is nine metres deep."]
    assert found.references[0].passages[0].quote == "The harbour of Anselm is nine metres deep."
    assert [asked.role for asked in server.asked] == ["brief", "plan", "extract", "whole"]


def test_the_key_reaches_its_server_and_no_file_of_the_home(
    docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_KEY", KEY)
    with ModelServer() as server:
        assert ask(server, docs) == 0
    assert {asked.key for asked in server.asked} == {KEY}
    told = capsys.readouterr()
    assert KEY not in told.out + told.err
    files = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert len(files) > 3
    assert [path.name for path in files if KEY.encode() in path.read_bytes()] == []


def broken(role: str, fault: Answer | str | Fault) -> Script:
    return lambda asked: fault if asked.role == role else honest(asked)


def test_sections_that_a_model_cannot_write_list_the_facts_and_name_the_loss(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(broken("finding", "no JSON at all")) as server:
        assert ask(server, docs, "--effort", "standard") == 0
    found = report(capsys.readouterr().out)
    statements = [s.text for section in found.sections for part in section.paragraphs for s in part.statements]
    assert statements == ["The harbour of Anselm is nine metres deep."]
    assert [(failure.what, "no usable answer" in failure.reason) for failure in found.failures] == [("section", True)]


def test_a_round_whose_queries_a_model_cannot_give_asks_with_the_question_itself(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(broken("scope", "")) as server:
        assert ask(server, docs, "--effort", "standard") == 0
    found = report(capsys.readouterr().out)
    assert found.found
    assert QUESTION in found.tried
    assert [failure.what for failure in found.failures] == ["queries"]


def test_without_a_usable_extraction_the_task_fails_by_name_and_nothing_is_made_up(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(broken("extract", "{")) as server:
        assert ask(server, docs) == 1
    found = report(capsys.readouterr().out)
    assert not found.found
    assert found.references == ()
    assert [(lost.task, "no usable answer" in lost.reason) for lost in found.unfinished] == [("1", True)]


def test_an_invented_quote_never_becomes_a_fact(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    invented = {"source_id": "S1", "quote": "The harbour is ninety metres deep.", "claim": "It is ninety metres deep."}
    lie = {"facts": [{**invented, "answers": ["q1"]}], "answered": ["q1"], "sufficient": True}
    with ModelServer(broken("extract", lie)) as server:
        assert ask(server, docs) == EXIT_NOT_FOUND
    assert "ninety" not in json.dumps([s.text for s in report(capsys.readouterr().out).closest])


def test_what_was_dropped_for_an_invented_quote_is_named(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def half_a_liar(asked: Asked) -> Answer | str | Fault:
        answer = honest(asked)
        if asked.role == "extract" and isinstance(answer, dict):
            answer["facts"].append({**answer["facts"][0], "quote": "It is ninety metres deep.", "claim": "Ninety."})
        return answer

    with ModelServer(half_a_liar) as server:
        assert ask(server, docs) == 0
    found = report(capsys.readouterr().out)
    assert [(failure.what, failure.reason) for failure in found.failures] == [
        ("quotes", "1 of 2 claims dropped: what they quote is not in the sources")
    ]


def test_a_real_quote_under_a_wrong_key_is_cited_where_it_stands(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (docs / "other.md").write_text("# Depth of the harbour of Anselm\n\nSee the pilot book.\n", encoding="utf-8")

    def confused(asked: Asked) -> Answer | str | Fault:
        answer = honest(asked)
        if asked.role == "extract" and isinstance(answer, dict):
            quote = "The harbour of Anselm is nine metres deep."
            wrong = next(key for key, text in asked.blocks("source").items() if quote not in text)
            answer["facts"] = [{"source_id": wrong, "quote": quote, "claim": quote, "answers": ["q1"]}]
        return answer

    with ModelServer(confused) as server:
        assert ask(server, docs) == 0
    found = report(capsys.readouterr().out)
    assert [reference.title for reference in found.references] == ["Harbour of Anselm"]
    assert found.failures == ()


@pytest.mark.parametrize("role", ["brief", "plan"])
def test_what_was_lost_while_planning_is_named_in_the_report(
    role: str, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(broken(role, "no JSON at all")) as server:
        assert ask(server, docs) == 0
    found = report(capsys.readouterr().out)
    assert [(failure.what, "no usable answer" in failure.reason) for failure in found.failures] == [(role, True)]


def test_a_scope_that_nobody_asked_for_does_not_shut_the_right_pages_out(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    invented = "Floating City"
    brief = {
        "subjects": [invented],
        "language": invented,
        "criteria": [invented],
        "place": invented,
        "domain": invented,
    }
    with ModelServer(broken("brief", {**brief, "period": None, "feasible": True, "doubt": ""})) as server:
        assert ask(server, docs) == 0
    found = report(capsys.readouterr().out)
    assert found.found
    assert invented not in found.model_dump_json()
    assert [criterion.text for criterion in found.criteria] == [QUESTION]


def test_a_small_window_is_filled_as_far_as_it_goes(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (docs / "long.md").write_text("# Anselm\n\n" + "The harbour of Anselm is old. " * 900, encoding="utf-8")
    with ModelServer(models=[{"id": "scripted", "meta": {"n_ctx": 3_000}}]) as server:
        assert ask(server, docs) == 0
    assert report(capsys.readouterr().out).found
    assert all(len(asked.system + asked.user) // 3 < 3_000 for asked in server.asked)


def test_a_refused_key_ends_the_run_with_what_to_do(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ModelServer(lambda asked: Fault(401)) as server:
        assert ask(server, docs) == 5
    assert len(server.asked) == 1
    assert "`model_key`" in capsys.readouterr().err


def test_a_money_budget_needs_a_price(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["ask", QUESTION, "--docs", str(docs), "--yes", "--max-usd", "1"]
    assert main([*arguments, "--model", "compatible:m@http://models.example/v1"]) == 2
    assert "model_price_in" in capsys.readouterr().err


def test_a_model_elsewhere_is_refused_where_only_local_ones_are_allowed(
    docs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_REACH", "local")
    arguments = ["ask", QUESTION, "--docs", str(docs), "--yes"]
    assert main([*arguments, "--model", "compatible:m@http://models.example/v1"]) == 2
    assert "model_reach" in capsys.readouterr().err


def test_a_budget_of_calls_is_kept_and_what_there_is_gets_written(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer() as server:
        assert ask(server, docs, "--max-calls", "5") == 0
    assert len(server.asked) <= 5
    assert report(capsys.readouterr().out).found


def test_what_was_recorded_is_replayed_without_a_request(
    docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_TRAFFIC_FILE", str(tmp_path / "traffic.jsonl"))
    monkeypatch.setenv("FATHOMS_MODEL_CONTEXT", "8192")
    monkeypatch.setenv("FATHOMS_MODEL_TRAFFIC", "record")
    with ModelServer() as server:
        assert ask(server, docs) == 0
        first, made = report(capsys.readouterr().out), len(server.asked)
        monkeypatch.setenv("FATHOMS_MODEL_TRAFFIC", "replay")
        assert ask(server, docs, "--fresh", "--home", str(tmp_path / "other")) == 0
    again = report(capsys.readouterr().out)
    assert len(server.asked) == made
    assert [s.text for s in again.answer] == [s.text for s in first.answer] != []


def test_every_request_is_paid_for_by_name_also_one_that_was_turned_away(
    docs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turned_away: list[Asked] = []

    def busy_once(asked: Asked) -> Answer | str | Fault:
        if asked.role == "extract" and not turned_away:
            turned_away.append(asked)
            return Fault(429, {"Retry-After": "0"})
        return honest(asked)

    with ModelServer(busy_once) as server:
        assert ask(server, docs) == 0
    with sqlite3.connect(tmp_path / "home" / "store.db") as store:
        paid = [json.loads(body) for (body,) in store.execute("select body from payments order by at")]
    assert len(paid) == len(server.asked) == 5
    assert sorted(p["actual"]["tokens"] == 0 for p in paid) == [False] * 4 + [True]
    assert all(p["actual"]["tokens"] <= p["worst"]["tokens"] for p in paid)
    told = report(capsys.readouterr().out).run_facts.spend
    assert told.tokens == sum(p["actual"]["tokens"] for p in paid), "planning and report cost, too"
    assert told.calls == sum(p["actual"]["calls"] for p in paid)


def test_what_each_prompt_took_is_shown_with_its_share_the_dearest_first(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer() as server:
        assert ask(server, docs) == 0
    capsys.readouterr()
    assert main(["show", "last", "--cost"]) == 0
    lines = capsys.readouterr().out.splitlines()
    start = next(number for number, line in enumerate(lines) if line.split()[:2] == ["prompt", "calls"])
    rows = [line.split() for line in lines[start + 1 : start + 1 + len(server.asked)]]
    assert {row[0] for row in rows} == {asked.role for asked in server.asked}
    tokens = [int(row[2].replace(",", "")) for row in rows]
    assert tokens == sorted(tokens, reverse=True)
    assert sum(int(row[4].removesuffix("%")) for row in rows) == pytest.approx(100, abs=2)
