"""What every mind promises, whichever it is: the entry points and the fake, on the same requests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from fathoms.app.build import OpenedMinds
from fathoms.domain.brief import EFFORT_LIMITS, Effort
from fathoms.domain.evidence import SourceKind
from fathoms.domain.plan import Task
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Phase, Scope
from fathoms.engine.evidence import facts
from fathoms.engine.plan import rules as plan_rules
from fathoms.errors import ProviderError
from fathoms.ports.mind import (
    BriefRequest,
    ConcludeRequest,
    ExtractRequest,
    Mind,
    PlanRequest,
    ScopeRequest,
    SummaryRequest,
)
from fathoms.ports.models import ModelOptions
from fathoms.testing.fakes import ScriptedMind
from fathoms.testing.model_server import Fault, ModelServer
from tests.mind_making import passage, thread

QUESTION = "What draught does the basin of the Port of Anselm take?"
LIMITS = EFFORT_LIMITS[Effort.STANDARD]
SURVEY = Survey(source="kb", kind=SourceKind.INTERNAL, phases=tuple(Phase), documents=1, relevance=0.7)
TASK = Task(id="1", question=QUESTION, sub_questions=(QUESTION,))
PASSAGE = passage("The basin of the Port of Anselm takes ships of 9 metres draught. It was founded in 1622.")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as started:
        yield started


@pytest.fixture
async def minds() -> AsyncIterator[OpenedMinds]:
    opened = OpenedMinds(ModelOptions(context_tokens=8_192, local_only=True, timeout_seconds=0.5))
    yield opened
    await opened.aclose()


@pytest.fixture(params=["extractive", "llm", "scripted"])
def mind(request: pytest.FixtureRequest, minds: OpenedMinds, server: ModelServer) -> Mind:
    names = {"extractive": "extractive", "llm": f"llm:{server.url}#scripted"}
    return minds(names[request.param]) if request.param in names else ScriptedMind()


async def test_a_brief_keeps_the_question_and_its_limits(mind: Mind) -> None:
    brief = await mind.brief(BriefRequest(question=QUESTION, effort=Effort.STANDARD, limits=LIMITS, surveys=(SURVEY,)))
    assert (brief.question, brief.limits, brief.language) == (QUESTION, LIMITS, "en")


async def test_a_plan_is_sound(mind: Mind) -> None:
    brief = await mind.brief(BriefRequest(question=QUESTION, effort=Effort.STANDARD, limits=LIMITS, surveys=(SURVEY,)))
    plan = await mind.plan(PlanRequest(brief=brief, surveys=(SURVEY,)))
    assert plan_rules.problems(plan, LIMITS) == ()


async def test_a_scope_asks_only_sources_that_there_are(mind: Mind) -> None:
    brief = await mind.brief(BriefRequest(question=QUESTION, effort=Effort.STANDARD, limits=LIMITS, surveys=(SURVEY,)))
    request = ScopeRequest(
        brief=brief, task=TASK, thread=thread(QUESTION), scope=Scope(round=1, gap=QUESTION), surveys=(SURVEY,)
    )
    draft = await mind.scope(request)
    assert draft.intent
    assert draft.backlog
    assert {query.source for query in draft.backlog} == {"kb"}


async def test_what_is_extracted_becomes_facts_and_what_is_concluded_stands_on_them(mind: Mind) -> None:
    brief = await mind.brief(BriefRequest(question=QUESTION, effort=Effort.STANDARD, limits=LIMITS, surveys=(SURVEY,)))
    state = thread(QUESTION)
    request = ExtractRequest(brief=brief, task=TASK, scope=Scope(round=1), thread=state, passages=(PASSAGE,))
    extraction = await mind.extract(request)
    pages = {PASSAGE.page_id: PASSAGE.text}
    admitted = facts.admit(extraction.claims, (PASSAGE,), pages, state, task=TASK, round=1)
    assert admitted.facts
    assert admitted.rejected == ()
    grown = state.model_copy(update={"facts": admitted.facts})
    finding = await mind.conclude(ConcludeRequest(brief=brief, task=TASK, thread=grown))
    cited = {fact for part in finding.paragraphs for statement in part.statements for fact in statement.facts}
    assert cited
    assert cited <= {fact.id for fact in admitted.facts}
    plan = await mind.plan(PlanRequest(brief=brief, surveys=(SURVEY,)))
    summary = await mind.summarise(SummaryRequest(brief=brief, plan=plan, findings=(finding,), facts=admitted.facts))
    assert {fact for statement in summary.summary for fact in statement.facts} <= cited


FAULTS = {
    "garbage": "not JSON",
    "empty": "",
    "429": Fault(429, {"Retry-After": "0"}),
    "500": Fault(500),
    "401": Fault(401),
    "400": Fault(400),
    "slow": Fault(200, seconds=2.0),
    "wrong shape": {"subjects": 7, "language": ["?"]},
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_model_that_misbehaves_is_a_provider_error_and_nothing_else(
    fault: str, minds: OpenedMinds, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fathoms.minds.llm.asking._FIRST_WAIT", 0.0)
    server.script = lambda asked: FAULTS[fault]
    mind = minds(f"llm:{server.url}#scripted")
    with pytest.raises(ProviderError):
        await mind.brief(BriefRequest(question=QUESTION, effort=Effort.STANDARD, limits=LIMITS))
