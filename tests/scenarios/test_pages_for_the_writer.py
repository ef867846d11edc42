"""Whoever writes the whole sees the pages behind the facts, and may quote further from them; a reader looks at it."""

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


def read_by_somebody(asked: Asked) -> Answer | str | Fault:
    """Writes too little at first; its reader says so, it mends the one section, and its reader is content."""
    fact = next(iter(asked.blocks("fact")), "")
    match asked.role:
        case "whole":
            first = [
                {"heading": "Restoring", "text": f"{RESTORE.rstrip('.')} [{fact}]."},
                {"heading": "Mirror", "text": f"One copies the newest mirror of the archive back [{fact}]."},
            ]
            return {"short_answer": f"{RESTORE.rstrip('.')} [{fact}].", "sections": first}
        case "review":
            fault = {"place": "2", "fault": "Finished orders come back.", "change": "Say what has to be sealed."}
            if SEALED in asked.blocks("draft")["2"]:
                return {"faults": []}
            return {"faults": [fault, {"place": "no such part", "fault": "x", "change": "y"}]}
        case "revise":
            page = next(key for key, text in asked.blocks("source").items() if WARNING in text)
            return {
                "taken": [{"key": "N1", "source_id": page, "quote": WARNING, "claim": WARNING}],
                "sections": [{"number": 2, "heading": "Mirror", "text": f"{SEALED} [N1]."}],
            }
    return honest(asked)


def told_by(report: Report) -> list[str]:
    return [said.text for section in report.sections for part in section.paragraphs for said in part.statements]


def roles_of(server: ModelServer) -> list[str]:
    return [one.role for one in server.asked if one.role in ("whole", "review", "revise")]


THOUGHT = "Keep the old archive for a week whatever the guide says."


def sketching(asked: Asked) -> Answer | str | Fault:
    return {"sketch": THOUGHT} if asked.role == "sketch" else read_by_somebody(asked)


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
    assert THOUGHT not in by_role["revise"].user


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
        case "review":
            return {"faults": []}
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
    assert roles_of(server) == ["review", "review", "whole"], "nobody reads or mends what has its marks"


def composing_twice(asked: Asked) -> Answer | str | Fault:
    """Forgets the warning at first; its reader asks for it before any mark is set."""
    match asked.role:
        case "compose" if not asked.blocks("note").keys() & {"1"}:
            return {"text": "Restore it.\n\n## Mirror\n\nOne copies the newest mirror back."}
        case "review" if "copies the newest" in asked.blocks("draft")["1"]:
            return {"faults": [{"place": "1", "fault": "Finished orders come back.", "change": "Say why."}]}
    return composing(asked)


def test_a_composed_text_is_read_before_it_has_marks_and_composed_once_more(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(composing_twice) as server:
        assert ask(server, docs) == 0
    assert told_by(Report.model_validate_json(capsys.readouterr().out))[0] == WARNING
    roles = [one.role for one in server.asked if one.role in ("compose", "review", "polish", "whole", "revise")]
    assert roles == ["compose", "review", "compose", "review", "polish", "whole"]
    first, again = (one for one in server.asked if one.role == "compose")
    assert "answer" not in first.blocks("draft")
    assert again.blocks("draft")["1"] == "One copies the newest mirror back."
    assert again.blocks("note")["1"] == "Finished orders come back. Say why."
    assert again.blocks("source"), "who composes has the pages both times"


STANCES = {"has done it": "Doer", "is called in": "Rescuer", "pays for it": "Payer"}
PLAIN = "Restore it.\n\n## Mirror\n\nOne copies the newest mirror back."
CAREFUL = "Seal first.\n\n## Journal\n\nThe night watch seals the journal."


def two_hands(asked: Asked) -> Answer | str | Fault:
    """The hand that begins with what the doer thinks writes plainly, the one that begins with the rescuer carefully;
    their reader prefers the second, and wants something of it mended."""
    match asked.role:
        case "sketch":
            return {"sketch": next(name for said, name in STANCES.items() if said in asked.system)}
        case "compose" if "1" not in asked.blocks("note"):
            return {"text": PLAIN if asked.blocks("note")["sketch"].startswith("Doer") else CAREFUL}
        case "review" if "better" in str(asked.schema):
            return {"better": "B", "faults": [{"place": "1", "fault": "When?", "change": "Say it."}]}
    return composing(asked)


def test_two_hands_compose_apart_and_the_better_text_is_written_once_more_beside_the_other(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(two_hands) as server:
        assert ask(server, docs) == 0
    assert told_by(Report.model_validate_json(capsys.readouterr().out))[0] == WARNING
    *drafts, again = (one for one in server.asked if one.role == "compose")
    notes = {one.blocks("note")["sketch"] for one in drafts}
    assert notes == {"Doer\n\nRescuer\n\nPayer", "Rescuer\n\nPayer\n\nDoer"}
    review = next(one for one in server.asked if one.role == "review")
    assert "newest mirror back" in review.user
    assert "night watch seals the journal" in review.user
    own, _, other = again.user.partition("The colleague's text")
    assert "night watch seals the journal" in own
    assert "newest mirror back" in other
    assert again.blocks("note")["1"] == "When? Say it."
    assert again.blocks("note")["sketch"].startswith("Rescuer"), (
        "who writes on has the notes that the text was built on"
    )


@pytest.mark.parametrize("failing", ["Doer", "Rescuer"])
def test_one_text_is_enough_where_the_other_hand_fails(
    failing: str, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(asked: Asked) -> Answer | str | Fault:
        first = asked.role == "compose" and "1" not in asked.blocks("note")
        return "no JSON" if first and asked.blocks("note")["sketch"].startswith(failing) else two_hands(asked)

    with ModelServer(broken) as server:
        assert ask(server, docs) == 0
    capsys.readouterr()
    review = next(one for one in server.asked if one.role == "review")
    left = CAREFUL if failing == "Doer" else PLAIN
    assert left.rsplit("\n\n", 1)[1] in review.user
    assert "better" not in str(review.schema)


def test_the_better_text_stays_as_it_is_where_its_reader_minds_nothing(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def content(asked: Asked) -> Answer | str | Fault:
        if asked.role == "whole":
            return {"short_answer": "Seal first [own].", "sections": []}
        return {"better": "B", "faults": []} if "better" in str(asked.schema) else two_hands(asked)

    with ModelServer(content) as server:
        assert ask(server, docs) == 0
    capsys.readouterr()
    assert [one.role for one in server.asked].count("compose") == 2
    written = next(one for one in server.asked if one.role == "whole")
    assert written.blocks("draft")["text"] == CAREFUL


ROTA = "Whoever holds the lantern rota signs for the wax."


def looking_up(asked: Asked) -> Answer | str | Fault:
    """Its reader asks for what stands in a document that gave no fact; the second version takes it from there."""
    match asked.role:
        case "extract":
            answer = honest(asked)
            assert isinstance(answer, dict)
            facts = [one for one in answer["facts"] if "lantern" not in asked.blocks("source")[one["source_id"]]]
            return {**answer, "facts": facts}
        case "review" if "copies the newest" in asked.blocks("draft")["1"]:
            fault = {"place": "1", "fault": "Who signs?", "change": "Say it.", "look_up": "lantern rota signs wax"}
            return {"faults": [fault]}
        case "compose" if "1" in asked.blocks("note"):
            page, text = next(iter(asked.blocks("source").items()))
            taken = [{"key": "N1", "source_id": page, "quote": ROTA, "claim": ROTA}] if ROTA in text else []
            return {"text": f"Restore it.\n\n## Rota\n\n{ROTA}", "taken": taken}
        case "whole":
            fact = next(key for key, text in asked.blocks("fact").items() if ROTA in text)
            return {
                "short_answer": "Restore it [own].",
                "sections": [{"heading": "Rota", "text": f"{ROTA.rstrip('.')} [{fact}]."}],
            }
    return composing_twice(asked)


def test_what_the_reader_misses_is_looked_up_before_the_text_is_written_once_more(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (docs / "rota.md").write_text(f"# Duties\n\n{ROTA}\n", encoding="utf-8")
    with ModelServer(looking_up) as server:
        assert ask(server, docs) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    assert told_by(report)[0] == ROTA
    assert ROTA in [item.quote for reference in report.references for item in reference.passages]
    first, again = (one for one in server.asked if one.role == "compose")
    assert not any(ROTA in text for text in first.blocks("source").values())
    assert ROTA in again.blocks("source")["S1"]


KEEPER = "The keeper of the archive of Anselm opens it at noon."


def one_document(asked: Asked) -> Answer | str | Fault:
    """Composes from what it is shown; of what was found nothing is called missing."""
    match asked.role:
        case "compose":
            return {"text": "Restore it."}
        case "whole":
            return {"short_answer": "Restore it [own].", "sections": []}
        case "review":
            return {"faults": []}
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


def test_what_the_writer_is_unsure_of_is_looked_up_with_what_its_reader_misses(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def unsure(asked: Asked) -> Answer | str | Fault:
        answer = looking_up(asked)
        if asked.role == "review" and isinstance(answer, dict) and answer["faults"]:
            return {"faults": [{**one, "look_up": ""} for one in answer["faults"]]}
        if asked.role == "compose" and isinstance(answer, dict) and "1" not in asked.blocks("note"):
            return {**answer, "look_up": ["Who signs the lantern rota in wax?"]}
        return answer

    (docs / "rota.md").write_text(f"# Duties\n\n{ROTA}\n", encoding="utf-8")
    with ModelServer(unsure) as server:
        assert ask(server, docs) == 0
    assert told_by(Report.model_validate_json(capsys.readouterr().out))[0] == ROTA
    _, again = (one for one in server.asked if one.role == "compose")
    assert ROTA in again.blocks("source")["S1"]


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
    [("line " * 12, True), ("line " * 11, False), ("line " * 22, True), ("line " * 23, False), ("", False)],
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


def test_what_a_second_reading_finds_is_mended_by_the_editor(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def read_twice(asked: Asked) -> Answer | str | Fault:
        if asked.role == "review" and "before" in asked.system and "Now name only" in asked.system:
            return {"faults": [{"place": "1", "fault": "It fails at night.", "change": "Say when."}]}
        return composing_twice(asked)

    with ModelServer(read_twice) as server:
        assert ask(server, docs) == 0
    capsys.readouterr()
    (polish,) = (one for one in server.asked if one.role == "polish")
    assert polish.blocks("note")["1"] == "It fails at night. Say when."
    assert "what still goes wrong" in polish.system
    second = [one for one in server.asked if one.role == "review"][1]
    assert "Found, and not told" not in second.user


def test_an_editor_of_a_text_that_was_read_without_faults_hears_of_none(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(composing) as server:
        assert ask(server, docs) == 0
    capsys.readouterr()
    (polish,) = (one for one in server.asked if one.role == "polish")
    assert not polish.blocks("note")
    assert "what still goes wrong" not in polish.system


@pytest.mark.parametrize("failing", ["review", "compose"])
def test_a_composed_text_stays_where_nobody_could_read_it_or_write_it_anew(
    failing: str, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(asked: Asked) -> Answer | str | Fault:
        if asked.role == "whole":
            return {"short_answer": "Restore it [own].", "sections": []}
        fails = asked.role == failing and (failing == "review" or "1" in asked.blocks("note"))
        return "no JSON" if fails else composing_twice(asked)

    with ModelServer(broken) as server:
        assert ask(server, docs) == 0
    capsys.readouterr()
    written = next(one for one in server.asked if one.role == "whole")
    assert "One copies the newest mirror back." in written.blocks("draft")["text"]


def test_what_cannot_be_composed_is_written_with_its_marks_at_once(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(asked: Asked) -> Answer | str | Fault:
        return "no JSON" if asked.role == "compose" else read_by_somebody(asked)

    with ModelServer(failing) as server:
        assert ask(server, docs) == 0
    assert f"{SEALED}." in told_by(Report.model_validate_json(capsys.readouterr().out))
    assert next(one for one in server.asked if one.role == "whole").blocks("source")


def test_a_report_is_written_where_no_sketch_could_be_made(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def failing(asked: Asked) -> Answer | str | Fault:
        return "no JSON" if asked.role == "sketch" else read_by_somebody(asked)

    with ModelServer(failing) as server:
        assert ask(server, docs) == 0
    assert f"{SEALED}." in told_by(Report.model_validate_json(capsys.readouterr().out))
    assert "sketch" not in next(one for one in server.asked if one.role == "whole").system


def test_what_its_reader_finds_is_mended_and_the_rest_stays(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ModelServer(read_by_somebody) as server:
        assert ask(server, docs) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    assert roles_of(server) == ["whole", "review", "revise", "review"]
    assert told_by(report) == [RESTORE, f"{SEALED}."]
    assert [one.text for one in report.answer] == [RESTORE]
    assert WARNING in [item.quote for reference in report.references for item in reference.passages]
    review, revise = (next(one for one in server.asked if one.role == role) for role in ("review", "revise"))
    assert "<fact" not in review.user
    assert "One copies the newest mirror" in review.blocks("draft")["2"]
    assert revise.blocks("note") == {"1": "Finished orders come back. Say what has to be sealed."}
    assert "One copies the newest mirror" in revise.blocks("draft")["2"]


def test_a_reader_who_is_never_content_is_asked_twice(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def strict(asked: Asked) -> Answer | str | Fault:
        fault = {"place": "1", "fault": "Nobody could act on it.", "change": "Say how."}
        return {"faults": [fault]} if asked.role == "review" else read_by_somebody(asked)

    with ModelServer(strict) as server:
        assert ask(server, docs) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    assert roles_of(server) == ["whole", *("review", "revise") * 2]
    assert f"{SEALED}." in told_by(report)


def test_a_reader_who_finds_nothing_costs_one_call(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def content(asked: Asked) -> Answer | str | Fault:
        return {"faults": []} if asked.role == "review" else read_by_somebody(asked)

    with ModelServer(content) as server:
        assert ask(server, docs) == 0
    capsys.readouterr()
    assert roles_of(server) == ["whole", "review"]


@pytest.mark.parametrize("failing", ["review", "revise"])
def test_a_reader_or_a_revision_that_fails_keeps_the_first_text(
    failing: str, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(asked: Asked) -> Answer | str | Fault:
        return "no JSON" if asked.role == failing else read_by_somebody(asked)

    with ModelServer(broken) as server:
        assert ask(server, docs) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    assert told_by(report) == [RESTORE, "One copies the newest mirror of the archive back."]


def test_a_quick_report_has_no_reader(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ModelServer(read_by_somebody) as server:
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
@pytest.mark.parametrize("kept", ["mind.sketch", "mind.compose", "mind.edit", "mind.review", "mind.revise"])
def test_a_run_killed_between_writer_reader_and_revision_pays_nothing_twice(
    kept: str, docs: Path, tmp_path: Path
) -> None:
    with ModelServer(read_by_somebody) as server:
        unbroken, resumed = Killing(docs, tmp_path).reports(server, kept)
    assert roles_of(server) == ["whole", "review", "revise", "review"]
    assert told_by(resumed) == told_by(unbroken) == [RESTORE, f"{SEALED}."]
    assert resumed.facts == unbroken.facts


@pytest.mark.crash
def test_a_run_killed_between_its_two_hands_is_written_as_without(docs: Path, tmp_path: Path) -> None:
    with ModelServer(two_hands) as server:
        unbroken, resumed = Killing(docs, tmp_path).reports(server, "mind.compose")
    assert told_by(resumed) == told_by(unbroken)
    assert [one.role for one in server.asked].count("compose") <= 4, "the other hand may have been under way"
