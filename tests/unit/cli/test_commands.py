"""The commands, from end to end, on a small folder."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.report import Report
from fathoms.domain.run import RunStatus
from tests.command_line import Cli, Outcome
from tests.unit.cli.conftest import QUESTION

MARKDOWN = "*Extractive"


def test_ask_prints_the_report_on_stdout_and_progress_on_stderr(done: Outcome) -> None:
    assert "sixteen turbines" in done.out
    assert "[1" in done.out
    assert "2 documents (2 new)" in done.err
    assert "looking into 3 parts, quotes only" in done.err
    assert done.err.count("answered") == 3
    assert "report written: 1 source cited" in done.err
    assert "looking into" not in done.out


@pytest.mark.parametrize("words", ["extractive", "saturation", "CRITERIA_MET", "SURVEY", "kb://"])
def test_what_is_said_by_default_has_none_of_the_engines_own_words(done: Outcome, words: str) -> None:
    assert words not in done.err


def test_how_much_is_said_while_it_works_is_for_the_user_to_choose(cli: Cli, docs: Path) -> None:
    ask = ("ask", QUESTION, "--docs", docs, "--yes")
    assert cli(*ask, "--quiet").err == ""
    verbose = cli(*ask, "--fresh", "-v").err
    assert "task started" in verbose
    assert "saturation" in verbose
    told = [json.loads(line) for line in cli(*ask, "--events", "jsonl").err.splitlines()]
    assert [told[0]["body"]["type"], told[-1]["body"]["type"]] == ["run.started", "run.ended"]


def test_one_cannot_be_quiet_and_verbose_at_once(cli: Cli, docs: Path) -> None:
    outcome = cli("ask", QUESTION, "--docs", docs, "--quiet", "--verbose")
    assert outcome.code == 2
    assert "exclude each other" in outcome.err


def test_a_report_goes_to_a_file_in_any_form(cli: Cli, docs: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    outcome = cli("ask", QUESTION, "--docs", docs, "--yes", "--format", "html", "-o", page)
    assert (outcome.code, outcome.out) == (0, "")
    assert f"report written to {page}" in outcome.err
    assert page.read_text().lstrip().startswith("<!doctype html>")
    assert Report.model_validate_json(cli("export", "last", "--format", "json").out).found


@pytest.mark.parametrize(
    ("name", "form", "begins"),
    [("r.html", (), "<!doctype html>"), ("r.HTML", (), "<!doctype html>"), ("r.json", (), "{"), ("r.bib", (), "@"),
     ("r.csl.json", (), "["), ("r.html", ("--format", "markdown"), MARKDOWN), ("r.txt", (), MARKDOWN),
     ("report", (), MARKDOWN)],
)  # fmt: skip
def test_a_report_has_the_form_that_the_name_of_its_file_ends_like(
    cli: Cli, done: Outcome, tmp_path: Path, name: str, form: tuple[str, ...], begins: str
) -> None:
    assert cli("export", "last", *form, "-o", str(tmp_path / name)).code == 0
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)


def test_export_repeats_the_report_word_for_word(cli: Cli, done: Outcome) -> None:
    assert cli("export", "last").out == done.out
    assert cli("show", "last").out == done.out
    again = cli("resume", "last")
    assert (again.code, again.out) == (0, done.out)
    assert "has already ended (done)" in again.err


def test_nothing_found_is_an_honest_answer_with_a_code_of_its_own(cli: Cli, docs: Path) -> None:
    outcome = cli("ask", "Who invented the zeppelin of Quuxville?", "--docs", docs, "--yes")
    assert outcome.code == 3
    assert outcome.out


def test_a_bad_file_is_listed_and_the_rest_goes_on(cli: Cli, docs: Path) -> None:
    (docs / "broken.md").write_bytes(bytes(range(256)) * 50)
    outcome = cli("ask", QUESTION, "--docs", docs, "--yes")
    assert outcome.code == 0
    assert "1 file could not be read:" in outcome.err
    assert "broken.md: not text" in outcome.err


@pytest.mark.parametrize(
    ("question", "told"),
    [("", "the question is empty"), ("  ", "the question is empty"), ("?" * 10_001, "10,001 characters")],
)
def test_a_bad_question_is_refused_with_the_next_step(question: str, told: str, cli: Cli, docs: Path) -> None:
    outcome = cli("ask", question, "--docs", docs)
    assert outcome.code == 2
    assert told in outcome.err


async def test_the_longest_question_is_taken(docs: Path) -> None:
    async with Service(load()) as service:
        row = await service.register(Ask(question="?" * 10_000, docs=(docs,)))
    assert len(row.order.ask.question) == 10_000


def test_several_words_without_quotes_are_refused(cli: Cli) -> None:
    outcome = cli("ask", "how", "many")
    assert outcome.code == 2
    assert 'put the question in quotes: "how many"' in outcome.err


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_a_folder_without_documents_is_refused_and_leaves_no_run(name: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    outcome = cli("ask", QUESTION, "--docs", tmp_path / name, "--yes")
    assert outcome.code == 2
    assert str(tmp_path / name) in outcome.err
    assert json.loads(cli("runs", "--json").out) == []


def test_a_target_that_cannot_be_written_is_refused_before_the_work(cli: Cli, docs: Path, tmp_path: Path) -> None:
    for target in (tmp_path / "nowhere" / "report.md", tmp_path):
        assert cli("ask", QUESTION, "--docs", docs, "--yes", "-o", target).code == 2
    assert json.loads(cli("runs", "--json").out) == []


def test_unknown_names_are_refused_with_near_ones(cli: Cli, docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "did you mean 'extractive'?" in cli("ask", QUESTION, "--docs", docs, "--mind", "extractiv").err
    monkeypatch.setenv("FATHOMS_EFORT", "deep")
    outcome = cli("runs")
    assert (outcome.code, "did you mean 'effort'?" in outcome.err) == (2, True)


@pytest.mark.parametrize("command", ["show", "resume", "cancel", "export", "authorize"])
def test_an_unknown_run_is_refused(command: str, cli: Cli) -> None:
    outcome = cli(command, "nope")
    assert outcome.code == 2
    assert "`fathoms runs` lists those there are" in outcome.err


def test_runs_lists_what_there_is(cli: Cli, done: Outcome) -> None:
    header, line = cli("runs").out.splitlines()
    assert header.split() == ["run", "status", "question", "facts", "started", "made", "effort", "tasks", "elapsed"]
    assert QUESTION in line
    (run,) = json.loads(cli("runs", "--json").out)
    assert run["status"] == "done"
    assert run["tasks"] == run["tasks_done"] > 0


def test_runs_of_an_empty_home_says_how_to_begin(cli: Cli) -> None:
    outcome = cli("runs")
    assert (outcome.code, outcome.out) == (0, "")
    assert "fathoms ask" in outcome.err


def test_a_run_that_nobody_works_on_is_interrupted(cli: Cli, docs: Path) -> None:
    leave_running(cli, docs)
    assert " interrupted " in cli("runs").out
    shown = cli("show", "last").out
    assert "Status    interrupted" in shown
    assert "Next      fathoms resume" in shown
    checks = {check["what"]: check for check in json.loads(cli("doctor", "--json").out)}
    assert checks["runs"]["verdict"] == "warn"
    assert checks["runs"]["advice"].startswith("fathoms resume")


def test_the_next_command_names_the_home_that_this_one_needed(cli: Cli, docs: Path, tmp_path: Path) -> None:
    leave_running(cli, docs)
    there = ("--home", tmp_path / "home")
    for outcome in (cli("runs", *there), cli("show", "last", *there), cli("export", "last", *there)):
        assert re.search(rf"fathoms resume \S+ --home {tmp_path}/home\b", outcome.out + outcome.err)


def leave_running(cli: Cli, docs: Path) -> None:
    """As a process leaves a run that is killed right after it opened it."""
    from datetime import UTC, datetime

    from fathoms.stores.sqlite import Stores

    cli("plan", QUESTION, "--docs", docs)
    stores = Stores(load().home)
    stores.mark_started(stores.run_ids()[0], datetime.now(UTC))
    stores.close()


VIEWS = ("--tree", "--events", "--trace", "--state", "--facts", "--micro")


@pytest.mark.parametrize("view", VIEWS)
def test_each_view_of_a_run_has_a_text_and_a_json_form(view: str, cli: Cli, done: Outcome) -> None:
    text = cli("show", "last", view)
    assert text.code == 0
    assert len(text.out.splitlines()) > 3
    assert json.loads(cli("show", "last", view, "--json").out)


@pytest.mark.parametrize("view", ["--events", "--trace", "--facts", "--micro"])
def test_a_view_can_be_narrowed_to_one_task(view: str, cli: Cli, done: Outcome) -> None:
    whole, part = (json.loads(cli("show", "last", view, "--json", *more).out) for more in ((), ("--task", "1")))
    assert 0 < len(part) < len(whole)


def test_the_state_at_an_earlier_event_is_the_state_it_had_then(cli: Cli, done: Outcome) -> None:
    events = json.loads(cli("show", "last", "--events", "--json").out)
    started = next(n for n, event in enumerate(events, 1) if event["body"]["type"] == "task.started")
    then = json.loads(cli("show", "last", "--state", "--at", str(started), "--json").out)
    assert then["status"] == "running"
    assert [task["status"] for task in then["tasks"]].count("running") == 1
    assert "Status    running" in cli("show", "last", "--state", "--at", str(started)).out
    assert cli("show", "last", "--tree", "--at", "3").code == 2


def test_a_view_without_a_json_form_says_so(cli: Cli, done: Outcome) -> None:
    outcome = cli("show", "last", "--mermaid", "--json")
    assert (outcome.code, outcome.out) == (2, "")
    assert "no JSON form" in outcome.err


def test_a_question_in_another_language_does_not_blame_the_documents(cli: Cli, docs: Path) -> None:
    outcome = cli("ask", "Wie viele Anlagen gibt es auf der Insel und was ist das Ziel?", "--docs", docs, "--yes")
    assert outcome.code == 3
    assert "another language than the documents (en)" in outcome.out


def test_a_task_alone_shows_what_it_concluded(cli: Cli, done: Outcome) -> None:
    shown = cli("show", "last", "--task", "1").out
    assert "What happened:" in shown
    assert "sixteen turbines" in shown
    assert json.loads(cli("show", "last", "--task", "1", "--json").out)["state"]["status"] == "done"
    assert "has no task '9'; its tasks are 1" in cli("show", "last", "--task", "9").err


def test_micro_reports_go_where_they_are_wanted(cli: Cli, docs: Path, tmp_path: Path) -> None:
    cli("ask", QUESTION, "--docs", docs, "--yes", "--artifacts", tmp_path / "threads")
    cli("ask", "How many turbines are there?", "--docs", docs, "--yes", "--artifacts", tmp_path / "threads")
    folders = list((tmp_path / "threads").iterdir())
    assert len(folders) == 2, "one folder per run"
    assert all(list(folder.glob("micro-report-*.md")) for folder in folders)
    assert "Round Summary" in cli("show", "last", "--micro").out


def test_a_plan_that_waits_can_be_cancelled_and_taken_up_again(cli: Cli, docs: Path) -> None:
    cli("plan", QUESTION, "--docs", docs)
    assert cli("cancel", "last").out.startswith("cancelled ")
    assert "nothing to cancel" in cli("cancel", "last").err
    assert json.loads(cli("runs", "--json").out)[0]["status"] == RunStatus.CANCELLED
    assert cli("resume", "last", "--yes").code == 0


def test_a_fork_takes_the_other_outcomes_over(cli: Cli, done: Outcome) -> None:
    first = json.loads(cli("show", "last", "--state", "--json").out)
    last = first["tasks"][-1]["id"]
    outcome = cli("fork", "last", "--from", last, "--yes")
    assert outcome.code == 0
    tasks = {task["id"]: task for task in json.loads(cli("show", "last", "--state", "--json").out)["tasks"]}
    assert tasks.pop(last)["started_at"]
    assert {task["reason"] for task in tasks.values()} == {f"taken over from run {first['run']}"}
    assert len(json.loads(cli("runs", "--json").out)) == 2
    assert cli("fork", "last", "--from", "9").code == 2


def test_settings_say_where_each_value_came_from(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('effort = "deep"\nslots = 3\n')
    monkeypatch.setenv("FATHOMS_SETTINGS", str(tmp_path / "settings.toml"))
    monkeypatch.setenv("FATHOMS_SLOTS", "5")
    listed = {entry["name"]: entry for entry in json.loads(cli("settings", "--json").out)}
    assert (listed["effort"]["value"], listed["effort"]["origin"]) == ("deep", "file")
    assert (listed["slots"]["value"], listed["slots"]["origin"]) == (5, "environment")
    assert (listed["order"]["value"], listed["order"]["origin"]) == ("breadth", "default")
    assert "environment" in cli("settings").out


def test_settings_are_listed_even_when_one_is_wrong(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOMS_EFORT", "deep")
    outcome = cli("settings")
    assert outcome.code == 2
    assert "effort" in outcome.out
    assert "did you mean 'effort'?" in outcome.err


def test_doctor_finds_nothing_wrong_with_a_sound_installation(cli: Cli) -> None:
    outcome = cli("doctor", "--verbose")
    assert outcome.code == 0, outcome.out
    for what in ("Python", "SQLite", "minds", "sources", "disk", "home", "locks", "runs"):
        assert f" {what} " in outcome.out


def test_doctor_fails_with_what_to_do(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    outcome = cli("doctor", "--home", tmp_path / "file")
    assert outcome.code == 1
    assert "is no folder" in outcome.out
    monkeypatch.setenv("FATHOMS_EFORT", "deep")
    outcome = cli("doctor", "--verbose")
    assert (outcome.code, "did you mean 'effort'?" in outcome.out) == (1, True)


@pytest.mark.parametrize(
    ("free", "verdict"), [(49_999_999, "fail"), (50_000_000, "warn"), (999_999_999, "warn"), (1_000_000_000, "ok")]
)
def test_doctor_judges_the_free_space(free: int, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    from fathoms.faces.cli import checkup

    usage = shutil.disk_usage(tmp_path)._replace(free=free)
    monkeypatch.setattr("fathoms.faces.cli.checkup.shutil.disk_usage", lambda path: usage)
    assert checkup.free_space(tmp_path / "not" / "yet").verdict == verdict


def test_doctor_reports_a_plugin_that_cannot_be_loaded(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    from fathoms.app import plugins

    broken = EntryPoint(name="broken", group=plugins.MINDS, value="no.such.module:Mind")
    monkeypatch.setattr(plugins, "names", lambda group: ("broken",))
    monkeypatch.setattr(plugins, "find", lambda group, name: broken)
    outcome = cli("doctor", "--verbose")
    assert outcome.code == 1
    assert "broken: ModuleNotFoundError" in outcome.out


def test_doctor_counts_locks_of_dead_processes(cli: Cli, tmp_path: Path) -> None:
    cli("runs")
    (tmp_path / "home" / "locks" / "p-dead.lock").write_text("999999")
    assert "1 lock left by dead processes" in cli("doctor", "--verbose").out


def test_documents_are_taken_in_listed_found_shown_and_removed(cli: Cli, docs: Path) -> None:
    assert cli("ingest", docs).out.startswith("docs-")
    assert cli("kb", "add", docs, "--collection", "mine").out == "mine: 2 documents\n"
    assert "mine" in cli("kb", "stats").out
    listed = json.loads(cli("kb", "list", "--collection", "mine", "--json").out)
    assert [row["path"] for row in listed] == ["array.md", "ferry.md"]
    (hit,) = json.loads(cli("kb", "search", "forty cars", "--collection", "mine", "--limit", "1", "--json").out)
    assert hit["path"] == "ferry.md"
    whole = json.loads(cli("kb", "show", hit["url"], "--json").out)
    assert whole["text"][hit["start"] : hit["end"]] == hit["text"]
    assert "carries forty cars" in cli("kb", "search", "forty cars", "--collection", "mine").out
    assert cli("kb", "show", "ferry.md", "--collection", "mine").out.startswith("The Ferry\n")
    assert cli("kb", "show", "ferry.md").code == 2
    assert "removed 'ferry.md'" in cli("kb", "remove", "ferry.md", "--collection", "mine").out
    assert "1 document" in cli("kb", "remove", "--collection", "mine").out
    assert cli("kb", "remove").code == 2
    assert "mine" not in cli("kb", "stats").out


def test_a_search_without_hits_and_an_empty_knowledge_base_say_so(cli: Cli, docs: Path) -> None:
    assert "fathoms ingest" in cli("kb", "list").err
    assert "fathoms ingest" in cli("kb", "stats").err
    cli("ingest", docs)
    assert "nothing found" in cli("kb", "search", "zeppelin").err


def test_ingest_of_nothing_readable_is_refused(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "x.md").write_bytes(bytes(range(256)) * 50)
    outcome = cli("ingest", tmp_path / "x.md")
    assert outcome.code == 2
    assert "none of the documents could be read" in outcome.err


def test_a_run_is_found_by_the_name_that_it_was_given_and_by_words_of_its_report(cli: Cli, done: Outcome) -> None:
    assert cli("runs", "rename", "last", "The array").code == 0
    assert cli("show", "the array").out == done.out
    assert "The array" in cli("runs", "search", "SIXTEEN", "turbines").out
    assert cli("runs", "search", "zeppelin").out == ""
    refused = cli("runs", "rename", "last", "last")
    assert (refused.code, "cannot be called" in refused.err) == (2, True)


def test_a_deleted_run_leaves_nothing_behind(cli: Cli, done: Outcome, tmp_path: Path) -> None:
    refused = cli("runs", "delete", "last")
    assert (refused.code, "--yes" in refused.err) == (2, True)
    assert cli("runs", "delete", "last", "--yes").out == "deleted 1 run\n"
    assert json.loads(cli("runs", "--json").out) == []
    assert cli("facts", "search", "turbines").out == ""
    assert not list((tmp_path / "home" / "runs").iterdir())
    for file in ("store.db", "journal.db"):
        with closing(sqlite3.connect(tmp_path / "home" / file)) as db:
            left = [row for row in db.iterdump() if "sixteen turbines" in row]
        assert not left, file


def test_of_several_runs_to_delete_one_that_is_not_there_keeps_them_all(cli: Cli, done: Outcome) -> None:
    assert cli("runs", "delete", "last", "nope", "--yes").code == 2
    assert cli("show", "last").out == done.out


def test_a_report_and_a_source_of_it_open_in_the_browser(
    cli: Cli, done: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    assert cli("open", "last").code == 0
    assert cli("open", "last", "[1, 2026]").code == 0
    page = next((tmp_path / "home" / "runs").glob("*/report.html"))
    assert opened == [page.as_uri(), f"{page.as_uri()}#source-1"]
    assert 'id="source-1"' in page.read_text()
    refused = cli("open", "last", "[9]")
    assert (refused.code, "it has 1" in refused.err) == (2, True)


def test_a_setting_is_written_to_the_file_and_leaves_the_rest_of_it_alone(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("# mine\nslots = 2\n")
    monkeypatch.setenv("FATHOMS_SETTINGS", str(file))
    assert cli("settings", "set", "effort", "deep").code == 0
    assert cli("settings", "set", "slots", "3").code == 0
    shown = cli("settings", "set", "openai_key", "sk-very-secret")
    assert "sk-very-secret" not in shown.out + shown.err
    assert file.read_text() == '# mine\nslots = 3\neffort = "deep"\nopenai_key = "sk-very-secret"\n'
    assert file.stat().st_mode & 0o777 == 0o600
    before = file.read_text()
    for name, value in (("effort", "heroic"), ("slots", "many"), ("efort", "deep")):
        assert cli("settings", "set", name, value).code == 2
    assert file.read_text() == before
    assert cli("settings", "unset", "effort").code == 0
    assert "effort" not in file.read_text()


def test_a_collection_is_searched_by_its_name(cli: Cli, docs: Path) -> None:
    cli("kb", "add", docs, "--collection", "island")
    outcome = cli("ask", QUESTION, "--docs", "@island", "--yes")
    assert (outcome.code, "sixteen turbines" in outcome.out) == (0, True)
    refused = cli("ask", QUESTION, "--docs", "@islnd", "--yes")
    assert (refused.code, "did you mean 'island'" in refused.err) == (2, True)


def test_a_document_is_named_by_the_end_of_its_path_where_only_one_has_it(cli: Cli, docs: Path) -> None:
    (docs / "deep").mkdir()
    (docs / "deep" / "well.md").write_text("# The Well\n\nThe well is deep and has water all year.\n")
    cli("kb", "add", docs, "--collection", "one")
    cli("kb", "add", docs / "deep", "--collection", "two")
    assert "The Array" in cli("kb", "show", "array.md").out
    assert "The Well" in cli("kb", "show", "well.md", "--collection", "one").out
    several = cli("kb", "show", "nowhere.md")
    assert (several.code, "kb list" in several.err) == (2, True)


def test_a_document_removed_everywhere_takes_the_runs_that_quote_it_along(
    cli: Cli, done: Outcome, tmp_path: Path
) -> None:
    assert "1 run that quoted it" in cli("kb", "remove", "array.md", "--everywhere").out
    assert json.loads(cli("runs", "--json").out) == []
    with closing(sqlite3.connect(tmp_path / "home" / "store.db")) as db:
        assert not [row for row in db.iterdump() if "sixteen turbines" in row]


def test_doctor_lists_what_needs_somebody_and_all_of_it_when_asked(cli: Cli) -> None:
    short, whole = cli("doctor"), cli("doctor", "--verbose")
    assert "are fine; --verbose lists them" in short.out
    assert not re.search(r"^ok ", short.out, re.MULTILINE)
    assert re.search(r"^ok ", whole.out, re.MULTILINE)


def test_a_missing_key_spends_nothing_and_leaves_no_run_behind(
    cli: Cli, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_REACH", "any")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert cli("ask", "How many turbines are there?", "--docs", docs, "--yes").code == 0
    before = cli("runs", "--json").out
    outcome = cli("ask", "How tall are the turbines?", "--docs", docs, "--model", "openai:gpt-9", "--yes")
    assert outcome.code == 2
    assert "needs a key" in outcome.err
    assert cli("runs", "--json").out == before
