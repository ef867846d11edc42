"""A report that a model writes, from the first question to the page: what of its true sentences arrives.

A scripted mind on loopback plans a matrix, writes sections in words of its own with two false sentences among them,
leaves a point open that a document answers, and makes the whole: once with a window in which one hand writes the report
out of the drafts, once with a small one, where an editor puts them together. Through the command line, as a user would.
Its recorded answers, replayed twice in fresh homes, give the same page.

Knows: which sentences are true.  Does not know: the product's code that carries or cuts them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from fathoms.domain.report import Report
from fathoms.report.statements import statements_of
from fathoms.testing.model_server import Answer, Asked, Fault, ModelServer, honest

PROOF = "a model that writes richly: its true sentences ship, gaps are closed, a table stands on top, no furniture"

QUESTION = "Which ferry should a school take, the Lerna or the Oskal, by speed and price?"
TASKS = {
    "1": "How fast are the ferry Lerna and the ferry Oskal?",
    "2": "What is the price of the ferry Lerna and Oskal?",
}
OPEN = "Which ferry takes school classes on Sundays?"
PARAPHRASED = {
    "The ferry Lerna reaches a speed of 21 knots.": "At 21 knots the ferry Lerna is quick.",
    "The ferry Oskal reaches a speed of 14 knots.": "The ferry Oskal makes 14 knots.",
    "A ticket for the ferry Lerna has a price of 40 crowns.": "A ticket for the Lerna is sold for 40 crowns.",
    "A ticket for the ferry Oskal has a price of 12 crowns.": "For 12 crowns the Oskal sells a ticket.",
    "Only the ferry Oskal takes school classes on Sundays.": "School classes can take a ferry on Sundays: the Oskal.",
}
"""What the documents say, and how the mind says it."""
INVENTED, BEYOND = "The ferry Lerna carries 4711 cows.", "The ferry Oskal is the best ferry of the sea."
CODE = "ferry --name Oskal \\\n    --speed 14"
_LED_CODE = re.compile(rf"with: \[(?:from )?\d+\w*(?:, \d+\w*)*\]\n\n```bash\n{re.escape(CODE)}\n```\n")
"""Its marks stand behind the sentence that leads to it."""
"""Of two lines, as it has to arrive."""
FURNITURE = (
    "unchecked",
    "Success criteria",
    "What was tried",
    "Support check",
    "Spent",
    "Shared by",
    "queries",
    "Rounds",
)
LEAST_SHIPPED = 0.95
_OF_THE_RUN = re.compile(r"Run started: .*? · Run: \S+")
WINDOWS = {"by one hand": 64_000, "by an editor": 8_192}


@dataclass
class Mind:
    """Answers as a strong model would; remembers what it wrote."""

    true: set[str] = field(default_factory=set)
    calls: int = 0

    def __call__(self, asked: Asked) -> Answer | str | Fault:
        self.calls += 1
        match asked.role:
            case "plan":
                tasks = [{"id": key, "question": text} for key, text in TASKS.items()]
                names = {"form_rows": ["Lerna", "Oskal"], "form_columns": ["Speed", "Price"]}
                return {"tasks": tasks, "strategy": "aspect", "form": "matrix", **names}
            case "finding":
                return self._section(asked)
            case "gaps":
                return {"matter": [key for key in asked.choices("matter") if f"{key}: {OPEN}" in asked.user]}
            case "editor":
                return self._edited(asked)
            case "order":
                return {"section_order": ["2", "1"]}
            case "whole":
                return self._whole(asked)
            case "judge":
                shown = asked.blocks("statement").items()
                return {
                    "verdicts": [
                        {"id": key, "verdict": "beyond" if BEYOND in text else _held(text)} for key, text in shown
                    ]
                }
        return honest(asked)

    def _section(self, asked: Asked) -> Answer:
        facts = _facts(asked)
        told = [(PARAPHRASED[said], key) for said, key in facts.items() if said in PARAPHRASED]
        self.true |= {text for text, _ in told}
        text = " ".join(f"{text.rstrip('.')} [{key}]." for text, key in told)
        text += f" {INVENTED.rstrip('.')} [{told[0][1]}]. {BEYOND.rstrip('.')} [{told[-1][1]}]." if told else ""
        answer = honest(asked)
        assert isinstance(answer, dict)
        paragraphs = [{"heading": "", "text": f"{text}{_code(facts)}"}]
        return answer | {"paragraphs": paragraphs, "open_questions": [OPEN]}

    def _edited(self, asked: Asked) -> Answer:
        facts = _facts(asked)
        fast, slow, dear, cheap, sunday = (facts.get(said, "") for said in PARAPHRASED)
        answer = "A school should take the ferry Oskal: it takes school classes on Sundays at a price of 12 crowns"
        across = "The Lerna is the faster ferry at 21 knots, and its ticket at 40 crowns costs more than the Oskal's 12"
        self.true |= {f"{answer}.", f"{across}."}
        cells = (("Lerna", "21 knots", fast, "40 crowns", dear), ("Oskal", "14 knots", slow, "12 crowns", cheap))
        return {
            "short_answer": f"{answer} [{sunday}][{cheap}].",
            "key_points": [],
            "table_columns": ["Speed", "Price"],
            "table_rows": [{"name": n, "cells": [f"{a} [{x}]", f"{b} [{y}]"]} for n, a, x, b, y in cells],
            "across": [f"{across} [{fast}][{dear}][{cheap}]."],
        }

    def _whole(self, asked: Asked) -> Answer:
        """The same told as one report: what the drafts told counts only if it is told here."""
        edited = self._edited(asked)
        facts = _facts(asked)
        told = {said: f"{PARAPHRASED[said].rstrip('.')} [{key}]." for said, key in facts.items()}
        fast, slow, dear, cheap, sunday = (told.get(said, "") for said in PARAPHRASED)
        key = next(iter(facts.values()))
        false = f"{INVENTED.rstrip('.')} [{key}]. {BEYOND.rstrip('.')} [{key}]."
        (across,) = edited["across"]
        return {name: edited[name] for name in ("short_answer", "table_columns", "table_rows")} | {
            "sections": [
                {"heading": "Price", "text": f"{dear} {cheap} {across}\n\n- {sunday}"},
                {"heading": "Speed", "text": f"{fast} {slow} {false}{_code(facts)}"},
            ],
            "open_questions": [],
        }


def _code(facts: dict[str, str]) -> str:
    """A block of code on the fact whose figure it sets, where that is among the facts."""
    key = next((key for said, key in facts.items() if "14 knots" in said), "")
    return f"\n\nAsk for it with:\n\n```bash\n{CODE}\n```\n[{key}]" if key else ""


def _held(text: str) -> str:
    return "reasoned" if "costs more than" in text or "should take" in text else "supported"


def _facts(asked: Asked) -> dict[str, str]:
    """What the documents say, by the key that it is cited by."""
    shown = asked.blocks("fact").items()
    return {said: key for key, text in shown for said in PARAPHRASED if said in text}


def _run(folder: Path, mind: Mind, window: int) -> tuple[Report, list[str]]:
    """The report, and its page: as the mind played it, then replayed twice from what was recorded."""
    docs = folder / "docs"
    docs.mkdir()
    for number, said in enumerate(PARAPHRASED):
        (docs / f"note-{number}.md").write_text(f"# Ferry note {number}\n\n{said}\n", encoding="utf-8")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("FATHOMS_")}
    told: list[tuple[str, str]] = []
    with ModelServer(mind) as server:
        for home, traffic in (("played", "record"), ("once", "replay"), ("twice", "replay")):
            settings = {
                "FATHOMS_SETTINGS": str(folder / "none.toml"),
                "FATHOMS_HOME": str(folder / home),
                "FATHOMS_MODEL": f"{server.url}#scripted",
                "FATHOMS_MODEL_REACH": "local",
                "FATHOMS_MODEL_CONTEXT": str(window),
                "FATHOMS_MODEL_TRAFFIC": traffic,
                "FATHOMS_MODEL_TRAFFIC_FILE": str(folder / "played.jsonl"),
            }
            asked = _fathoms({**clean, **settings}, "ask", QUESTION, "--docs", str(docs), "--yes", "--format", "json")
            told.append((asked, _fathoms({**clean, **settings}, "export", "last", "--format", "markdown")))
    return Report.model_validate_json(told[0][0]), [page for _, page in told]


def _fathoms(settings: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "-m", "fathoms", *arguments]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"exit {done.returncode}: {done.stderr[-1_500:]}")
    return done.stdout


def _shipped(report: Report) -> Iterator[str]:
    for said in (report.answer, report.summary, report.across, report.recommendations):
        yield from (statement.text for statement in said)
    for section in report.sections:
        yield from (statement.text for statement in statements_of(section))


def _holds(window: int) -> dict[str, bool]:
    """What there is to see of one report, and whether it holds."""
    mind = Mind()
    with tempfile.TemporaryDirectory() as folder:
        report, pages = _run(Path(folder), mind, window)
    page = pages[0]
    shipped = set(_shipped(report))
    share = len(mind.true & shipped) / len(mind.true)
    body = page[: page.index("## How this was made")]
    cells = [cell for row in (report.table.rows if report.table else ()) for cell in row.cells if cell]
    if lost := mind.true - shipped:
        print("lost:", *(f"\n  {text}" for text in sorted(lost)), *(f"\n  cut: {cut}" for cut in report.cuts))
    return {
        f"true sentences shipped: {share:.0%} of {len(mind.true)}": share >= LEAST_SHIPPED,
        "false sentences shipped: none": not shipped & {INVENTED, BEYOND},
        "the open point was looked into and is no gap": report.run_facts.tasks > len(TASKS) and OPEN not in report.gaps,
        f"the table stands with {len(cells)} of 4 cells, all cited": len(cells) == 4 and all(c.facts for c in cells),
        "the answer comes first": bool(report.answer)
        and page.index(report.answer[0].text) < page.index("## At a glance"),
        "the block of code stands line by line between its fences": bool(_LED_CODE.search(body)),
        "no furniture in the body": not any(word in body for word in FURNITURE),
        f"{mind.calls} calls for {report.run_facts.tasks} tasks": mind.calls < 10 * report.run_facts.tasks,
        "replayed twice: the same bytes but for run and time": len({_OF_THE_RUN.sub("", one) for one in pages}) == 1,
    }


def main() -> int:
    kept = every = 0
    for name, window in WINDOWS.items():
        print(f"{name} ({window:,} tokens)")
        for what, held in (seen := _holds(window)).items():
            print(f"  {'yes' if held else 'NO ':<4}{what}")
        kept, every = kept + sum(seen.values()), every + len(seen)
    print(f"{kept} of {every} hold, by one hand and by an editor")
    return 0 if kept == every else 1
