"""Nothing is researched before the user agrees to the plan, in so many words.

Knows: how a proposal is shown and what counts as a yes.  Does not know: what happens then.
"""

from __future__ import annotations

import sys

from fathoms.domain.brief import Brief
from fathoms.domain.plan import Plan
from fathoms.domain.run import AUTHORISATION, RunRow
from fathoms.domain.value import Value
from fathoms.engine.estimate import Estimate
from fathoms.errors import UsageError
from fathoms.faces.cli import terminal, tree
from fathoms.faces.cli.layout import duration, plural


class Offer(Value):
    """What the user is asked to agree to, whole: the JSON form of `fathoms plan`."""

    run: str
    status: str
    verdict: str
    brief: Brief
    plan: Plan
    estimate: Estimate
    rejected: tuple[str, ...] = ()
    """Plans that broke a rule on the way to this one, and what was done instead."""


def offer(row: RunRow, estimate: Estimate, rejected: tuple[str, ...] = ()) -> Offer:
    if row.proposal is None:
        raise UsageError(f"run {row.order.run!r} has no plan yet; `fathoms resume {row.order.run}` makes one")
    plan, limits = row.proposal.plan, row.order.limits
    allowed = f"{plural(limits.tasks, 'task')} on {plural(limits.levels, 'level')}"
    verdict = f"feasible: {plural(estimate.tasks, 'task')}, effort {row.order.effort} allows {allowed}"
    return Offer(
        run=row.order.run,
        status=row.status,
        verdict=verdict,
        brief=row.proposal.brief,
        plan=plan,
        estimate=estimate,
        rejected=rejected,
    )


def shown(offer: Offer) -> str:
    """The verdict, the tasks as a tree, the estimate."""
    plan = offer.plan
    why = f" ({'; '.join(map(terminal.clean, plan.signals))})" if plan.signals else ""
    lines = [
        f"Question  {terminal.clean(offer.brief.question)}",
        f"Verdict   {offer.verdict}",
        f"Plan      {plan.mode.value}, {plan.strategy.value}{why}",
    ]
    if plan.approach:
        lines.append(f"          {terminal.clean(plan.approach)}")
    lines += [f"          rejected: {terminal.clean(reason)}" for reason in offer.rejected]
    lines += ["", *tree.plan_lines(plan), "", f"Estimate  {_estimated(offer.estimate)}"]
    if offer.brief.criteria:
        lines += ["", "The report will say whether:"]
        lines += [f"  {n}. {terminal.clean(criterion.text)}" for n, criterion in enumerate(offer.brief.criteria, 1)]
    return "\n".join(lines)


def agreed(offer: Offer) -> bool:
    """Show the plan on the terminal and ask. Only the exact phrase is a yes."""
    terminal.note(f"{shown(offer)}\n")
    terminal.note(f"To start it, type exactly: {AUTHORISATION}")
    sys.stderr.write("> ")
    sys.stderr.flush()
    return sys.stdin.readline().rstrip("\n") == AUTHORISATION


def _estimated(estimate: Estimate) -> str:
    calls = f"{estimate.calls_likely:,} to {estimate.calls_most:,} calls of the mind"
    times = f"{duration(estimate.seconds_likely)} to {duration(estimate.seconds_most)}"
    money = "no cost" if estimate.usd_most == 0 else "cost by the model's price"
    rounds = f"{estimate.rounds_likely} to {estimate.rounds_most} rounds"
    return f"{rounds}, {calls}, about {times}, {money}"
