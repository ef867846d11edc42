"""Scopes: queries that say what is missing, never the same one twice."""

from __future__ import annotations

import asyncio

import pytest

from fathoms.domain.brief import Brief, Subject
from fathoms.domain.evidence import SourceKind
from fathoms.domain.plan import Lean, Task
from fathoms.domain.survey import Heading, Survey
from fathoms.domain.thread import Escape, Lead, Scope, ScopeDraft, ThreadState
from fathoms.engine.thread.allocation import new_terms, normalised
from fathoms.minds.extractive import ExtractiveMind
from tests.mind_making import scope_request, survey, thread

QUESTION = "What are the limits of the Port of Anselm?"
TASK = Task(id="1", question=QUESTION, subjects=("Port of Anselm",))


def draft(state: ThreadState, scope: Scope, *surveys: Survey, task: Task = TASK, **fields: object) -> ScopeDraft:
    return asyncio.run(ExtractiveMind().scope(scope_request(state, task, scope, *surveys, **fields)))


def texts(found: ScopeDraft, source: str = "kb") -> list[str]:
    return [query.text for query in found.backlog if query.source == source]


def later(**fields: object) -> Scope:
    return Scope(round=2, open_sub_questions=("q1",), **fields)


def test_the_first_round_asks_the_question_in_its_own_words():
    found = draft(thread(QUESTION), Scope(round=1, open_sub_questions=("q1",)))
    assert texts(found) == [QUESTION]
    assert QUESTION in found.intent
    assert all(query.reason for query in found.backlog)


def test_with_several_sub_questions_the_task_opens_and_each_follows():
    state = thread("When was the Port of Anselm founded?", "Who leads the Port of Anselm?")
    found = draft(state, Scope(round=1, open_sub_questions=("q1", "q2")))
    assert texts(found) == [QUESTION, *(sub.text for sub in state.sub_questions)]


def test_a_subject_is_searched_with_what_tells_it_from_its_namesakes():
    named = Brief(question=QUESTION, subjects=(Subject(name="Port of Anselm", disambiguation=("PA harbour",)),))
    found = draft(thread(QUESTION), Scope(round=1, open_sub_questions=("q1",)), brief=named)
    assert "PA harbour" in texts(found)[0]


def test_a_later_round_goes_on_from_what_the_passages_named():
    state = thread("Who built the crane of the Port of Anselm?", sent=("who built the crane of the port of anselm",))
    state = state.model_copy(update={"leads": (Lead(text="Harrow Works", weight=3.0),)})
    found = draft(state, later(gap="the builder"))
    assert "Harrow Works" in texts(found)[0]
    assert "Harrow Works" in found.intent


def test_a_facet_is_asked_for_in_the_words_documents_use():
    state = thread(QUESTION, sent=(QUESTION,))
    assert "cannot" in texts(draft(state, later()))[0]


def test_no_query_is_sent_twice():
    first = draft(thread(QUESTION), Scope(round=1, open_sub_questions=("q1",)))
    state = thread(QUESTION, sent=tuple(normalised(text) for text in texts(first)))
    second = draft(state, later())
    assert not {normalised(text) for text in texts(second)} & set(state.sent)


def test_the_backlog_is_empty_when_nothing_new_can_be_asked():
    state = thread("Quay?", sent=("quay",))
    assert draft(state, later(), task=Task(id="1", question="Quay?")).backlog == ()


def test_a_source_gets_at_most_five_queries():
    state = thread(*(f"Which ship number {n} lies in the Port of Anselm?" for n in range(9)))
    ids = tuple(sub.id for sub in state.sub_questions)
    assert len(texts(draft(state, Scope(round=1, open_sub_questions=ids)))) == 5


def test_a_forced_subject_is_in_every_query():
    found = draft(thread(QUESTION), later(forced_subject="North Quay"))
    assert texts(found)
    assert all("North Quay" in text for text in texts(found))


def test_a_reformulation_has_at_least_half_new_words():
    headings = tuple(Heading(text=text, document="Port of Anselm") for text in ("Draught and wind", "Ice in winter"))
    state = thread(QUESTION, sent=(normalised(QUESTION),), leads=(Lead(text="Odo Brenn", weight=2.0),))
    found = draft(state, later(must_reformulate=True), survey(headings=headings))
    assert texts(found)
    assert all(new_terms(text, QUESTION) >= 0.5 for text in texts(found))


@pytest.mark.parametrize(
    ("escape", "sign"),
    [
        (Escape.LATERAL, "Harrow Works"),
        (Escape.NEGATIVE, "no record of"),
        (Escape.COMMUNITY, "experience with"),
        (Escape.REFRAME, "under another name"),
    ],
)
def test_each_escape_asks_in_its_own_way(escape: Escape, sign: str):
    state = thread(QUESTION, sent=(QUESTION,), leads=(Lead(text="Harrow Works", weight=3.0),))
    found = draft(state, later(escape=escape))
    assert sign in texts(found)[0]
    assert escape.value in found.intent


@pytest.mark.parametrize(
    ("lean", "internal", "external"),
    [(Lean.INTERNAL, 3, 0), (Lean.EXTERNAL, 0, 3), (Lean.BOTH, 1, 2)],
)
def test_a_source_that_the_task_does_not_lean_on_gets_no_query(lean: Lean, internal: int, external: int):
    questions = ("What is Anselm?", "How does Anselm work?", "What are the limits of Anselm?")
    state = thread(*questions)
    task = Task(id="1", question=questions[0], subjects=("Anselm",), lean=lean)
    scope = Scope(round=1, open_sub_questions=("q1", "q2", "q3"))
    found = draft(state, scope, survey(), survey("web", SourceKind.EXTERNAL), task=task)
    assert (len(texts(found)), len(texts(found, "web"))) == (internal, external)
