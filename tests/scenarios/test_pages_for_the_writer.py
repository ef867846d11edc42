"""Whoever writes the whole sees the pages behind the facts, and may quote further from them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
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


SEALED = "Seal the journal first, since a mirror also replays finished orders otherwise"


def written(asked: Asked) -> Answer | str | Fault:
    """Writes with marks at once, and takes what a page says beside the facts."""
    if asked.role != "whole":
        return honest(asked)
    fact = next(iter(asked.blocks("fact")))
    page = next((key for key, text in asked.blocks("source").items() if WARNING in text), "")
    taken = [{"key": "N1", "source_id": page, "quote": WARNING, "claim": WARNING}] if page else []
    mirror = f"{SEALED} [N1]." if page else f"One copies the newest mirror of the archive back [{fact}]."
    return {
        "taken": taken,
        "short_answer": f"{RESTORE.rstrip('.')} [{fact}].",
        "sections": [
            {"heading": "Restoring", "text": f"{RESTORE.rstrip('.')} [{fact}]."},
            {"heading": "Mirror", "text": mirror},
        ],
    }


def told_by(report: Report) -> list[str]:
    return [said.text for section in report.sections for part in section.paragraphs for said in part.statements]


def roles_of(server: ModelServer) -> list[str]:
    return [one.role for one in server.asked if one.role in ("compose", "polish", "whole")]


THOUGHT = "Keep the old archive for a week whatever the guide says."


def sketching(asked: Asked) -> Answer | str | Fault:
    return {"sketch": THOUGHT} if asked.role == "sketch" else written(asked)


def test_the_writer_thinks_before_it_reads_and_corrects_that_by_what_was_found(docs: Path) -> None:
    with ModelServer(sketching) as server:
        assert ask(server, docs) == 0
    roles = [one.role for one in server.asked]
    assert roles.count("sketch") == 3, "from each side"
    assert roles.index("sketch") < roles.index("whole")
    by_role = {one.role: one for one in server.asked}
    assert RESTORE not in by_role["sketch"].user
    assert not by_role["sketch"].blocks("source")
    assert THOUGHT in by_role["whole"].user
    assert "your sketch" in by_role["whole"].system


COMPOSED = f"Restore it.\n\n## Mirror\n\n{WARNING}"


def composing(asked: Asked) -> Answer | str | Fault:
    """Writes the text first, with what no fact has of a page, and sets the marks when it has what it took as a fact."""
    match asked.role:
        case "compose":
            page = next(key for key, text in asked.blocks("source").items() if WARNING in text)
            return {"text": COMPOSED, "taken": [{"key": "N1", "source_id": page, "quote": WARNING, "claim": WARNING}]}
        case "whole":
            fact = next(key for key, text in asked.blocks("fact").items() if WARNING in text)
            return {
                "short_answer": "Restore it [own].",
                "sections": [{"heading": "Mirror", "text": f"{WARNING} [{fact}]"}],
            }
    return sketching(asked)


def test_a_report_is_composed_from_all_there_is_and_its_marks_are_set_afterwards(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(composing) as server:
        assert ask(server, docs) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    assert told_by(report)[0] == WARNING
    assert [one.text for one in report.answer] == ["Restore it."]
    by_role = {one.role: one for one in server.asked}
    assert THOUGHT in by_role["compose"].user
    assert THOUGHT not in by_role["whole"].user
    assert by_role["whole"].blocks("draft")["text"] == COMPOSED
    assert not by_role["whole"].blocks("source"), "who sets marks has facts before it, not pages"
    assert roles_of(server) == ["compose", "polish", "whole"]


ROTA = "Whoever holds the lantern rota signs for the wax."


def experienced(asked: Asked) -> Answer | str | Fault:
    """Would look up what stands in a document that gave no fact, and takes it from there."""
    match asked.role:
        case "sketch":
            return {"sketch": THOUGHT, "look_up": ["lantern rota signs wax"]}
        case "extract":
            answer = honest(asked)
            assert isinstance(answer, dict)
            facts = [one for one in answer["facts"] if "lantern" not in asked.blocks("source")[one["source_id"]]]
            return {**answer, "facts": facts}
        case "compose":
            page = next(key for key, text in asked.blocks("source").items() if ROTA in text)
            taken = [{"key": "N1", "source_id": page, "quote": ROTA, "claim": ROTA}]
            return {"text": f"Restore it.\n\n## Rota\n\n{ROTA}", "taken": taken}
        case "whole":
            fact = next(key for key, text in asked.blocks("fact").items() if ROTA in text)
            return {
                "short_answer": "Restore it [own].",
                "sections": [{"heading": "Rota", "text": f"{ROTA.rstrip('.')} [{fact}]."}],
            }
    return sketching(asked)


def test_what_somebody_with_experience_would_look_up_stands_first_among_the_pages_of_the_writer(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (docs / "rota.md").write_text(f"# Duties\n\n{ROTA}\n", encoding="utf-8")
    with ModelServer(experienced) as server:
        assert ask(server, docs) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    assert told_by(report)[0] == ROTA
    assert ROTA in [item.quote for reference in report.references for item in reference.passages]
    (composing,) = (one for one in server.asked if one.role == "compose")
    assert ROTA in composing.blocks("source")["S1"]


KEEPER = "The keeper of the archive of Anselm opens it at noon."


def one_document(asked: Asked) -> Answer | str | Fault:
    """Composes from what it is shown; of what was found nothing is called missing."""
    match asked.role:
        case "compose":
            return {"text": "Restore it."}
        case "whole":
            return {"short_answer": "Restore it [own].", "sections": []}
    return sketching(asked)


@pytest.mark.parametrize(("documents_read", "first"), [("1", True), ("2", False)])
def test_what_no_round_had_a_place_for_comes_before_the_pages_behind_the_facts(
    documents_read: str, first: bool, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (docs / "keeper.md").write_text(f"# The keeper\n\n{KEEPER}\n", encoding="utf-8")
    with ModelServer(one_document) as server:
        assert ask(server, docs, "--mode", "simple", "--rounds", "1", "--top-k", documents_read) == 0
    capsys.readouterr()
    asked = next(one for one in server.asked if one.role == "compose")
    read = [text for one in server.asked if one.role == "extract" for text in one.blocks("source").values()]
    assert any(KEEPER in text for text in read) is not first
    assert (KEEPER in next(iter(asked.blocks("source").values()))) is first
    assert any(WARNING in text for text in asked.blocks("source").values())


def polishing(made: str) -> Callable[[Asked], Answer | str | Fault]:
    """An editor's answer to a composed text of twenty words; what becomes of the text is told in its place."""

    def script(asked: Asked) -> Answer | str | Fault:
        match asked.role:
            case "compose":
                return {"text": "rope " * 20}
            case "polish":
                return {"text": made} if made else "no JSON"
            case "whole":
                return {"short_answer": "Restore it [own].", "sections": []}
        return sketching(asked)

    return script


@pytest.mark.parametrize(
    ("made", "taken"),
    [("line " * 12, True), ("line " * 11, False), ("line " * 23, True), ("line " * 24, False), ("", False)],
)
def test_a_composed_text_is_made_easy_to_read_unless_that_makes_another_text_of_it(
    made: str, taken: bool, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(polishing(made)) as server:
        assert ask(server, docs) == 0
    capsys.readouterr()
    by_role = {one.role: one for one in server.asked}
    assert by_role["polish"].blocks("draft")["text"] == ("rope " * 20).strip()
    assert not by_role["polish"].blocks("fact"), "whoever makes it easy to read sees nothing but the text"
    assert by_role["whole"].blocks("draft")["text"] == (made if taken else "rope " * 20).strip()


def test_what_cannot_be_composed_is_written_with_its_marks_at_once(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(asked: Asked) -> Answer | str | Fault:
        return "no JSON" if asked.role == "compose" else written(asked)

    with ModelServer(failing) as server:
        assert ask(server, docs) == 0
    assert f"{SEALED}." in told_by(Report.model_validate_json(capsys.readouterr().out))
    assert next(one for one in server.asked if one.role == "whole").blocks("source")


def test_a_report_is_written_where_no_sketch_could_be_made(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def failing(asked: Asked) -> Answer | str | Fault:
        return "no JSON" if asked.role == "sketch" else written(asked)

    with ModelServer(failing) as server:
        assert ask(server, docs) == 0
    assert f"{SEALED}." in told_by(Report.model_validate_json(capsys.readouterr().out))
    assert "sketch" not in next(one for one in server.asked if one.role == "whole").system


def test_a_quick_report_is_written_with_its_marks_at_once(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ModelServer(written) as server:
        assert ask(server, docs, "--effort", "quick") == 0
    capsys.readouterr()
    assert roles_of(server) == ["whole"]
    assert not next(one for one in server.asked if one.role == "whole").blocks("source")


ASKING = ("ask", QUESTION, "--yes", "--format", "json")


@dataclass(frozen=True)
class Killing:
    """A run in processes of its own, killed as soon as the answer to a kind of call is kept, and gone on with."""

    docs: Path
    folder: Path

    def go(self, server: ModelServer, home: str, *arguments: str, **armed: str) -> subprocess.CompletedProcess[str]:
        log = str(self.folder / f"{home}.log")
        env = {**os.environ, "FATHOMS_HOME": str(self.folder / home), "FATHOMS_CALLS_LOG": log, **armed}
        env["FATHOMS_MODEL"] = f"{server.url}#m"
        command = [sys.executable, "-m", "fathoms", *arguments]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=False)

    def reports(self, server: ModelServer, kept: str) -> tuple[Report, Report]:
        """Without a kill, and with one; the server then remembers what the second was asked."""
        asking = (*ASKING, "--docs", str(self.docs))
        unbroken = Report.model_validate_json(self.go(server, "unbroken", *asking).stdout)
        done = [line for line in (self.folder / "unbroken.log").read_text().splitlines() if line.startswith("done")]
        place = 1 + next(at for at, line in enumerate(done) if line.split()[2] == kept)
        server.asked.clear()
        assert self.go(server, "broken", *asking, FATHOMS_CRASH_AT=f"call:kept*{place}").returncode == -signal.SIGKILL
        resumed = self.go(server, "broken", "resume", "last", "--format", "json").stdout
        return unbroken, Report.model_validate_json(resumed)


@pytest.mark.crash
@pytest.mark.parametrize("kept", ["mind.sketch", "mind.compose", "mind.polish", "mind.edit"])
def test_a_run_killed_between_writer_editor_and_marks_pays_nothing_twice(kept: str, docs: Path, tmp_path: Path) -> None:
    with ModelServer(composing) as server:
        unbroken, resumed = Killing(docs, tmp_path).reports(server, kept)
    assert roles_of(server) == ["compose", "polish", "whole"]
    assert told_by(resumed) == told_by(unbroken)
    assert told_by(resumed)[0] == WARNING
    assert resumed.facts == unbroken.facts
