"""What is done where a mind gave no usable answer: plain, honest, by code alone, so that a run goes on.

Knows: the question, the frame of a round, the facts of a thread.  Does not know: why the mind failed; that is
said where the loss is named.
"""

from __future__ import annotations

from fathoms.domain.brief import Brief, Criterion, Effort, Limits
from fathoms.domain.evidence import Failure, Query
from fathoms.domain.plan import Task
from fathoms.domain.report import Depth, DepthVerdict, Finding, Paragraph, Statement
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Scope, ScopeDraft, SubQuestion, SubQuestionStatus, ThreadState
from fathoms.text.language import language_of

SEARCH = "search"
"""What is lost when a source does not answer."""
ELSEWHERE = "the other sources have nothing on it"
READ = "read"
"""What is lost when a page that was found cannot be read."""
UNSEARCHED = "not searched"
"""What is lost when a file of the user's folders could not be read, or is of no kind that is."""
FACTS = "facts"
"""What is lost when a mind cannot say what a round's pages hold."""
_MOST_STATEMENTS = 12


def brief(question: str, effort: Effort, limits: Limits) -> Brief:
    """The question as it stands. Without subjects no page is taken for off the subject."""
    answered = Criterion(id="c1", text=question)
    return Brief(question=question, language=language_of(question), criteria=(answered,), effort=effort, limits=limits)


def scope(
    frame: Scope,
    thread: ThreadState,
    task: Task,
    surveys: tuple[Survey, ...],
    *,
    reason: str = "code: the mind gave no query",
) -> ScopeDraft:
    """The gap that blocks most, in its own words; what was asked before comes back as another question."""
    texts = dict.fromkeys((frame.gap, *(q.text for q in _still_open(thread)), task.question))
    backlog = tuple(
        Query(source=survey.source, text=text, reason=reason) for survey in surveys for text in texts if text.strip()
    )
    return ScopeDraft(intent=frame.intent, gap=frame.gap, backlog=backlog)


def finding(task: Task, thread: ThreadState, *, reason: str = "") -> Finding:
    """The facts as they were found, under the questions they answer."""
    chosen = [fact for fact in thread.facts if not fact.loose][:_MOST_STATEMENTS]
    paragraphs: list[Paragraph] = []
    shown: set[str] = set()
    for question in thread.sub_questions:
        mine = [fact for fact in chosen if question.id in fact.answers and fact.id not in shown]
        shown.update(fact.id for fact in mine)
        if mine:
            statements = tuple(Statement(text=fact.claim, facts=(fact.id,)) for fact in mine)
            paragraphs.append(Paragraph(label=question.text, statements=statements))
    answered = len(thread.sub_questions) - sum(q.status is SubQuestionStatus.OPEN for q in thread.sub_questions)
    return Finding(
        task=task.id,
        question=task.question,
        heading=task.focus or task.question,
        summary=paragraphs[0].statements[:1] if paragraphs else (),
        paragraphs=tuple(paragraphs),
        gaps=(*((reason,) if reason else ()), *(q.text for q in _still_open(thread))),
        sub_questions=thread.sub_questions,
        depth=DepthVerdict(depth=Depth.ADEQUATE, sufficient=False, reasoning=reason),
        confidence=round(0.5 * answered / len(thread.sub_questions), 3) if thread.sub_questions else 0.0,
        stopped=thread.stopped,
        rounds=len(thread.rounds),
    )


def all_lost(thread: ThreadState) -> Failure | None:
    """Why a thread has nothing to show, when it is because the mind failed or a source never answered: that is a
    failure and says nothing about whether there is an answer. What the other sources lack may stand in this one."""
    if any(not fact.loose for fact in thread.facts):
        return None
    failures = thread.failures
    if not thread.facts and (mindless := [failure for failure in failures if failure.what == FACTS]):
        return mindless[-1]
    heard = {query.source for record in thread.rounds for query in record.queries}
    unheard = dict.fromkeys(query.source for record in thread.rounds for query in record.unanswered)
    silent = next((source for source in unheard if source not in heard), None)
    if silent is None:
        read = any(record.read_urls for record in thread.rounds)
        return None if read else next((failure for failure in failures if failure.what == READ), None)
    reasons = [f.reason for f in failures if f.what == SEARCH and f.target.startswith(f"{silent}: ")]
    told = f"{silent} did not answer: {reasons[-1] if reasons else 'it failed'}"
    return Failure(what=SEARCH, target=silent, reason=f"{told}; {ELSEWHERE}" if heard else told)


def _still_open(thread: ThreadState) -> tuple[SubQuestion, ...]:
    return tuple(q for q in thread.sub_questions if q.status is not SubQuestionStatus.ANSWERED)
