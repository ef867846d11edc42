"""What a user is asked to agree to before anything is researched.

Knows: proposal, verdict and plan as one value.  Does not know: how it is shown, or what counts as a yes.
"""

from __future__ import annotations

from fathoms.app.queries import Looking
from fathoms.domain.brief import Brief
from fathoms.domain.events import PlanRejected
from fathoms.domain.feasibility import Verdict
from fathoms.domain.plan import Plan
from fathoms.domain.value import Value
from fathoms.engine.thread import private_words
from fathoms.errors import ResumeToPlan, UsageError


class Offer(Value):
    """The plan of a run, whole: the JSON form of what is offered in every face."""

    run: str
    status: str
    verdict: Verdict
    brief: Brief
    plan: Plan
    stays_home: tuple[str, ...] | None = None
    """Words of the plan that no outside source will hear; None when none is asked, or any word may be told."""
    rejected: tuple[str, ...] = ()
    """Plans that broke a rule on the way to this one, and what was done instead."""


def offer_of(service: Looking, run: str) -> Offer:
    """What the run waits for the user to agree to. Raises UsageError while it has no plan."""
    row = service.run(run)
    if row.proposal is None:
        raise UsageError(f"run {run!r} has no plan yet", next_step=ResumeToPlan(run))
    return Offer(
        run=run,
        status=row.status,
        verdict=row.proposal.verdict or Verdict(feasible=True),
        brief=row.proposal.brief,
        plan=row.proposal.plan,
        stays_home=private_words.staying(row.order, row.proposal),
        rejected=tuple(
            f"{event.body.reason}: {event.body.fallback}"
            for event in service.events(run)
            if isinstance(event.body, PlanRejected)
        ),
    )
