"""A whole run with a model that writes: open points become tasks, and the report opens with the answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fathoms.domain.report import Flaw, Report
from fathoms.faces.cli.entry import run as main
from fathoms.report.statements import every_section
from fathoms.report.words import words_for
from fathoms.testing.model_server import Answer, Asked, Fault, ModelServer, Script, honest

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
    closing = [one for one in server.asked if one.role == "extract" and f"The task: {DREDGED}" in one.user]
    assert "nine metres deep" in " ".join(closing[0].blocks("known").values()), "what others found comes along"
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


def ask(server: ModelServer, docs: Path, *flags: str) -> int:
    return main(
        ["ask", QUESTION, "--docs", str(docs), "--yes", "--format", "json", "--model", f"{server.url}#m", *flags]
    )


def test_a_section_that_the_editor_sends_back_is_written_once_more(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def sending_back(asked: Asked) -> Answer | str | Fault:
        answer = rich(asked)
        if asked.role == "order" and isinstance(answer, dict):
            return answer | {"send_back": [{"section": "1", "change": "Say it in a table."}]}
        if asked.role == "redraft":
            key = next(key for key, text in asked.blocks("fact").items() if "deep" in text)
            table = f"| Harbour | Depth |\n|---|---|\n| Anselm | nine metres [{key}] |"
            return {"paragraphs": [{"heading": "", "text": table}]}
        return answer

    with ModelServer(sending_back) as server:
        assert ask(server, docs) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    first = next(section for section in report.sections if section.task == "1")
    assert [cell.text for part in first.paragraphs if part.table for cell in part.table.cells] == ["nine metres"]
    asked = [one for one in server.asked if one.role == "redraft"]
    assert len(asked) == 1
    assert "Say it in a table." in asked[0].user
    assert "crowns" in asked[0].blocks("note")["beside"]


def test_a_criterion_is_met_by_the_text_that_ships_and_not_by_what_was_found(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def judged(asked: Asked) -> Answer | str | Fault:
        match asked.role:
            case "brief":
                wanted = ["Does it tell the depth of the harbour?", "Does it tell what it costs to enter?"]
                return {"subjects": ["harbour of Anselm"], "language": "en", "criteria": wanted}
            case "editor":
                facts = {("deep" in text): key for key, text in asked.blocks("fact").items() if "1987" not in text}
                met = [{"id": "c1", "marks": f"[{facts[True]}]"}, {"id": "c2", "marks": f"[{facts[False]}]"}]
                return {"short_answer": f"It is nine metres deep [{facts[True]}].", "key_points": [], "criteria": met}
            case "judge":
                told = asked.blocks("statement").items()
                return {
                    "verdicts": [
                        {"id": key, "verdict": "beyond" if "crowns" in text else "supported", "reason": "crowns"}
                        for key, text in told
                    ]
                }
            case "finding":
                answer = honest(asked)
                assert isinstance(answer, dict)
                facts = asked.blocks("fact").items()
                told = " ".join(f"As is known: {text.splitlines()[0].rstrip('.')} [{key}]." for key, text in facts)
                return answer | {"paragraphs": [{"heading": "", "text": told}]}
        return rich(asked)

    with ModelServer(judged) as server:
        assert ask(server, docs) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    assert [(one.met, bool(one.where)) for one in report.criteria] == [(True, True), (False, False)]


def quick_and_rich(asked: Asked) -> Answer | str | Fault:
    match asked.role:
        case "whole":
            deep = next(key for key, text in asked.blocks("fact").items() if "deep" in text)
            fee = next(key for key, text in asked.blocks("fact").items() if "crowns" in text)
            return {
                "short_answer": f"The harbour of Anselm is nine metres deep [{deep}].",
                "table_columns": ["Depth", "Cost"],
                "table_rows": [{"name": "Anselm", "cells": [f"nine metres [{deep}]", f"forty crowns [{fee}]"]}],
                "sections": [
                    {"heading": "Depth", "text": f"- Nine metres is its depth [{deep}]."},
                    {"heading": "Cost", "text": f"To enter costs forty crowns [{fee}]. It always costs forty [{fee}]."},
                ],
                "open_questions": ["Who dredged it"],
                "criteria": [{"id": "c1", "marks": f"[{deep}]"}],
            }
        case "judge":
            told = asked.blocks("statement").items()
            return {
                "verdicts": [
                    {"id": key, "verdict": "beyond" if "always" in text else "supported"} for key, text in told
                ]
            }
        case "rewrite":
            return {
                "rewritten": [{"id": key, "text": "To enter costs forty crowns."} for key in asked.blocks("statement")]
            }
    return honest(asked)


def _told(report: Report) -> list[tuple[str, list[str]]]:
    return [
        (section.heading, list(dict.fromkeys(said.text for part in section.paragraphs for said in part.statements)))
        for section in report.sections
    ]


def test_where_one_answer_holds_the_report_one_hand_writes_it_out_of_the_drafts(
    docs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_CONTEXT", "32000")

    def one_hand(asked: Asked) -> Answer | str | Fault:
        return quick_and_rich(asked) if asked.role in ("whole", "judge", "rewrite") else rich(asked)

    with ModelServer(one_hand) as server:
        assert ask(server, docs) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    roles = [one.role for one in server.asked]
    assert roles.count("whole") == 1
    assert "editor" not in roles
    assert roles.count("finding") == report.run_facts.tasks
    (whole,) = (one for one in server.asked if one.role == "whole")
    assert "The harbour of Anselm is nine metres deep" in whole.blocks("finding")["1"]
    told = _told(report)
    assert [heading for heading, _ in told][:2] == ["Depth", "Cost"]
    assert report.gaps == ("Who dredged it",)


def test_quick_reads_the_best_documents_and_answers_in_the_same_form_with_at_most_six_calls(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(quick_and_rich) as server:
        assert ask(server, docs, "--effort", "quick") == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    assert [one.role for one in server.asked] == ["brief", "plan", "extract", "whole", "judge", "rewrite"]
    assert [one.text for one in report.answer] == ["The harbour of Anselm is nine metres deep."]
    assert report.table
    assert [cell.text for cell in report.table.cells] == ["nine metres", "forty crowns"]
    assert _told(report) == [("Depth", ["Nine metres is its depth."]), ("Cost", ["To enter costs forty crowns."])]


def test_a_quick_writer_has_what_else_the_documents_hold_before_it_and_no_more_calls(
    docs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_CONTEXT", "32000")
    for n in range(7):
        text = f"# Berth {n}\n\nBerth {n} of the harbour of Anselm has {n + 20} bollards.\n"
        (docs / f"berth-{n}.md").write_text(text, encoding="utf-8")
    subs = ["How deep is the harbour of Anselm?", "How many crowns does it cost to enter the harbour of Anselm?"]
    subs += [f"How many bollards has berth {n} of the harbour of Anselm?" for n in range(4)]

    def thorough(asked: Asked) -> Answer | str | Fault:
        answer = quick_and_rich(asked)
        if asked.role == "plan" and isinstance(answer, dict):
            answer["tasks"][0] |= {"sub_questions": subs, "emphasised": True}
        return answer

    with ModelServer(thorough) as server:
        assert ask(server, docs, "--effort", "quick") == 0
    capsys.readouterr()
    assert [one.role for one in server.asked] == ["brief", "plan", "extract", "whole", "judge", "rewrite"]
    (read,), (whole,) = ([one for one in server.asked if one.role == role] for role in ("extract", "whole"))
    unread = [n for n in range(7) if f"{n + 20} bollards" not in " ".join(read.blocks("source").values())]
    assert unread
    assert all(f"{n + 20} bollards" in whole.user for n in unread)
    assert "Not found so far:\n- " in whole.user, "what the extractor left open is told"


SAID = ("Nine metres is its depth.", "To enter costs forty crowns.", "It always costs forty.")
ADVICE, MENDED = "Ask the Orrin Board for 17 buoys", "Ask the Orrin Board for some buoys"


@pytest.mark.parametrize(("verdict", "ships"), [("connecting", True), ("beyond", False)])
def test_quick_says_a_figure_otherwise_and_asks_no_judge_twice(
    verdict: str, ships: bool, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def advising(asked: Asked) -> Answer | str | Fault:
        answer = quick_and_rich(asked)
        match asked.role:
            case "whole" if isinstance(answer, dict):
                answer["sections"][0]["text"] += f" {ADVICE} [own]."
            case "judge" if isinstance(answer, dict):
                for one in answer["verdicts"]:
                    told = asked.blocks("statement")[one["id"]]
                    planted = told.partition("\n")[0] not in (*SAID, f"{ADVICE}.")
                    one["verdict"] = verdict if ADVICE in told else "contradicted" if planted else one["verdict"]
            case "rewrite" if isinstance(answer, dict):
                for one in answer["rewritten"]:
                    one["text"] = f"{MENDED}." if ADVICE in asked.blocks("statement")[one["id"]] else one["text"]
        return answer

    with ModelServer(advising) as server:
        assert ask(server, docs, "--effort", "quick") == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    assert [one.role for one in server.asked].count("judge") == 1
    assert (f"{MENDED}." in [text for _, said in _told(report) for text in said]) is ships
    assert any(MENDED in cut.text for cut in report.cuts) is not ships


def test_the_same_answers_replayed_twice_give_the_same_report(
    docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_TRAFFIC_FILE", str(tmp_path / "played.jsonl"))
    monkeypatch.setenv("FATHOMS_MODEL_CONTEXT", "32000")
    pages: list[str] = []
    with ModelServer(rich) as server:
        for home, traffic in (("played", "record"), ("once", "replay"), ("twice", "replay")):
            monkeypatch.setenv("FATHOMS_MODEL_TRAFFIC", traffic)
            asked = len(server.asked)
            assert ask(server, docs, "--home", str(tmp_path / home), "--format", "markdown") == 0
            pages.append(re.sub(r"Run started: .*? · Run: \S+", "", capsys.readouterr().out))
            assert (len(server.asked) > asked) is (traffic == "record")
    assert pages[0] == pages[1] == pages[2]


def test_what_a_planner_wrote_beyond_the_room_there_is_stands_in_the_record_of_the_run(
    docs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    subs = [f"How deep is berth {n} of the harbour of Anselm?" for n in range(8)]

    def thorough(asked: Asked) -> Answer | str | Fault:
        answer = rich(asked)
        if asked.role == "plan" and isinstance(answer, dict):
            answer["tasks"][0]["sub_questions"] = subs
        return answer

    with ModelServer(thorough) as server:
        assert ask(server, docs, "--home", str(tmp_path / "h")) == 0
    capsys.readouterr()
    assert main(["show", "last", "--events", "--home", str(tmp_path / "h")]) == 0
    told = capsys.readouterr().out
    assert f"left out (sub_questions has room for 6): {subs[6]}; {subs[7]}" in " ".join(told.split())


def test_several_queries_of_the_mind_go_out_a_round_and_its_reserve_where_they_bring_nothing_new(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "two"
    folder.mkdir()
    (folder / "a.md").write_text("# Anselm\n\nThe harbour of Anselm has a mole and a crane.\n", encoding="utf-8")
    (folder / "b.md").write_text("# Zander quay\n\nZander quay reaches nine metres down.\n", encoding="utf-8")
    depth, built = "How deep is the harbour of Anselm?", "Who built the harbour of Anselm?"
    rounds = 0

    def never_content(asked: Asked) -> Answer | str | Fault:
        nonlocal rounds
        answer = honest(asked)
        assert isinstance(answer, dict)
        if asked.role == "plan":
            return {"tasks": [{"id": "1", "question": QUESTION, "sub_questions": [depth, built]}]}
        if asked.role == "scope":
            rounds += 1
            source = answer["queries"][0]["source"]
            words = (f"harbour Anselm deep {rounds}", f"harbour Anselm built {rounds}", f"Zander quay {rounds}")
            return answer | {"queries": [{"source": source, "query": text} for text in words]}
        if asked.role == "extract":
            return answer | {"facts": [], "answered": [], "sufficient": False}
        return answer

    with ModelServer(never_content) as server:
        ask(server, folder, "--home", str(tmp_path / "h"))
    report = Report.model_validate_json(capsys.readouterr().out)
    shown = [text for asked in server.asked if asked.role == "extract" for text in asked.blocks("source").values()]
    assert set(report.tried[:2]) == {"harbour Anselm deep 1", "harbour Anselm built 1"}
    assert any(text.startswith("Zander quay") for text in report.tried)
    assert any("nine metres down" in text for text in shown)
    assert len(shown) == len(set(shown)), "nothing is shown twice"


@pytest.fixture
def berths(tmp_path: Path) -> Path:
    """Many documents that every query on the harbour finds first, and one that only the open point asks for."""
    folder = tmp_path / "berths"
    folder.mkdir()
    for n in range(1, 16):
        text = f"The harbour of Anselm is nine metres deep at berth {n}. To enter it costs forty crowns."
        (folder / f"berth-{n}.md").write_text(
            f"# How deep berth {n} is and what it costs\n\n{text}\n", encoding="utf-8"
        )
    (folder / "works.md").write_text("# Works\n\nA Dutch firm dredged Anselm harbour in 1987.\n", encoding="utf-8")
    return folder


def indifferent(asked: Asked) -> Answer | str | Fault:
    return {"matter": []} if asked.role == "gaps" else rich(asked)


def _works_shown(server: ModelServer) -> bool:
    shown = (text for asked in server.asked if asked.role == "extract" for text in asked.blocks("source").values())
    return any("1987" in text for text in shown)


def test_an_open_point_on_which_a_passage_was_never_shown_is_looked_into_whoever_thinks_it_matters(
    berths: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(indifferent) as server:
        assert ask(server, berths) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    (weighing,) = (asked for asked in server.asked if asked.role == "gaps")
    assert f"{DREDGED} (unread passage)" in weighing.user
    assert _works_shown(server)
    assert DREDGED not in report.gaps


def test_where_a_plan_may_not_grow_what_is_missing_names_the_document_that_nobody_has_read(
    berths: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(indifferent) as server:
        assert ask(server, berths, "--revise", "static", "--format", "markdown") == 0
    page = capsys.readouterr().out
    assert not _works_shown(server)
    told = next(line for line in page.splitlines() if DREDGED in line)
    assert told.endswith("(Not read: a passage of Works that may tell.)")


def test_a_page_that_says_otherwise_is_read_although_the_first_ones_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for n in range(6):
        text = f"# The harbour of Anselm, note {n}\n\nHow deep the harbour of Anselm is, note {n} tells: nine metres.\n"
        (folder / f"note-{n}.md").write_text(text, encoding="utf-8")
    found = "Soundings of the harbour of Anselm found the notes to be wrong."
    (folder / "survey.md").write_text(f"# Soundings\n\n{found}\n", encoding="utf-8")
    with ModelServer(honest) as server:
        question = "How deep is the harbour of Anselm?"
        assert (
            main(["ask", question, "--docs", str(folder), "--yes", "--format", "json", "--model", f"{server.url}#m"])
            == 0
        )
    capsys.readouterr()
    shown = [text for asked in server.asked if asked.role == "extract" for text in asked.blocks("source").values()]
    assert any("to be wrong" in text for text in shown)
    assert len(shown) == len(set(shown)) == 7
    roles = [asked.role for asked in server.asked]
    assert roles.count("extract") == 2
    assert roles.count("scope") == 1


@pytest.mark.parametrize(("misses", "kept"), [(1, True), (2, False)])
def test_a_judge_that_is_taken_in_once_is_asked_again_and_one_that_is_taken_in_twice_is_not_believed(
    misses: int, kept: bool, docs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_CONTEXT", "32000")
    far = "Ships of middling draught may berth there"
    taken_in = 0

    def nodding(asked: Asked) -> Answer | str | Fault:
        nonlocal taken_in
        told = asked.blocks("statement")
        if asked.role == "whole":
            deep = next(key for key, text in asked.blocks("fact").items() if "deep" in text)
            year = next(key for key, text in asked.blocks("fact").items() if "1987" in text)
            answer = f"The port authority dredged the harbour of Anselm in 1987 [{year}]."
            return {"short_answer": answer, "sections": [{"heading": "Depth", "text": f"{far} [{deep}]."}]}
        if asked.role != "judge":
            return rich(asked)
        own = (f"{far}.", *(text.splitlines()[-1] for text in PAGES.values()))
        planted = {key for key, text in told.items() if text.strip().splitlines()[0] not in own}
        awake = taken_in >= misses
        taken_in += 1
        return {"verdicts": [{"id": k, "verdict": "beyond" if awake and k in planted else "supported"} for k in told]}

    with ModelServer(nodding) as server:
        assert ask(server, docs) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    assert any(far in said for _, texts in _told(report) for said in texts) is kept


BLOCK = "dock enter --side quay --mode work"


def with_a_block(block: str, rewritten: str) -> Script:
    """One value of the block stands nowhere, the judge names it, and what is written instead is no better."""

    def answering(asked: Asked) -> Answer | str | Fault:
        match asked.role:
            case "whole":
                key = next(key for key, text in asked.blocks("fact").items() if "dock enter" in text)
                told = f"The harbour of Anselm is entered with a command [{key}]:\n\n```bash\n{block}\n```\n[{key}]"
                return {"short_answer": "", "sections": [{"heading": "Entering", "text": told}], "open_questions": []}
            case "judge":
                odd = {key: "--mode work" in text for key, text in asked.blocks("statement").items()}
                return {
                    "verdicts": [
                        {"id": key, "reason": "", "verdict": "beyond", "words": ["--mode work"]}
                        if wrong
                        else {"id": key, "reason": "", "verdict": "supported", "words": []}
                        for key, wrong in odd.items()
                    ]
                }
            case "rewrite":
                assert "its words that no evidence carries: --mode work" in asked.user
                return {"rewritten": [{"id": key, "text": rewritten} for key in asked.blocks("statement")]}
        return honest(asked)

    return answering


@pytest.mark.parametrize("effort", ["quick", "standard"])
@pytest.mark.parametrize("block", [BLOCK, f"{BLOCK} --wait 70"])
@pytest.mark.parametrize("rewritten", ["", f"```bash\n{BLOCK} --fast\n```"])
def test_a_block_with_one_value_that_no_evidence_holds_ships_with_a_blank_for_it(
    effort: str,
    rewritten: str,
    block: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FATHOMS_MODEL_CONTEXT", "32000")
    folder = tmp_path / "docs"
    folder.mkdir()
    said = "The harbour of Anselm is entered with `dock enter --side quay --mode calm`. It is nine metres deep."
    (folder / "harbour.md").write_text(f"# Harbour of Anselm\n\n{said}\n", encoding="utf-8")
    with ModelServer(with_a_block(block, rewritten)) as server:
        assert ask(server, folder, "--effort", effort) == 0
    report = Report.model_validate_json(capsys.readouterr().out)
    told = [one for section in report.sections for part in section.paragraphs for one in part.statements]
    assert [one.text for one in told if one.code] == ["dock enter --side quay --mode <mode>"]
    assert any(one.announces for one in told)
    (record,) = (cut.text for cut in report.cuts if cut.reason == words_for("en").flaws[Flaw.BLANKED])
    assert record.split()[0] == "work"
