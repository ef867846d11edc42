"""The start of a thread: from a task of the plan to the state that its rounds will change.

Knows: names, ids, ceilings.  Does not know: what a round does.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import Fact
from fathoms.domain.plan import Task
from fathoms.domain.thread import Phase, PlateauPolicy, SubjectState, SubQuestion, ThreadState
from fathoms.text.naming import named_among
from fathoms.text.words import fold

SLUG_BYTES = 90
"""Keeps the longest file name (`thread-completion-…`) far below the 255 bytes that file systems allow."""

_NOT_WORD = re.compile(r"[\W_]+")


def start(
    task: Task,
    brief: Brief,
    *,
    served: Sequence[Phase],
    known: Sequence[Fact],
    patience: int,
    policy: PlateauPolicy,
    earlier: bool = False,
    frugal: bool = False,
) -> ThreadState:
    """The state before the first round."""
    ceiling = round_ceiling(task, brief)
    phases = tuple(phase for phase in Phase if phase in served)
    first = phases[0] if phases else Phase.SURVEY
    return ThreadState(
        task=task.id,
        name=thread_name(task),
        sub_questions=_sub_questions(task),
        subjects=tuple(SubjectState(name=name) for name in _distinct(task.subjects)),
        disambiguation=_disambiguation(task, brief),
        keys=_keys(task, brief),
        phase=first,
        phase_reason=f"{first.value} is the first phase that a configured source serves",
        served=phases,
        ceiling=ceiling,
        budget=starting_budget(ceiling),
        patience=patience,
        policy=policy,
        known=tuple(known),
        importance=task.importance,
        discovery_intense=bool(task.spec and task.spec.discovery_intense),
        gates=task.gates,
        gates_ahead=task.then,
        earlier=earlier,
        frugal=frugal,
    )


def round_ceiling(task: Task, brief: Brief) -> int:
    """The most rounds that the thread may take: the effort's, one more for an emphasis."""
    return brief.limits.rounds + task.extra_rounds


def starting_budget(ceiling: int) -> int:
    """Two thirds of the ceiling, rounded up."""
    return math.ceil(2 * ceiling / 3)


def thread_name(task: Task) -> str:
    """The task's id and the question's slug. The id keeps its dots: `1.2` and `1` plus "2 …" stay apart."""
    return "-".join(part for part in (task.id.lower().replace("/", "-"), slug(task.question)) if part)


def slug(text: str, limit: int = SLUG_BYTES) -> str:
    """Lower-case words joined by hyphens, letters of every script kept, at most `limit` bytes of UTF-8."""
    words = _NOT_WORD.sub("-", unicodedata.normalize("NFC", fold(text))).strip("-")
    cut = words.encode()[:limit].decode(errors="ignore")
    if cut != words and "-" in cut[limit // 3 :]:
        cut = cut.rpartition("-")[0]
    return cut.strip("-")


def _sub_questions(task: Task) -> tuple[SubQuestion, ...]:
    texts = _distinct(task.sub_questions) or (task.question,)
    return tuple(SubQuestion(id=f"q{number}", text=text) for number, text in enumerate(texts, start=1))


def _disambiguation(task: Task, brief: Brief) -> tuple[str, ...]:
    """The brief's keys of the task's own subjects, in words."""
    own = {fold(name) for name in task.subjects}
    return tuple(
        f"{subject.name}: {', '.join(subject.disambiguation)}"
        for subject in brief.subjects
        if subject.disambiguation and fold(subject.name) in own
    )


def _keys(task: Task, brief: Brief) -> dict[str, str]:
    """The first key of each subject that the task is about."""
    asked = " ".join((task.question, *task.sub_questions, *task.subjects))
    about = named_among((subject.name for subject in brief.subjects), asked)
    return {s.name: s.disambiguation[0] for s in brief.subjects if s.disambiguation and s.name in about}


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Each text once, in order; two that differ in case or width only are one."""
    seen: dict[str, str] = {}
    for text in texts:
        if text.strip():
            seen.setdefault(fold(text.strip()), text.strip())
    return tuple(seen.values())
