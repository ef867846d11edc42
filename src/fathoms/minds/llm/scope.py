"""The scope role: what a round looks for, and the queries for each source.

Knows: how the settled frame is told and how the answer becomes a draft.  Does not know: which query passes.
"""

from __future__ import annotations

from fathoms.domain.evidence import Query, SourceKind
from fathoms.domain.thread import Escape, ScopeDraft, SubQuestionStatus
from fathoms.engine.run import fallbacks
from fathoms.engine.thread import allocation
from fathoms.engine.thread.phases import SEEKS
from fathoms.minds.llm import guard, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import ScopeShape
from fathoms.ports import meter
from fathoms.ports.mind import ScopeRequest

ROLE = Role("scope", Tier.FAST, 800)
_MOST_LEADS = 4

_ESCAPES = {
    Escape.REFORMULATE: "The last queries brought nothing new: use other words.",
    Escape.NEXT_PHASE: "The last queries brought nothing new: another kind of source is asked now.",
    Escape.LATERAL: "Nothing new comes: ask about related names instead.",
    Escape.NEGATIVE: 'Nothing new comes: ask for what is not there ("no record of", "never", "withdrawn").',
    Escape.COMMUNITY: "Nothing new comes: ask where people tell of their own experience.",
    Escape.REFRAME: (
        "Nothing new comes: question what was taken for granted. Give 3 or 4 assumptions as questions, and a query "
        "from them."
    ),
}


async def make_scope(asker: Asker, request: ScopeRequest) -> ScopeDraft:
    thread, frame = request.thread, request.scope
    sources = [survey.source for survey in request.surveys if frame.phase in survey.phases]
    able = [survey for survey in request.surveys if survey.source in sources] or list(request.surveys)
    if request.brief.in_one_go and not thread.rounds:
        meter.current().waive()
        return fallbacks.scope(frame, thread, request.task, tuple(able), reason="what the plan asks for")
    answer = await asker.ask(
        ROLE,
        ScopeShape,
        {
            "expert": persona(request.brief),
            "whole": request.brief.question,
            "question": request.task.question,
            "open": showing.questions(
                [sub for sub in thread.sub_questions if sub.status is not SubQuestionStatus.ANSWERED]
            ),
            "gap": frame.gap or request.task.question,
            "phase": frame.phase.value,
            "seeks": SEEKS[frame.phase],
            "advice": _advice(request),
            "subjects": _subjects(request),
            "raised": _raised(request),
            "sent": showing.listed(dict.fromkeys(query.text for record in thread.rounds for query in record.queries)),
            "most": _most(request),
            "surveys": showing.surveys(able),
        },
        choices={"sources": [survey.source for survey in able]},
    )
    intent = guard.plain(answer.intent) or frame.intent
    own = {survey.source for survey in able if survey.kind is SourceKind.INTERNAL}
    texts = [(one, guard.in_words(one.query) if one.source in own else one.query) for one in answer.queries]
    asked = [(one, text) for one, text in texts if guard.plain(text) and not guard.has_address(text)]
    if refused := [one.query for one, text in texts if (one, text) not in asked]:
        await meter.current().leave_out(refused, "a query holds no address and no words of the prompt")
    return ScopeDraft(
        intent=intent,
        backlog=tuple(Query(source=one.source, text=" ".join(text.split()), reason=intent) for one, text in asked),
        as_written=True,
        assumptions=guard.plain_lines(answer.assumptions) if frame.escape is Escape.REFRAME else (),
    )


def _advice(request: ScopeRequest) -> str:
    frame = request.scope
    told = [_ESCAPES[frame.escape]] if frame.escape else []
    if frame.must_reformulate:
        told.append("At least half of a query's words must be new.")
    if frame.forced_subject:
        told.append(f"This round must name {frame.forced_subject!r}: nothing has been searched on it yet.")
    if frame.feedback:
        told.append("What the last round lacked stands below.")
    return " ".join(told)


def _most(request: ScopeRequest) -> str:
    """What is sent of the queries that are written: all, up to so many."""
    most = allocation.most_queries(request.scope)
    return f"At most {most} for each source; all are sent as they are written, at once."


def _subjects(request: ScopeRequest) -> str:
    """Names with the words that tell them apart."""
    keys = {subject.name: ", ".join(subject.disambiguation) for subject in request.brief.subjects}
    named = [f"{name} ({keys[name]})" if keys.get(name) else name for name in request.scope.targets]
    return f"Subjects: {'; '.join(named)}" if named else ""


def _raised(request: ScopeRequest) -> str:
    """What sources and the last extraction gave to go on from: words of others, in blocks."""
    lacked = [block("note", "lacked", request.scope.feedback)] if request.scope.feedback else []
    leads = [block("note", f"lead-{n}", lead.text) for n, lead in enumerate(request.thread.leads[:_MOST_LEADS], 1)]
    return "\n".join((*lacked, *leads))
