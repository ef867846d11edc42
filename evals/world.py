"""Three questions in the fake world at standard effort, through the command line: calls, tokens, waiting, citations."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from evals import SKIPPED
from evals.fake_world import World, missing, questions
from fathoms.domain.evidence import SourceKind

PROOF = "language models in the fake world: calls, repeats, tokens, wall time over the chain, citations read"

MOST_WALL = 1.10
MOST_CALLS_PER_TASK = 10
MOST_TOKENS = 120_000
"""Of prompts, for one report at standard effort."""
OTHERS = {"open_deep_research": (38.7, 377_000), "gpt-researcher deep": (43.0, 93_000)}
"""Seconds and prompt tokens of other systems in the same world: shown beside ours, which closes gaps, edits and judges
every statement, and takes longer; what is waited for in vain is what the ratio measures."""


@dataclass(frozen=True)
class Row:
    question: str
    code: int
    found: bool
    tasks: int
    calls: int
    repeated_calls: int
    repeated_fetches: int
    prompt_tokens: int
    seconds: float
    chain: float
    cited: int
    read: int

    @property
    def holds(self) -> bool:
        return (
            self.code == 0
            and self.found
            and self.calls < MOST_CALLS_PER_TASK * self.tasks
            and self.repeated_calls == 0
            and self.repeated_fetches == 0
            and self.cited == self.read > 0
            and self.seconds <= MOST_WALL * self.chain
            and self.prompt_tokens <= MOST_TOKENS
        )


def measure(world: World, question: str, home: Path) -> Row:
    world.reset("proof")
    asked = world.ask(question, home)
    stats, report = world.stats(), asked.report
    external = [r.url for r in report.references if r.kind is SourceKind.EXTERNAL] if report else []
    if asked.code:
        print(asked.err[-1_500:])
    return Row(
        question=question,
        code=asked.code,
        found=bool(report and report.found),
        tasks=report.run_facts.tasks if report else 0,
        calls=stats["llm_calls"],
        repeated_calls=stats["llm_duplicates"],
        repeated_fetches=stats["page_fetches"] - stats["distinct_pages"],
        prompt_tokens=stats["prompt_tokens"],
        seconds=asked.seconds,
        chain=stats["chain_s"],
        cited=len(external),
        read=sum(1 for url in external if url in stats["fetched"]),
    )


def main() -> int:
    if why := missing():
        print(why)
        return SKIPPED
    with World() as world, tempfile.TemporaryDirectory() as folder:
        rows = [measure(world, text, Path(folder) / str(n)) for n, text in enumerate(questions())]
    header = ("tasks", "calls", "repeats", "refetch", "prompt tok", "wall s", "chain s", "ratio", "cited", "read", "")
    print("  ".join(f"{name:>10}" for name in header))
    for row in rows:
        ratio = row.seconds / row.chain if row.chain else 0.0
        figures = (row.tasks, row.calls, row.repeated_calls, row.repeated_fetches, row.prompt_tokens)
        times = (f"{row.seconds:.1f}", f"{row.chain:.1f}", f"{ratio:.3f}")
        told = (*figures, *times, row.cited, row.read, "" if row.holds else "FALLS SHORT")
        print("  ".join(f"{value:>10}" for value in told), f" {row.question[:50]}")
    for name, (seconds, tokens) in OTHERS.items():
        print(f"beside it, {name}: {seconds} s, {tokens:,} prompt tokens")
    held = sum(row.holds for row in rows)
    worst = max((row.seconds / row.chain for row in rows if row.chain), default=0.0)
    read, cited = sum(row.read for row in rows), sum(row.cited for row in rows)
    most_tokens, slowest = max(row.prompt_tokens for row in rows), max(row.seconds for row in rows)
    print(
        f"{held} of {len(rows)} questions hold; {sum(row.calls for row in rows)} calls for "
        f"{sum(row.tasks for row in rows)} tasks; at most {most_tokens:,} prompt tokens, {slowest:.1f} s, "
        f"wall over chain {worst:.3f}; {read} of {cited} citations read"
    )
    return 0 if held == len(rows) else 1
