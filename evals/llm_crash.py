"""Kill -9 in the middle of a run with a language model, resume: at most the calls in flight are paid again."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from evals import SKIPPED
from evals.fake_world import QUICK, Asked, World, missing, questions
from fathoms.stores.sqlite import Stores

PROOF = "SIGKILL at 30, 60 and 90 % of a run with a model, then resume: at most the calls in flight are paid again"

MOMENTS = (0.3, 0.6, 0.9)
SPEED = {**QUICK, "llm_base": 0.2, "llm_per_token": 0.001, "search_latency": 0.1, "page_latency": 0.1}
MOST_IN_FLIGHT = 4
PAGES_AT_ONCE = 5 * MOST_IN_FLIGHT
"""A round reads at most five pages, and each of them is kept as soon as it is there."""
FLAGS = ("--web", "--yes", "--revise", "static", "--format", "json")


@dataclass(frozen=True)
class Row:
    moment: float
    in_flight: int
    calls: int
    again: int
    refetched: int
    same: bool
    code: int

    @property
    def holds(self) -> bool:
        paid_again = self.again <= self.in_flight <= MOST_IN_FLIGHT
        return self.code == 0 and paid_again and self.refetched <= PAGES_AT_ONCE and self.same


def said(asked: Asked) -> tuple[str, ...]:
    """What a report says, without what differs from run to run."""
    if asked.report is None:
        return ()
    parts = [s.text for s in asked.report.summary]
    parts += [s.text for section in asked.report.sections for part in section.paragraphs for s in part.statements]
    return (*parts, *(reference.url for reference in asked.report.references))


def killed(world: World, home: Path, after: float) -> tuple[int, Asked]:
    """Kill the run so long after its first request; how many calls were in flight, and how it ended when resumed."""
    world.reset("proof", **SPEED)
    process = subprocess.Popen(
        [sys.executable, "-m", "fathoms", "ask", questions()[0], *FLAGS],
        env=world.settings(home),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not world.stats()["requests"] and process.poll() is None:
        time.sleep(0.02)
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return in_flight(home), world.run(["resume", "last", "--format", "json"], home)


def in_flight(home: Path) -> int:
    """Calls that were paid for and have no kept answer, as the dead process left them: at most as many as may be."""
    stores = Stores(home)
    try:
        run = stores.run_ids()[0]
        return len({payment.call for payment in stores.payments(run)} - {key for key, _ in stores.mind_calls(run)})
    finally:
        stores.close()


def main() -> int:
    if why := missing():
        print(why)
        return SKIPPED
    rows = []
    with World() as world, tempfile.TemporaryDirectory() as folder:
        world.reset("proof", **SPEED)
        whole = world.run(["ask", questions()[0], *FLAGS], Path(folder) / "whole")
        stats = world.stats()
        lasted, calls = stats["last"] - stats["first"], stats["llm_calls"]
        print(f"unbroken: {calls} calls, {lasted:.1f} s")
        header = ("killed at", "in flight", "calls", "paid again", "read again", "same", "exit")
        print(" ".join(f"{name:>11}" for name in header))
        for moment in MOMENTS:
            under_way, resumed = killed(world, Path(folder) / str(moment), lasted * moment)
            after = world.stats()
            rows.append(
                Row(
                    moment=moment,
                    in_flight=under_way,
                    calls=after["llm_calls"],
                    again=after["llm_duplicates"],
                    refetched=after["page_fetches"] - after["distinct_pages"],
                    same=said(resumed) == said(whole) != (),
                    code=resumed.code,
                )
            )
            row = rows[-1]
            print(
                f"{moment:>11.0%} {under_way:>11} {row.calls:>11} {row.again:>11} {row.refetched:>11} "
                f"{row.same!s:>11} {row.code:>11}",
                flush=True,
            )
    held = sum(row.holds for row in rows)
    print(f"{held} of {len(rows)} kills held; at most {max(row.again for row in rows)} calls paid again")
    return 0 if held == len(rows) else 1
