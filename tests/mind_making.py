"""Requests for the extractive mind: a few documents written here, cut into passages as a source would."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from datetime import date
from typing import Any

from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort, Subject
from fathoms.domain.evidence import Confidence, Evidence, Fact, Passage, SourceKind
from fathoms.domain.plan import Task
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Extraction, Phase, Rubric, Scope, SubjectState, SubQuestion, ThreadState
from fathoms.minds.extractive import ExtractiveMind
from fathoms.ports.mind import ConcludeRequest, ExtractRequest, ScopeRequest

HARBOUR = """\
The Port of Anselm is the oldest harbour of the island. It was founded in 1622 and handles 3.1 million tonnes a year.

## Limits

The basin cannot take ships of more than 9 metres draught. Work stops when the wind exceeds 20 metres per second.

## Why the crane was moved

The crane was moved to the north quay because the old foundation had sunk by 14 centimetres.
"""


def passage(text: str, *, key: str = "S1", title: str = "Port of Anselm", **fields: Any) -> Passage:
    """A passage that is its whole page, unless a test says where it starts."""
    start = fields.pop("start", 0)
    page = fields.pop("page_id", f"p-{title}")
    fields.setdefault("title_path", (title,))
    return Passage(
        key=key,
        page_id=page,
        url=fields.pop("url", f"kb://docs/{page}#{start}-{start + len(text)}"),
        title=title,
        start=start,
        end=start + len(text),
        text=text,
        source="kb",
        **fields,
    )


def thread(*questions: str, **fields: Any) -> ThreadState:
    subs = tuple(SubQuestion(id=f"q{number}", text=text) for number, text in enumerate(questions, 1))
    subjects = tuple(SubjectState(name=name) for name in fields.pop("subjects", ()))
    return ThreadState(task="1", name="1-test", sub_questions=subs, subjects=subjects, **fields)


def brief(question: str, *, language: str = "en", aliases: Sequence[str] = ()) -> Brief:
    subjects = (Subject(name="Port of Anselm", disambiguation=tuple(aliases)),) if aliases else ()
    return Brief(question=question, language=language, subjects=subjects, limits=EFFORT_LIMITS[Effort.STANDARD])


def extraction(*passages: Passage, ask: str | Sequence[str], **fields: Any) -> Extraction:
    """What the mind extracts from these passages for the question or questions."""
    questions = (ask,) if isinstance(ask, str) else tuple(ask)
    language = fields.pop("language", "en")
    request = ExtractRequest(
        brief=fields.pop("brief", brief(questions[0], language=language)),
        task=fields.pop("task", Task(id="1", question=questions[0])),
        scope=Scope(round=1),
        thread=fields.pop("thread", thread(*questions)),
        passages=passages,
        weights=fields.pop("weights", {}),
        default_weight=3.0,
        rubric=fields.pop("rubric", Rubric()),
    )
    return asyncio.run(ExtractiveMind().extract(request))


def fact(
    claim: str, *, answers: Sequence[str] = ("q1",), page: str = "p-1", title: str = "Port", **fields: Any
) -> Fact:
    number = hashlib.sha256(f"{claim} {page}".encode()).hexdigest()[:8]
    evidence = Evidence(
        page_id=page,
        url=f"kb://docs/{page}#0-{len(claim)}",
        title=title,
        quote=claim,
        start=fields.pop("start", 0),
        end=fields.pop("end", len(claim)),
        source="kb",
        title_path=fields.pop("title_path", (title,)),
        dated=fields.pop("dated", None),
    )
    return Fact(
        id=fields.pop("id", f"f-{number}"),
        claim=claim,
        evidence=(evidence,),
        confidence=Confidence.VERIFIED,
        answers=tuple(answers),
        loose=fields.pop("loose", False),
        **fields,
    )


def conclude_request(state: ThreadState, task: Task, *, language: str = "en") -> ConcludeRequest:
    return ConcludeRequest(brief=brief(task.question, language=language), task=task, thread=state)


def survey(name: str = "kb", kind: SourceKind = SourceKind.INTERNAL, **fields: Any) -> Survey:
    return Survey(source=name, kind=kind, phases=tuple(Phase), documents=3, last_date=date(2026, 1, 1), **fields)


def scope_request(state: ThreadState, task: Task, scope: Scope, *surveys: Survey, **fields: Any) -> ScopeRequest:
    return ScopeRequest(
        brief=fields.pop("brief", brief(task.question)),
        task=task,
        thread=state,
        scope=scope,
        surveys=surveys or (survey(),),
    )
