"""What reading is to bring from each source, where the planner does not say it: questions, places to look at, how sure.

Knows: the open sub-questions, the scope of the brief, the headings of what was read.  Does not know: who reads.  A spec
of the planner reaches the extractor word for word; this only fills what it leaves unsaid.
"""

from __future__ import annotations

from collections.abc import Sequence

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import Confidence, Passage
from fathoms.domain.plan import ExtractionMode, Task, TaskRole
from fathoms.domain.thread import Rubric, SourceRubric, SubQuestion, SubQuestionStatus, ThreadState
from fathoms.engine.thread.gates import WORTH
from fathoms.text.addresses import document
from fathoms.text.words import content_words, overlap

MOST_QUESTIONS = 3
"""Of one source: what it is least likely to answer is not asked of it."""
MOST_SPANS = 3
LEAST_TOLD = 0.2
"""Share of a question's words that a passage must have for the question to be asked of it."""


def composed(task: Task, thread: ThreadState, brief: Brief, passages: Sequence[Passage]) -> Rubric:
    """The rubric of a round: each document that was read, with what is to be asked of it."""
    by_document: dict[str, list[Passage]] = {}
    for passage in passages:
        by_document.setdefault(document(passage.url), []).append(passage)
    wanted = [sub for sub in thread.sub_questions if sub.status is not SubQuestionStatus.ANSWERED]
    return Rubric(
        mode=mode_of(task),
        scope=_scope(brief),
        target=_target(thread),
        sources=tuple(_asked_of(shown, wanted) for shown in by_document.values()),
    )


def mode_of(task: Task) -> ExtractionMode:
    """What the spec says; else a task that gives the ground of the others wants summaries, any other one facts."""
    if task.spec:
        return task.spec.mode
    return ExtractionMode.SUMMARY if task.role is TaskRole.OVERVIEW else ExtractionMode.FACTS


def _scope(brief: Brief) -> str:
    years = f"{brief.period.first}-{brief.period.last}" if brief.period else ""
    return "; ".join(part for part in (brief.place or "", years, brief.domain or "") if part)


def _target(thread: ThreadState) -> Confidence:
    """The least confidence that the gates of the thread ask for; never less than what answers."""
    least = thread.gates.minimum_confidence if thread.gates else 0.0
    return Confidence.VERIFIED if least > WORTH[Confidence.PLAUSIBLE] else Confidence.PLAUSIBLE


def _asked_of(shown: Sequence[Passage], wanted: Sequence[SubQuestion]) -> SourceRubric:
    """The open questions that its words touch, nearest first; all of them where none does."""
    said = content_words(" ".join((shown[0].title, *(passage.text for passage in shown))))
    near = sorted(wanted, key=lambda sub: -overlap(content_words(sub.text), said))
    touched = [sub for sub in near if overlap(content_words(sub.text), said) >= LEAST_TOLD] or near
    asked = touched[:MOST_QUESTIONS]
    words = content_words(" ".join(sub.text for sub in asked))
    headings = dict.fromkeys(path[-1] for passage in shown if (path := passage.title_path))
    return SourceRubric(
        source=shown[0].key,
        questions=tuple(sub.id for sub in asked),
        spans=tuple(heading for heading in headings if content_words(heading) & words)[:MOST_SPANS],
    )
