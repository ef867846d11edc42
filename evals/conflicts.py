"""Planted contradictions of the example world: is each in the ledger and in the report, and how many are false?

A conflict counts as planted when its two quotes hold the two planted values in the two planted documents. One that no
example question is about is asked for by a question of its own.
`CONTRADICTIONS=` names another file in the format of examples/contradictions.toml.
"""

from __future__ import annotations

import asyncio
import os
import re
import tomllib
from pathlib import Path

from evals.example_runs import EXAMPLES, Asked, ask_all, opened, questions
from fathoms.domain.evidence import LedgerEntry
from fathoms.report.render import html, markdown

PROOF = "every planted contradiction in the ledger and in the report, few false ones beside them"

CONTRADICTIONS = Path(os.environ.get("CONTRADICTIONS") or EXAMPLES / "contradictions.toml")
FALSE_SHARE = 0.20


def squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def planted_in(entry: LedgerEntry, asked: Asked, planted: list[dict[str, object]]) -> str:
    """The id of the planted contradiction that this conflict is, empty for any other."""
    facts = {fact.id: fact.evidence[0] for fact in asked.report.facts}
    sides = [
        (facts[voice.fact].url, squeezed(facts[voice.fact].quote)) for voice in entry.voices if voice.fact in facts
    ]
    for one in planted:
        wanted = one["side"]
        assert isinstance(wanted, list)
        for first, second in (wanted, wanted[::-1]):
            if len(sides) == 2 and all(
                url.partition("#")[0].endswith(side["document"]) and squeezed(side["quote"]) in quote
                for (url, quote), side in zip(sides, (first, second), strict=True)
            ):
                return str(one["id"])
    return ""


async def look() -> int:
    planted = tomllib.loads(CONTRADICTIONS.read_text("utf-8"))["contradiction"]
    found: dict[str, list[str]] = {str(one["id"]): [] for one in planted}
    false: set[tuple[str, ...]] = set()
    shown = True
    async with opened() as service:
        outright = [(f"{one['id']} asked", str(one["asked"])) for one in planted if "asked" in one]
        for asked in await ask_all(service, [*questions(), *outright]):
            texts = markdown.render(asked.report), html.render(asked.report)
            for entry in service.conflicts(asked.run):
                shown &= all(voice.says in text for voice in entry.voices for text in texts)
                which = planted_in(entry, asked, planted)
                if which:
                    found[which].append(asked.id)
                else:
                    false.add(tuple(sorted(f"{v.title}: {v.says}" for v in entry.voices)))
    print(f"{'planted':<8} {'questions whose report shows it'}")
    for name, where in found.items():
        print(f"{name:<8} {', '.join(where) or 'NONE'}")
    for pair in sorted(false):
        print(f"other    {' / '.join(pair)}")
    there = sum(bool(where) for where in found.values())
    share = len(false) / max(there + len(false), 1)
    print(
        f"{there} of {len(found)} planted contradictions in ledger and report; false {share:.0%} (≤ {FALSE_SHARE:.0%})"
    )
    return 0 if there == len(found) and share <= FALSE_SHARE and shown else 1


def main() -> int:
    return asyncio.run(look())
