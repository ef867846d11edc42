"""Suspicions, code alone, on labelled pairs: what is found per class, and how often it is wrong to alarm.

These pairs were written with the check; `statements` has others'. What is suspected goes to a judge, only figures and
dates are decided here.

`PAIRS=` names another file in the format of evals/support_pairs.toml.
"""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from fathoms.domain.evidence import Confidence, Evidence, Fact
from fathoms.domain.report import Statement, Support
from fathoms.report.build.holding import check
from fathoms.text.language import language_of

PROOF = "support check by code: changed numbers, units, dates, negations and names found; false alarms"

PAIRS = Path(os.environ.get("PAIRS") or Path(__file__).with_name("support_pairs.toml"))
CHANGED = ("number", "unit", "date", "negation", "name")
FOUND_SHARE, FALSE_ALARMS = 0.85, 0.15


@dataclass(frozen=True)
class Pair:
    label: str
    language: str
    quote: str
    statement: str


def pairs() -> list[Pair]:
    found = []
    for entry in tomllib.loads(PAIRS.read_text("utf-8"))["quote"]:
        quote = entry.pop("text")
        for label, statements in entry.items():
            listed = [statements] if isinstance(statements, str) else statements
            found += [Pair(label, language_of(quote), quote, statement) for statement in listed]
    return found


def alarmed(pair: Pair) -> tuple[bool, bool]:
    """Whether it is suspected, and whether code would call it supported."""
    evidence = Evidence(
        page_id="p", url="kb://pairs/page", title="Pair", quote=pair.quote, start=0, end=len(pair.quote), source="pairs"
    )
    fact = Fact(id="f", claim=pair.quote, evidence=(evidence,), confidence=Confidence.VERIFIED)
    result = check(Statement(text=pair.statement, facts=("f",)), {"f": fact})
    return bool(result.flaw or result.statement.doubts), result.statement.support is Support.SUPPORTED


def main() -> int:
    counts: Counter[tuple[str, str, str]] = Counter()
    wrong = []
    for pair in pairs():
        flawed, supported = alarmed(pair)
        counts[pair.label, pair.language, "all"] += 1
        counts[pair.label, pair.language, "flawed"] += flawed
        counts[pair.label, pair.language, "supported"] += supported
        if flawed if pair.label == "supported" else pair.label in CHANGED and not flawed:
            wrong.append(pair)
    print(f"{'class':<12} {'language':<9} {'pairs':>5} {'alarmed':>8} {'shipped as supported':>21}")
    labels = dict.fromkeys(label for label, _, _ in counts)
    for label in labels:
        for language in ("en", "ja"):
            every = counts[label, language, "all"]
            if every:
                row = (counts[label, language, "flawed"], counts[label, language, "supported"])
                print(f"{label:<12} {language:<9} {every:>5} {row[0]:>8} {row[1]:>21}")
    for pair in wrong:
        print(f"  {'missed' if pair.label != 'supported' else 'false alarm'} ({pair.label}): {pair.statement}")
    share = {label: _share(counts, label, "flawed") for label in labels}
    found = sum(_count(counts, label, "flawed") for label in CHANGED) / sum(_count(counts, c, "all") for c in CHANGED)
    alarms = share.get("supported", 0.0)
    per_class = ", ".join(f"{label} {share.get(label, 0.0):.0%}" for label in CHANGED)
    print(f"{sum(_count(counts, label, 'all') for label in labels)} pairs; per class: {per_class}")
    print(f"changes found {found:.1%} (≥ {FOUND_SHARE:.0%} in all), false alarms {alarms:.1%} (≤ {FALSE_ALARMS:.0%})")
    return 0 if found >= FOUND_SHARE and alarms <= FALSE_ALARMS else 1


def _count(counts: Counter[tuple[str, str, str]], label: str, what: str) -> int:
    return sum(counts[label, language, what] for language in ("en", "ja"))


def _share(counts: Counter[tuple[str, str, str]], label: str, what: str) -> float:
    return _count(counts, label, what) / max(_count(counts, label, "all"), 1)
