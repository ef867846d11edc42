"""Statements of a real report and corrupted twins of them: what the check suspects, cuts, keeps and marks.

Once by code alone, once with a judge that answers by the labels, as a strong mind would. `DATA=` names another file of
the same kind (one JSON object a line: statement, marks, facts with claim, quote, title, path and context, label,
corrupted); without one the proof is skipped. Nothing in the check was fitted to a threshold here: the shares that it
uses are the same for every field.

Knows: the check as a report goes through it.  Does not know: the command line; the sentences have no run.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from evals import SKIPPED
from fathoms.domain.brief import Effort
from fathoms.domain.evidence import Confidence, Evidence, Fact
from fathoms.domain.plan import Mode
from fathoms.domain.report import Paragraph, Report, RunFacts, Section, Statement, StatementKind, Verdict
from fathoms.engine.evidence.doubts import TELLING
from fathoms.report.build.check import checked, judged, to_judge
from fathoms.report.build.holding import check
from fathoms.report.statements import statements
from fathoms.text.sentences import sentences

PROOF = "of labelled statements: suspected by code, cut, kept and marked with a judge that is right"

DATA = Path(os.environ.get("DATA") or Path(__file__).parents[2] / "shared/data/statements/kubernetes.jsonl")
SUSPECTED, FALSE_ALARMS, VETOED = 0.60, 0.15, 0.02
KEPT, REASONED, SHIPPED = 0.98, 0.95, 0.03
_VERDICTS = {
    "supported": Verdict.SUPPORTED,
    "inference": Verdict.REASONED,
    "topic": Verdict.CONNECTING,
    "beyond": Verdict.BEYOND,
    "wrong": Verdict.CONTRADICTED,
}


@dataclass(frozen=True)
class Labelled:
    id: str
    label: str
    """As a reader judged it."""
    kind: str
    """Of the corruption; empty for a sentence as it was written."""
    section: str
    statement: Statement
    facts: tuple[Fact, ...]


def labelled() -> list[Labelled]:
    rows = [json.loads(line) for line in DATA.read_text("utf-8").splitlines() if line.strip()]
    return [_labelled(row) for row in rows]


def _labelled(row: dict[str, object]) -> Labelled:
    listed = row["facts"]
    assert isinstance(listed, list)
    facts = {str(one["id"]): _fact(f"{row['id']}-{one['id']}", one) for one in listed}
    marks = row["marks"] or ([] if row["label"] == "topic" else list(facts))
    assert isinstance(marks, list)
    cited = tuple(facts[mark].id for mark in marks if mark in facts)
    return Labelled(
        id=str(row["id"]),
        label=str(row["label"]),
        kind=str(row.get("corrupted") or ""),
        section=str(row["section"]),
        statement=Statement(text=str(row["statement"]), facts=cited),
        facts=tuple(facts.values()),
    )


def _fact(identity: str, one: dict[str, object]) -> Fact:
    quote, path = str(one["quote"]), one.get("path") or ()
    assert isinstance(path, list | tuple)
    evidence = Evidence(
        page_id=identity,
        url=f"kb://statements/{identity}",
        title=str(one["title"]),
        quote=quote,
        start=0,
        end=len(quote),
        source="statements",
        title_path=tuple(str(part) for part in path),
        context=str(one.get("context") or ""),
    )
    return Fact(id=identity, claim=str(one["claim"]), evidence=(evidence,), confidence=Confidence.VERIFIED)


def reported(rows: list[Labelled]) -> Report:
    """One report that says all of it, in its sections."""
    sections = dict.fromkeys(row.section for row in rows)
    made = tuple(
        Section(
            task=str(number),
            heading=name,
            question=name,
            paragraphs=(Paragraph(statements=tuple(row.statement for row in rows if row.section == name)),),
        )
        for number, name in enumerate(sections, 1)
    )
    return Report(
        run="statements",
        question="statements",
        language="en",
        found=True,
        sections=made,
        facts=tuple(fact for row in rows for fact in row.facts),
        written_at=datetime(2026, 1, 1, tzinfo=UTC),
        run_facts=RunFacts(mind="labels", mode=Mode.COMPLEX, effort=Effort.STANDARD, tasks=len(made), rounds=0),
    )


def main() -> int:
    if not DATA.is_file():
        print(f"skipped: there is no {str(DATA)!r}; name a file of labelled statements with DATA=")
        return SKIPPED
    rows = labelled()
    code = _by_code(rows)
    judge = _with_judge(rows)
    print(f"code alone: {code.said}")
    print(f"with a judge that is right: {judge.said}")
    return 0 if code.holds and judge.holds else 1


@dataclass(frozen=True)
class Outcome:
    said: str
    holds: bool


def _by_code(rows: list[Labelled]) -> Outcome:
    """What is suspected and vetoed of each label, and of each kind of corruption."""
    every, suspected, vetoed, kinds = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    raised, right = Counter[str](), Counter[str]()
    for row in rows:
        facts = {fact.id: fact for fact in row.facts}
        result = check(row.statement, facts, beside=tuple(facts))
        group = "corrupted" if row.kind else row.label
        odd = bool(result.flaw or result.statement.doubts)
        every[group] += 1
        suspected[group] += odd
        vetoed[group] += result.flaw is not None
        kinds[row.kind] += odd and bool(row.kind)
        for doubt in {told.partition(":")[0] for told in result.statement.doubts}:
            raised[doubt] += 1
            right[doubt] += bool(row.kind) or row.label in ("wrong", "beyond")
    print(f"{'label':<12} {'sentences':>9} {'suspected':>10} {'vetoed':>7}")
    for group, count in every.items():
        print(f"{group:<12} {count:>9} {suspected[group] / count:>10.1%} {vetoed[group] / count:>7.1%}")
    print("corruptions suspected: " + ", ".join(f"{kind} {count}" for kind, count in kinds.items() if kind))
    told = (
        f"{kind} {right[kind]} of {count}{'' if kind in TELLING else ' (not told)'}" for kind, count in raised.items()
    )
    print(f"right when raised: {', '.join(told)}")
    found = suspected["corrupted"] / max(every["corrupted"], 1)
    alarms, cut = (count["supported"] / max(every["supported"], 1) for count in (suspected, vetoed))
    said = f"{found:.1%} of the corrupted suspected, {alarms:.1%} of the supported, {cut:.1%} of them vetoed"
    return Outcome(said, found >= SUSPECTED and alarms <= FALSE_ALARMS and cut <= VETOED)


def _with_judge(rows: list[Labelled]) -> Outcome:
    """What ships of a report whose every statement is judged by its label."""
    shipped, every, lost = Counter[str](), Counter[str](), 0
    for part in ([row for row in rows if not row.kind], [row for row in rows if row.kind]):
        report = checked(reported(part))
        verdicts = {row.statement.text: _VERDICTS[row.label] for row in part}
        unseen = {row.statement.text for row in part} - {s.text for s in to_judge(report)}
        final = judged(report, {text: verdict for text, verdict in verdicts.items() if text not in unseen})
        kept = {statement.text: statement.kind for statement in statements(final)}
        recorded = " ".join(cut.text for cut in final.cuts)
        for row in part:
            every[row.label] += 1
            there = row.statement.text in kept
            shipped[row.label] += there
            shipped["marked"] += row.label == "inference" and kept.get(row.statement.text) is StatementKind.REASONED
            lost += not there and not _is_told(row.statement.text, recorded, kept)
    for label, count in every.items():
        print(f"{label:<12} {count:>9} {shipped[label] / count:>10.1%} shipped")
    true = (shipped["supported"] + shipped["topic"]) / max(every["supported"] + every["topic"], 1)
    marked = shipped["marked"] / max(every["inference"], 1)
    false = (shipped["wrong"] + shipped["beyond"]) / max(every["wrong"] + every["beyond"], 1)
    said = (
        f"{true:.1%} of the true kept, {marked:.1%} of the reasoned kept and marked, {false:.1%} of the false shipped"
    )
    return Outcome(
        f"{said}, {lost} lost without a record", true >= KEPT and marked >= REASONED and false <= SHIPPED and not lost
    )


def _is_told(text: str, recorded: str, kept: Collection[str]) -> bool:
    """Whether each sentence of a statement is on record as cut, or still stands in what is left of it."""
    return all(
        part in recorded or any(part in one and one in text for one in kept)
        for part in (span.of(text) for span in sentences(text))
    )


if __name__ == "__main__":
    sys.exit(main())
