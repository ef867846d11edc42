"""From a question to a proposal: brief, plan and verdict, before anything is authorised.

Only this happens before authorisation: each source describes itself, one scouting search, the
planning calls. Every call goes through the call cache, so an interrupted proposal repeats nothing.

Knows: the order of these calls and the fallbacks of a bad plan.  Does not know: the rules of a sound
plan (`engine/plan/rules.py`) or of a feasible question (`engine/intake/feasibility.py`).
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Collection
from dataclasses import dataclass, field
from urllib.parse import quote

from fathoms.domain.brief import Brief
from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.clarification import Clarification, Clarified
from fathoms.domain.events import (
    Body,
    Event,
    FactRecalled,
    FindingReused,
    PlanProposed,
    PlanRejected,
    PlanSuggested,
    QuestionClarified,
    QuestionFolded,
    TasksMerged,
)
from fathoms.domain.evidence import Evidence, Failure, Hit, Query, SourceKind
from fathoms.domain.feasibility import Verdict
from fathoms.domain.learning import Priors
from fathoms.domain.plan import Mode, Plan, Strategy, TaskKind
from fathoms.domain.report import TaskOutcome
from fathoms.domain.reuse import RecalledFact
from fathoms.domain.run import Proposal, RunOrder, RunStatus
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import Phase
from fathoms.engine.evidence import recall, reuse
from fathoms.engine.intake import bounds, clarifying, feasibility, follow_up, joint
from fathoms.engine.plan import complexity, folding, lengths, merging, subplans, suggestion
from fathoms.engine.plan import rules as plan_rules
from fathoms.engine.run import fallbacks, learning
from fathoms.engine.thread import private_words, reach
from fathoms.errors import AuthFailed, BadAnswer, ProviderError, Refused, Unavailable, UsageError
from fathoms.ports.mind import BriefRequest, Mind, PlanRequest
from fathoms.ports.source import Source
from fathoms.runtime import outgoing
from fathoms.runtime.calls import call
from fathoms.runtime.process import workshop

SCOUTED, PASSAGES_SCOUTED = 10, 30
"""Results of the scouting search; passages, where several may be of one document."""
PLAN_TRIES = 2


async def propose(order: RunOrder) -> Proposal:
    """The brief, the plan and the verdict on a question, kept with the run and ready to be authorised."""
    shop = workshop()
    planning = _Planning(order, shop.make_mind(order.ask.mind), [shop.open_source(spec) for spec in order.sources])
    brief, surveys = await planning.agree()
    if order.ask.also:
        brief, plan, verdict, told = await planning.several(brief, surveys)
    else:
        plan, told = await planning.plan(brief, surveys)
        verdict = await planning.verdict(brief, plan, surveys)
        verdict = verdict.model_copy(update={"questions": await planning.questions(brief, surveys)})
    if order.ask.split and not order.ask.also:
        if not verdict.feasible and verdict.covers:
            brief, plan, verdict, told = await planning.split(brief, verdict, surveys)
        else:
            verdict = feasibility.unsplit(brief, verdict)
    merged = merging.merge(plan) if plan.mode is Mode.COMPLEX else None
    if merged and merged.records:
        plan = merged.plan
        told += [TasksMerged(kept=record.kept, question=record.question) for record in merged.records]
    lent: tuple[str, ...] = ()
    plan = plan_rules.gated(plan, order.limits)
    plan = lengths.divided(plan, order.ask.length, written=not planning.mind.deterministic)
    carried = await asyncio.to_thread(_still_fresh, order, plan, surveys)
    if order.ask.follow:
        lent, followed = await asyncio.to_thread(_followed, order, plan, surveys)
        carried += [one for one in followed if one[0].task not in {outcome.task for outcome, _ in carried}]
    known = await planning.recalled(plan, {outcome.task for outcome, _ in carried})
    proposal = Proposal(
        brief=brief,
        plan=plan,
        surveys=surveys,
        recalled=known,
        carried=tuple(outcome for outcome, _ in carried),
        lent=lent,
        losses=tuple(dict.fromkeys(planning.losses)),
        verdict=verdict,
        priors=await asyncio.to_thread(_priors, order, plan),
    )
    status = RunStatus.PROPOSED if verdict.feasible else RunStatus.REFUSED
    await asyncio.to_thread(shop.stores.set_proposal, order.run, proposal, status)
    answered = [QuestionClarified(asked=said.asked.text, answer=said.answer) for said in brief.clarified if said.answer]
    proposed = PlanProposed(plan=plan, question=brief.question, verdict=verdict)
    await _tell(order, "", *answered, *told, proposed)
    for outcome, event in carried:
        await _tell(order, outcome.task, event)
    for task in dict.fromkeys(one.task for one in known):
        mine = [one for one in known if one.task == task]
        await _tell(order, task, *(FactRecalled(claim=o.claim, run=o.run, found_at=o.found_at) for o in mine))
    return proposal


@dataclass(frozen=True, slots=True)
class _Planning:
    """The planning calls of one run."""

    order: RunOrder
    mind: Mind
    sources: list[Source]
    losses: list[Failure] = field(default_factory=list)
    """What did not work, so that code did without; the report names it."""

    async def several(self, first: Brief, surveys: tuple[Survey, ...]) -> tuple[Brief, Plan, Verdict, list[Body]]:
        """A brief, a plan and a verdict for each question, and those of all of them together."""
        briefs = [first, *[await self.brief(question, surveys) for question in self.order.ask.also]]
        made = [await self.plan(brief, surveys) for brief in briefs]
        verdicts = [await self.verdict(brief, plan, surveys) for brief, (plan, _) in zip(briefs, made, strict=True)]
        whole, plan = joint.brief(briefs), subplans.split_plans([plan for plan, _ in made])
        spent = (await self.verdict(whole, plan, surveys)).estimate
        assert spent is not None
        return whole, plan, joint.verdict(briefs, verdicts, spent), [body for _, told in made for body in told]

    async def split(
        self, whole: Brief, refused: Verdict, surveys: tuple[Survey, ...]
    ) -> tuple[Brief, Plan, Verdict, list[Body]]:
        """The plans of its narrower questions side by side, what is asked of each, and a task that tells them together:
        all of the question is researched."""
        briefs = [await self.brief(question, surveys) for question in refused.splits]
        made = [await self.plan(brief, surveys) for brief in briefs]
        brief = joint.split(whole, briefs)
        subjects = tuple(subject.name for subject in brief.subjects)
        plan = subplans.told_together(subplans.split_plans([one for one, _ in made]), whole.question, subjects)
        spent = (await self.verdict(brief, plan, surveys)).estimate
        verdict = refused.model_copy(update={"feasible": True, "questions": (), "estimate": spent})
        return brief, plan, verdict, [body for _, told in made for body in told]

    async def verdict(self, brief: Brief, plan: Plan, surveys: tuple[Survey, ...]) -> Verdict:
        order = self.order
        return feasibility.judge(
            brief,
            plan,
            surveys=surveys,
            mind_reasons=brief.doubts,
            slots=order.ask.slots,
            free=self.mind.deterministic,
            pace=await asyncio.to_thread(workshop().stores.pace, order.ask.mind),
        )

    async def agree(self) -> tuple[Brief, tuple[Survey, ...]]:
        """The brief of the question with the user's answers in it, each put where its question pointed."""
        question, answers = self.order.ask.question, self.order.ask.answers
        clarified: tuple[Clarified, ...] = ()
        while True:
            looked_over = " ".join((question, *self.order.ask.also))
            surveys = tuple([await self.survey(source, looked_over) for source in self.sources])
            brief = await self.brief(question, surveys)
            brief = brief.model_copy(update={"clarified": clarified})
            asked = await self.questions(brief, surveys) if answers else ()
            if answers and not asked:
                told = ", ".join(repr(answer) for answer in answers)
                raise UsageError(f"nothing is asked about this question that {told} could answer")
            if not answers:
                return brief, surveys
            for one, answer in zip(asked, answers, strict=False):
                question = clarifying.filled(question, one, answer)
                clarified = (*clarified, Clarified(asked=one, answer=answer))
            answers = answers[len(asked) :]

    async def questions(self, brief: Brief, surveys: tuple[Survey, ...]) -> tuple[Clarification, ...]:
        """What the user could be asked; the scouting search may have met several things of one name."""
        scouted = await self._scout(brief.question, surveys) if brief.subjects else SearchAnswer()
        return clarifying.questions(brief, surveys, [hit.title for hit in scouted.hits])

    async def survey(self, source: Source, question: str) -> Survey:
        """A source that cannot describe itself serves no phase; it is a loss by name, unless it is the only one."""
        question = self._told(source, question)
        request = Query(source=source.name, text=question)
        kind = CallKind(Deed.SURVEY, source.name)
        try:
            return await call(self.order.run, "", kind, request, Survey, lambda: source.survey(question))
        except Unavailable as error:
            if len(self.sources) == 1:
                raise
            self.losses.append(Failure(what="search", target=source.name, reason=str(error)))
            return Survey(source=source.name, kind=source.kind)

    def _told(self, source: Source, question: str) -> str:
        """The question as a source hears it; one outside does not hear what was put into it from the documents."""
        if source.kind is SourceKind.INTERNAL:
            return question
        allowed = outgoing.before_authorised(self.order, self.sources)
        return private_words.outgoing(question, allowed).text or self.order.ask.question

    async def brief(self, question: str, surveys: tuple[Survey, ...]) -> Brief:
        """What the mind read out of the question. The question and its limits stay the user's."""
        order = self.order
        request = BriefRequest(question=question, effort=order.ask.effort, limits=order.limits, surveys=surveys)
        try:
            brief = await call(order.run, "", CallKind(Deed.BRIEF), request, Brief, lambda: self.mind.brief(request))
        except BadAnswer as error:
            brief = fallbacks.brief(question, order.ask.effort, order.limits)
            self.losses.append(Failure(what="brief", target=question, reason=str(error)))
        ours = {"question": question, "effort": order.ask.effort, "limits": order.limits, "budget": order.ask.budget}
        known = tuple(dict.fromkeys((*order.ask.known, *brief.known_facts)))
        return bounds.bounded(brief.model_copy(update={**ours, "known_facts": known}))

    async def plan(self, brief: Brief, surveys: tuple[Survey, ...]) -> tuple[Plan, list[Body]]:
        """The plan that the user suggested, as far as it is sound, else the mind's."""
        told: list[Body] = []
        if self.order.ask.suggested:
            taken = suggestion.take(self.order.ask.suggested, self.order.limits)
            told.append(PlanSuggested(verdict=taken.verdict, reason=taken.reason))
            if taken.plan:
                return taken.plan, told
        plan, rejections = await self._own_plan(brief, surveys, await self._scout(brief.question, surveys))
        return plan, [*told, *rejections]

    async def recalled(self, plan: Plan, done: Collection[str]) -> tuple[RecalledFact, ...]:
        """What earlier runs found on the tasks, as far as it stands where this run may look and still stands there."""
        if self.order.ask.fresh or not self.order.ask.learn:
            return ()
        stores = workshop().stores
        claims = await asyncio.to_thread(stores.claims)
        found: list[RecalledFact] = []
        for task in plan.tasks if claims else ():
            if task.id in done:
                continue
            for place in recall.carrying(task.question, [claim for _, claim in claims]):
                known = await asyncio.to_thread(stores.known_fact, claims[place][0])
                hit = await self._still_there(known.fact.evidence[0]) if known else None
                if known and hit:
                    told = {"claim": known.fact.claim, "run": known.runs[0], "found_at": known.last_seen, "hit": hit}
                    found.append(RecalledFact.model_validate({"task": task.id, **told}))
        return tuple(found)

    async def _still_there(self, evidence: Evidence) -> Hit | None:
        """Where a fact stood, if a source of this run has it; the web is asked only once the run is authorised."""
        for spec, source in zip(self.order.sources, self.sources, strict=True):
            own = source.kind is SourceKind.INTERNAL
            begins = f"kb://{quote(spec.target, safe='')}/" if own else "http"
            if source.kind is not evidence.kind or not evidence.url.startswith(begins):
                continue
            hit = Hit(
                source=source.name,
                url=evidence.url,
                title=evidence.title,
                snippet=evidence.quote,
                start=evidence.start,
                end=evidence.end,
            )
            try:
                page = await source.read(hit) if own else None
            except ProviderError:
                return None
            return hit if page is None or evidence.quote in page.text else None
        return None

    async def _scout(self, question: str, surveys: tuple[Survey, ...]) -> SearchAnswer:
        """One search for the whole question, where it promises most; one that stays at home does so from here on."""
        if not self.sources:
            return SearchAnswer()
        ask = self.order.ask
        far, _ = reach.reach(question, question, surveys, both_named=bool(ask.docs and ask.web))
        best = max(reach.within(surveys, far, round=1), key=lambda survey: survey.relevance).source
        source = next(source for source in self.sources if source.name == best)
        query = Query(source=source.name, text=self._told(source, question))
        most = PASSAGES_SCOUTED if source.kind is SourceKind.INTERNAL else SCOUTED
        try:
            return await call(
                self.order.run,
                "",
                CallKind(Deed.SCOUT, source.name),
                query,
                SearchAnswer,
                lambda: source.search(query, limit=most, phase=Phase.SURVEY),
            )
        except (AuthFailed, Refused):
            raise  # every further search would be turned away, too
        except ProviderError as error:
            self.losses.append(Failure(what="search", target=f"{source.name}: {question}", reason=str(error)))
            return SearchAnswer()

    async def _own_plan(
        self, brief: Brief, surveys: tuple[Survey, ...], scouting: SearchAnswer
    ) -> tuple[Plan, list[Body]]:
        """As the mind made it, made again, flattened to a list, or one task. Each fallback is told."""
        order = self.order
        rejections: list[Body] = []
        problems: tuple[str, ...] = ()
        plan = Plan()
        simple_right = await asyncio.to_thread(_simple_right, order)
        together = learning.signals_needed(simple_right, order.ask.mode_signals)
        for attempt in range(1, PLAN_TRIES + 1):
            request = PlanRequest(
                brief=brief,
                surveys=surveys,
                scouting=scouting,
                rejected=problems,
                mode=order.ask.mode,
                together=together,
            )
            try:
                plan = await call(
                    order.run, "", CallKind(Deed.PLAN), request, Plan, functools.partial(self.mind.plan, request)
                )
            except BadAnswer as error:
                rejections.append(PlanRejected(reason=str(error), fallback="a single task"))
                self.losses.append(Failure(what="plan", target=brief.question, reason=str(error)))
                return plan_rules.single(brief), rejections
            plan, folded = folding.fold(complexity.settled(plan, request), order.limits)
            problems = plan_rules.problems(plan, order.limits)
            if not problems:
                told = [QuestionFolded(kept=one.kept, question=one.question) for one in folded]
                return plan, [*rejections, *told]
            fallback = "planned again" if attempt < PLAN_TRIES else "flattened to a list"
            rejections.append(PlanRejected(reason="; ".join(problems), fallback=fallback))
        flat, folded = folding.fold(plan_rules.flattened(plan), order.limits)
        problems = plan_rules.problems(flat, order.limits)
        if not problems:
            return flat, [*rejections, *(QuestionFolded(kept=one.kept, question=one.question) for one in folded)]
        rejections.append(PlanRejected(reason="; ".join(problems), fallback="a single task"))
        return plan_rules.single(brief), rejections


def judges(order: RunOrder) -> tuple[str, ...]:
    """Who says what is a fact; a finding is taken over only from a run with the same ones."""
    return (order.ask.mind, *(f"{step.slot} {step.name}" for step in order.steps))


def source_states(surveys: tuple[Survey, ...]) -> tuple[str, ...]:
    """What was searched, in the state it was in; empty when a source cannot tell."""
    return tuple(f"{s.source}@{s.state}" for s in surveys) if all(s.state for s in surveys) else ()


def _still_fresh(order: RunOrder, plan: Plan, surveys: tuple[Survey, ...]) -> list[tuple[TaskOutcome, FindingReused]]:
    """Findings of the last days on the same questions over the same sources, to be taken over."""
    stores, sources = workshop().stores, (*judges(order), *source_states(surveys))
    taken = []
    for task in (one for one in plan.tasks if one.kind is not TaskKind.SYNTHESIS):  # it has no facts of its own
        keys = (reuse.meaning_key(task.question), reuse.question_key(task.question))  # the second: of older versions
        earlier = [one for key in dict.fromkeys(keys) for one in stores.outcomes_on(key)]
        found = reuse.find(task.question, sources, earlier, now=order.created_at, only_new=order.ask.fresh)
        if found and source_states(surveys):
            outcome = found.outcome.taken_over(task.id, found.run)
            taken.append((outcome, FindingReused(run=found.run, found_at=found.found_at)))
    return taken


def _followed(
    order: RunOrder, plan: Plan, surveys: tuple[Survey, ...]
) -> tuple[tuple[str, ...], list[tuple[TaskOutcome, FindingReused]]]:
    """What the run before found and asked, as far as its sources are still in the state they were in then."""
    stores, sources = workshop().stores, frozenset((*judges(order), *source_states(surveys)))
    earlier = [one for one in stores.outcomes_of(order.ask.follow) if frozenset(one.sources) == sources]
    if not earlier:
        return (), []
    workshop().lend_calls(order.ask.follow, order.run)
    taken = [
        (
            one.outcome.taken_over(task, one.run),
            FindingReused(run=one.run, found_at=one.found_at),
        )
        for task, one in follow_up.taken_over(plan, earlier)
    ]
    return tuple(query for one in earlier for query in one.outcome.tried), taken


def _priors(order: RunOrder, plan: Plan) -> Priors | None:
    if not order.ask.learn:
        return None
    return learning.priors(learning.counted(workshop().stores.samples()), plan.strategy)


def _simple_right(order: RunOrder) -> float | None:
    """How often earlier questions that were taken for simple were; None when that is not to be used, or unknown."""
    if not order.ask.learn:
        return None
    return learning.priors(learning.counted(workshop().stores.samples()), Strategy.SINGLE).mode_right


async def _tell(order: RunOrder, task: str, *bodies: Body) -> None:
    """A plan that is made again because the user answered is told again."""
    shop = workshop()
    at = shop.clock.now()
    step = f"propose-{len(order.ask.answers)}" if order.ask.answers else "propose"
    events = [Event(run=order.run, task=task, step=step, n=n, at=at, body=body) for n, body in enumerate(bodies)]
    await asyncio.to_thread(shop.stores.append, events)
