"""From a question to a proposal: brief and plan, before anything is authorised.

Only this happens before authorisation: each source describes itself, one scouting search, the
planning calls. Every call goes through the call cache, so an interrupted proposal repeats nothing.

Knows: the order of these calls and the fallbacks of a bad plan.  Does not know: the rules of a sound
plan (`engine/plan_rules.py`).
"""

from __future__ import annotations

import asyncio
import functools

from fathoms.domain.brief import Brief
from fathoms.domain.events import Body, Event, PlanProposed, PlanRejected
from fathoms.domain.evidence import Query
from fathoms.domain.plan import Plan
from fathoms.domain.run import Proposal, RunOrder
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import Phase
from fathoms.engine import plan_rules
from fathoms.ports.mind import BriefRequest, Mind, PlanRequest
from fathoms.ports.source import Source
from fathoms.runtime.calls import call
from fathoms.runtime.workshop import workshop

SCOUTING_RESULTS = 5
PLAN_TRIES = 2


async def propose(order: RunOrder) -> Proposal:
    """The brief and the plan for a question, kept with the run and ready to be authorised."""
    shop = workshop()
    mind = shop.make_mind(order.mind)
    sources = [shop.open_source(spec) for spec in order.sources]
    surveys = tuple([await _survey(order, source) for source in sources])
    brief = await _brief(order, mind, surveys)
    scouting = await _scout(order, sources, surveys)
    plan, rejections = await _plan(order, mind, brief, surveys, scouting)
    proposal = Proposal(brief=brief, plan=plan, surveys=surveys)
    await asyncio.to_thread(shop.stores.set_proposal, order.run, proposal)
    await _tell(order.run, *rejections, PlanProposed(plan=plan, question=order.question))
    return proposal


async def _survey(order: RunOrder, source: Source) -> Survey:
    request = Query(source=source.name, text=order.question)
    return await call(order.run, "", f"survey.{source.name}", request, Survey, lambda: source.survey(order.question))


async def _brief(order: RunOrder, mind: Mind, surveys: tuple[Survey, ...]) -> Brief:
    """What the mind read out of the question. The question and its limits stay the user's."""
    request = BriefRequest(question=order.question, effort=order.effort, limits=order.limits, surveys=surveys)
    brief = await call(order.run, "", "mind.brief", request, Brief, lambda: mind.brief(request))
    ours = {"question": order.question, "effort": order.effort, "limits": order.limits, "budget": order.budget}
    return brief.model_copy(update=ours)


async def _scout(order: RunOrder, sources: list[Source], surveys: tuple[Survey, ...]) -> SearchAnswer:
    """One search for the whole question, where it promises most."""
    if not sources:
        return SearchAnswer()
    best = max(surveys, key=lambda survey: survey.relevance).source
    source = next(source for source in sources if source.name == best)
    query = Query(source=source.name, text=order.question)
    phase = Phase.SURVEY
    return await call(
        order.run,
        "",
        f"scout.{source.name}",
        query,
        SearchAnswer,
        lambda: source.search(query, limit=SCOUTING_RESULTS, phase=phase),
    )


async def _plan(
    order: RunOrder, mind: Mind, brief: Brief, surveys: tuple[Survey, ...], scouting: SearchAnswer
) -> tuple[Plan, list[PlanRejected]]:
    """A sound plan: as the mind made it, made again, flattened to a list, or one task. Each fallback is told."""
    rejections: list[PlanRejected] = []
    problems: tuple[str, ...] = ()
    plan = Plan()
    for attempt in range(1, PLAN_TRIES + 1):
        request = PlanRequest(brief=brief, surveys=surveys, scouting=scouting, rejected=problems)
        plan = await call(order.run, "", "mind.plan", request, Plan, functools.partial(mind.plan, request))
        problems = plan_rules.problems(plan, order.limits)
        if not problems:
            return plan, rejections
        fallback = "planned again" if attempt < PLAN_TRIES else "flattened to a list"
        rejections.append(PlanRejected(reason="; ".join(problems), fallback=fallback))
    flat = plan_rules.flattened(plan, order.limits)
    problems = plan_rules.problems(flat, order.limits)
    if not problems:
        return flat, rejections
    rejections.append(PlanRejected(reason="; ".join(problems), fallback="a single task"))
    return plan_rules.single(brief), rejections


async def _tell(run: str, *bodies: Body) -> None:
    shop = workshop()
    at = shop.clock.now()
    events = [Event(run=run, step="propose", n=n, at=at, body=body) for n, body in enumerate(bodies)]
    await asyncio.to_thread(shop.stores.append, events)
