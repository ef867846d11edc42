"""A thread through the durable runtime, with any mind and any sources: for scenarios and proofs.

Knows: how a run is entered as authorised.  Does not know: who plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from fathoms.app.service import Service
from fathoms.domain.asking import Ask
from fathoms.domain.brief import Brief
from fathoms.domain.plan import Mode, Plan, Task
from fathoms.domain.revision import RevisePolicy
from fathoms.domain.run import Proposal, RunOrder, RunRow, SourceSpec
from fathoms.domain.thread import PlateauPolicy
from fathoms.ports.mind import Mind
from fathoms.ports.source import Source


async def play(
    service: Service,
    run: str,
    *,
    brief: Brief,
    tasks: Sequence[Task],
    mind: Mind,
    sources: Sequence[Source],
    patience: int = 2,
    policy: PlateauPolicy = PlateauPolicy.ESCAPE,
    mode: Mode = Mode.COMPLEX,
) -> RunRow:
    """Carry out this plan with this mind and these sources, to its end."""
    by_name = {source.name: source for source in sources}
    service.shop.make_mind = lambda name: mind
    service.shop.open_source = lambda spec: by_name[spec.name]
    order = RunOrder(
        run=run,
        ask=Ask(
            question=brief.question,
            mind=mind.name,
            effort=brief.effort,
            patience=patience,
            plateau=policy,
            revise=RevisePolicy.STATIC,
            learn=False,
            cross_check=False,
        ),
        sources=tuple(SourceSpec(plugin="scripted", name=name) for name in by_name),
        limits=brief.limits,
        created_at=datetime(2026, 3, 1, tzinfo=UTC),
    )
    surveys = tuple([await source.survey(order.ask.question) for source in sources])
    service.shop.stores.add_run(order)
    plan = Plan(mode=mode, tasks=tuple(tasks))
    service.shop.stores.set_proposal(run, Proposal(brief=brief, plan=plan, surveys=surveys))
    return await service.carry_out(run)
