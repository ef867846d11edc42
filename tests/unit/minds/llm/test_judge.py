"""The judge sees each piece of evidence once, and cells with their row and column."""

from __future__ import annotations

import dataclasses
import json

import pytest

from fathoms.domain.report import Verdict
from fathoms.minds.llm.judge import judge, rewrite
from fathoms.minds.llm.prompting import template
from fathoms.minds.llm.shapes import VerdictShape
from fathoms.ports.meter import counted_by
from fathoms.ports.mind import RewriteItem, RewriteRequest, SupportFact, SupportItem, SupportRequest
from tests.unit.minds.llm.asking_bench import Purse, asker, reply

FACT = SupportFact(
    claim="The crane lifts forty tonnes.", quotes=("It lifts forty tonnes.",), place="Crane", context="…"
)
ITEMS = (
    SupportItem(key="S1", text="The crane lifts forty tonnes.", facts=(FACT,)),
    SupportItem(key="S2", text="forty tonnes", facts=(FACT,), about="Crane, Lifts"),
    SupportItem(key="S3", text="So much for the crane."),
)
VERDICTS = {"verdicts": [{"id": f"T{n}", "verdict": "supported", "reason": ""} for n in (1, 2, 3)]}


async def test_evidence_that_several_statements_cite_is_shown_once() -> None:
    bench, script = asker(json.dumps(VERDICTS))
    with counted_by(Purse()):
        found = await judge(bench, SupportRequest(items=ITEMS))
    shown = script.calls[0].user
    assert shown.count("It lifts forty tonnes.") == 1
    assert 'in="Crane, Lifts"' in shown
    assert shown.count("cites: E1") == 2
    assert "cites: nothing" in shown
    assert found.verdicts == dict.fromkeys(("S1", "S2", "S3"), Verdict.SUPPORTED)


@pytest.mark.parametrize(("statements", "tokens"), [(40, 4_000), (41, 4_100)])
async def test_an_answer_has_room_for_a_verdict_on_each_statement(statements: int, tokens: int) -> None:
    items = tuple(SupportItem(key=f"S{n}", text=f"Crane {n} lifts.") for n in range(statements))
    bench, script = asker(dataclasses.replace(reply(json.dumps({"verdicts": []})), tokens_in=1_500))
    bench.options = dataclasses.replace(bench.options, context_tokens=32_000)
    with counted_by(Purse()):
        await judge(bench, SupportRequest(items=items))
    assert script.calls[0].max_tokens == tokens


async def test_what_has_no_room_waits_for_the_next_request() -> None:
    long = [SupportFact(claim=f"Claim {n} of the crane.", quotes=("word " * 300,)) for n in range(9)]
    items = tuple(SupportItem(key=f"S{n}", text=fact.claim, facts=(fact,)) for n, fact in enumerate(long))
    said = json.dumps({"verdicts": [{"id": "T1", "verdict": "beyond", "reason": "all of it"}]})
    bench, script = asker(dataclasses.replace(reply(said), tokens_in=3_000))
    bench.options = dataclasses.replace(bench.options, context_tokens=6_600)
    with counted_by(Purse()):
        found = await judge(bench, SupportRequest(items=items))
    assert 0 < script.calls[0].user.count("<statement") < len(items)
    assert found.verdicts == {"S0": Verdict.BEYOND}
    assert found.reasons == {"S0": "all of it"}


async def test_what_failed_comes_with_the_reason_and_goes_back_under_its_key() -> None:
    bench, script = asker(json.dumps({"rewritten": [{"id": "T1", "text": "The crane lifts forty tonnes."}]}))
    item = RewriteItem(item=ITEMS[0].model_copy(update={"text": "It lifts all ships."}), reason="all ships")
    with counted_by(Purse()):
        made = await rewrite(bench, RewriteRequest(items=(item,)))
    assert "did not hold: all ships" in script.calls[0].user
    assert made.texts == {"S1": "The crane lifts forty tonnes."}


def test_a_judge_takes_the_step_before_it_calls_a_statement_reasoned() -> None:
    assert list(VerdictShape.model_fields) == ["id", "reason", "also", "verdict", "words"]
    told = " ".join(template("judge").system.split())
    assert "it follows from their words alone" in told
    assert "A step that needs one more fact, however well known, is beyond" in told


@pytest.mark.parametrize("writer", ["finding", "redraft", "editor", "whole"])
def test_every_writer_is_told_that_a_conclusion_needs_no_fact_of_its_own(writer: str) -> None:
    told = " ".join(template(writer).system.split())
    assert "what it rests on" in told
    assert "alone" in told


async def test_what_surrounds_a_quote_is_shown_once_a_page() -> None:
    facts = [
        SupportFact(
            claim=f"Claim {n}.", quotes=(f"Quote {n}.",), title="Crane", place=f"Crane › {n}", context=f"near {n}"
        )
        for n in range(3)
    ]
    items = tuple(SupportItem(key=f"S{n}", text=f"Statement {n}.", facts=(fact,)) for n, fact in enumerate(facts))
    bench, script = asker(json.dumps({"verdicts": []}))
    with counted_by(Purse()):
        await judge(bench, SupportRequest(items=items))
    assert script.calls[0].user.count("around it:") == 1
    assert "around it: near 0" in script.calls[0].user


async def test_a_reason_names_the_same_evidence_to_whoever_rewrites() -> None:
    other = SupportFact(claim="The quay is wide.", quotes=("Wide.",), title="Quay")
    both = SupportItem(key="S2", text="The crane lifts ships.", facts=(other, FACT))
    bench, _ = asker(json.dumps({"verdicts": [{"id": "T2", "verdict": "beyond", "reason": "E1 says tonnes, E9 none"}]}))
    with counted_by(Purse()):
        found = await judge(bench, SupportRequest(items=(ITEMS[0], both)))
    assert found.reasons == {"S2": "[2] says tonnes, other evidence none"}
    writer, script = asker(json.dumps({"rewritten": []}))
    item = RewriteItem(item=both, reason=found.reasons["S2"], before="It is new.", after="This costs much.")
    with counted_by(Purse()):
        await rewrite(writer, RewriteRequest(items=(item,)))
    shown = script.calls[0].user
    assert "did not hold: E2 says tonnes" in shown
    assert "before it stands: It is new." in shown
    assert "after it stands: This costs much." in shown


async def test_a_sentence_that_points_back_comes_with_the_one_that_it_leans_on() -> None:
    leaning = SupportItem(key="S1", text="That is why it needs ropes.", facts=(FACT,), follows="The crane lifts ships.")
    bench, script = asker(json.dumps({"verdicts": [{"id": "T1", "verdict": "supported", "reason": ""}]}))
    with counted_by(Purse()):
        await judge(bench, SupportRequest(items=(leaning,)))
    assert "follows: The crane lifts ships." in script.calls[0].user


async def test_whoever_rewrites_may_cite_for_any_statement_what_was_shown_for_another() -> None:
    other = SupportFact(claim="The quay is wide.", quotes=("The quay is wide.",), title="Quay")
    offered = SupportFact(claim="The ferry is late.", quotes=("The ferry is late.",), title="Ferry")
    first = RewriteItem(item=SupportItem(key="S1", text="The crane stands on a wide quay.", facts=(FACT,)), reason="no")
    second = RewriteItem(
        item=SupportItem(key="S2", text="The quay is old.", facts=(other,), more=(offered,)), reason="no"
    )
    answer = {"rewritten": [{"id": "T1", "text": "The crane lifts; the quay is wide.", "evidence": ["E1", "E2", "E3"]}]}
    writer, _ = asker(json.dumps(answer))
    request = RewriteRequest(items=(first, second))
    with counted_by(Purse()):
        made = await rewrite(writer, request)
    assert [request.evidence[place] for place in made.stands_on["S1"]] == [FACT, other, offered]


async def test_whoever_rewrites_may_cite_what_was_offered_and_nothing_else() -> None:
    other = SupportFact(claim="The quay is wide.", quotes=("The quay is wide.",), title="Quay")
    item = SupportItem(key="S1", text="The crane stands on a wide quay.", facts=(FACT,), more=(other,))
    answer = {"rewritten": [{"id": "T1", "text": "The crane lifts; the quay is wide.", "evidence": ["E2", "E1", "E9"]}]}
    writer, script = asker(json.dumps(answer))
    with counted_by(Purse()):
        made = await rewrite(writer, RewriteRequest(items=(RewriteItem(item=item, reason="no quay"),)))
    assert "may also stand on: E2" in script.calls[0].user
    assert made.stands_on == {"S1": (1, 0)}


async def test_whoever_rewrites_is_told_which_figures_never_ship_and_what_to_write_for_them() -> None:
    item = SupportItem(key="S1", text="crane --window 10m --load 7t", facts=(FACT,), code="bash")
    vetoed = RewriteItem(item=item, reason="no such figure", nowhere=("10m", "7t"))
    other = RewriteItem(item=ITEMS[1], reason="not so")
    writer, script = asker(json.dumps({"rewritten": [{"id": "T1", "text": "crane --window <minutes>"}]}))
    with counted_by(Purse()):
        made = await rewrite(writer, RewriteRequest(items=(vetoed, other)))
    shown = script.calls[0].user
    assert "never ships, unless evidence that you name holds it: 10m, 7t; write <…> for it or leave it out" in shown
    assert shown.count("never ships") == 1
    assert made.texts == {"S1": "crane --window <minutes>"}


async def test_a_block_of_code_is_shown_and_taken_back_line_by_line() -> None:
    item = SupportItem(key="S1", text="crane --lift\n  --fast", facts=(FACT,), code="bash")
    fenced = "```bash\ncrane --lift\n  --slow\n```"
    writer, script = asker(json.dumps({"rewritten": [{"id": "T1", "text": fenced}]}))
    with counted_by(Purse()):
        made = await rewrite(writer, RewriteRequest(items=(RewriteItem(item=item, reason="not fast"),)))
    assert "```bash\ncrane --lift\n  --fast\n```" in script.calls[0].user
    assert made.texts == {"S1": "crane --lift\n  --slow"}
    assert made.stands_on == {}


async def test_words_that_no_evidence_carries_go_from_the_judge_to_whoever_rewrites() -> None:
    item = SupportItem(key="S1", text="crane --lift 40 --mode work", facts=(FACT,), code="bash")
    said = {"id": "T1", "reason": "no mode", "verdict": "beyond", "words": ["--mode work"]}
    bench, asked = asker(json.dumps({"verdicts": [said]}))
    with counted_by(Purse()):
        found = await judge(bench, SupportRequest(items=(item,), question="What lifts our 43 boats?"))
    assert found.words == {"S1": ("--mode work",)}
    assert "The report answers: What lifts our 43 boats?" in asked.calls[0].user
    writer, script = asker(json.dumps({"rewritten": []}))
    with counted_by(Purse()):
        await rewrite(writer, RewriteRequest(items=(RewriteItem(item=item, reason="no", words=found.words["S1"]),)))
    assert "its words that no evidence carries: --mode work" in script.calls[0].user


@pytest.mark.parametrize(("prompt", "version"), [("judge", 14), ("rewrite", 11)])
def test_a_changed_prompt_has_a_new_version(prompt: str, version: int) -> None:
    assert template(prompt).version == version


async def test_a_judge_may_name_evidence_that_a_statement_holds_by_and_does_not_cite() -> None:
    other = SupportFact(claim="The quay is closed in winter.", quotes=("It is closed in winter.",))
    items = (
        SupportItem(key="S1", text="The crane lifts forty tonnes, but not in winter.", facts=(FACT,)),
        SupportItem(key="S2", text="The quay is closed in winter.", facts=(other,)),
    )
    verdicts = [
        {"id": "T1", "verdict": "reasoned", "reason": "E1, E2", "also": ["E2", "E1", "E9"]},
        {"id": "T2", "verdict": "supported", "also": ["E2"]},
    ]
    bench, _ = asker(json.dumps({"verdicts": verdicts}))
    with counted_by(Purse()):
        found = await judge(bench, SupportRequest(items=items))
    assert found.also == {"S1": (other,)}


async def test_a_judge_is_told_what_is_put_as_the_reports_own_judgement() -> None:
    bench, script = asker(json.dumps({"verdicts": [{"id": "T1", "verdict": "connecting"}]}))
    item = SupportItem(key="S1", text="Buy it when two ropes have torn.", facts=(FACT,), own=True)
    with counted_by(Purse()):
        await judge(bench, SupportRequest(items=(item,)))
    assert "put as: the report's own judgement" in script.calls[0].user
