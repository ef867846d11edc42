"""What every mind promises (`ports/mind.py`). A check is handed one that is ready to be asked.

Knows: the port, one question and a passage that answers it.  Does not know: any mind, or how well it judges.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.evidence import Passage, SourceKind
from fathoms.domain.plan import Task
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Phase, Scope, SubQuestion, ThreadState
from fathoms.engine.evidence import facts
from fathoms.engine.plan import rules as plan_rules
from fathoms.ports.mind import (
    BriefRequest,
    ConcludeRequest,
    ExtractRequest,
    Mind,
    PlanRequest,
    ScopeRequest,
    SummaryRequest,
)

QUESTION = "What draught does the basin of the Port of Anselm take?"
TEXT = "The basin of the Port of Anselm takes ships of 9 metres draught. It was founded in 1622."
LIMITS = EFFORT_LIMITS[Effort.STANDARD]
SURVEY = Survey(source="kb", kind=SourceKind.INTERNAL, phases=tuple(Phase), documents=1, relevance=0.7)
TASK = Task(id="1", question=QUESTION, sub_questions=(QUESTION,))
THREAD = ThreadState(task="1", name="1-basin", sub_questions=(SubQuestion(id="q1", text=QUESTION),))
PASSAGE = Passage(
    key="S1",
    page_id="p-1",
    url=f"kb://docs/p-1#0-{len(TEXT)}",
    title="Port of Anselm",
    title_path=("Port of Anselm",),
    start=0,
    end=len(TEXT),
    text=TEXT,
    source="kb",
)


async def a_brief_keeps_the_question_and_its_limits(mind: Mind) -> None:
    brief = await _brief(mind)
    assert (brief.question, brief.limits, brief.language) == (QUESTION, LIMITS, "en")


async def a_plan_is_sound(mind: Mind) -> None:
    plan = await mind.plan(PlanRequest(brief=await _brief(mind), surveys=(SURVEY,)))
    assert plan_rules.problems(plan, LIMITS) == ()


async def a_scope_asks_only_sources_that_there_are(mind: Mind) -> None:
    scope = Scope(round=1, gap=QUESTION)
    request = ScopeRequest(brief=await _brief(mind), task=TASK, thread=THREAD, scope=scope, surveys=(SURVEY,))
    draft = await mind.scope(request)
    assert draft.intent
    assert draft.backlog
    assert {query.source for query in draft.backlog} == {SURVEY.source}


async def what_is_extracted_becomes_facts_and_what_is_concluded_stands_on_them(mind: Mind) -> None:
    brief = await _brief(mind)
    request = ExtractRequest(brief=brief, task=TASK, scope=Scope(round=1), thread=THREAD, passages=(PASSAGE,))
    extraction = await mind.extract(request)
    admitted = facts.admit(extraction.claims, (PASSAGE,), {PASSAGE.page_id: TEXT}, THREAD, task=TASK, round=1)
    assert admitted.facts
    assert admitted.rejected == ()
    grown = THREAD.model_copy(update={"facts": admitted.facts})
    finding = await mind.conclude(ConcludeRequest(brief=brief, task=TASK, thread=grown))
    cited = {fact for part in finding.paragraphs for statement in part.told for fact in statement.facts}
    assert cited
    assert cited <= {fact.id for fact in admitted.facts}
    plan = await mind.plan(PlanRequest(brief=brief, surveys=(SURVEY,)))
    summary = await mind.summarise(SummaryRequest(brief=brief, plan=plan, findings=(finding,), facts=admitted.facts))
    assert {fact for statement in summary.summary for fact in statement.facts} <= cited


async def _brief(mind: Mind) -> Brief:
    return await mind.brief(BriefRequest(question=QUESTION, effort=Effort.STANDARD, limits=LIMITS, surveys=(SURVEY,)))


CHECKS: tuple[Callable[[Mind], Awaitable[None]], ...] = (
    a_brief_keeps_the_question_and_its_limits,
    a_plan_is_sound,
    a_scope_asks_only_sources_that_there_are,
    what_is_extracted_becomes_facts_and_what_is_concluded_stands_on_them,
)
