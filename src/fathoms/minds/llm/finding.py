"""The finding role: a task's section, how deep it went, and what the rest of the plan should learn from it.

Knows: how facts are shown and how the answer becomes a finding.  Does not know: more than the facts say.
"""

from __future__ import annotations

from collections.abc import Sequence

from fathoms.domain.evidence import Fact
from fathoms.domain.plan import Form
from fathoms.domain.report import DepthVerdict, Finding, Paragraph, Statement
from fathoms.domain.thread import Insight
from fathoms.engine.run import fallbacks
from fathoms.errors import BadAnswer
from fathoms.minds.llm import guard, laying, revising, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.citing import Keys, size_of
from fathoms.minds.llm.fit import fitting
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import FindingShape, ParagraphShape, Trust
from fathoms.ports import meter
from fathoms.ports.mind import ConcludeRequest
from fathoms.text.words import content_words

ROLE = Role("finding", Tier.BEST, 3_500)

_TRUST = {Trust.LOW: 0.3, Trust.MEDIUM: 0.6, Trust.HIGH: 0.9}
_MOST_HEADING = 120
_MOST_OWN = 3
"""Words of a label that nobody has used before."""
SUMMARY_SENTENCES = 2
_NEUTRAL = content_words(
    "overview background history origins present current state outlook future causes effects consequences benefits "
    "advantages drawbacks limits limitations risks problems solutions examples evidence results comparison differences "
    "similarities costs performance security deployment configuration practice recommendations alternatives "
    "requirements timeline evaluation definition scope methods exceptions open questions details implications "
    "概要 背景 歴史 経緯 現状 展望 将来 原因 影響 結果 利点 欠点 限界 課題 対策 事例 比較 費用 性能 安全 提言"
)
"""Words that a label may use without a source."""


async def conclude(asker: Asker, request: ConcludeRequest) -> Finding:
    """The section out of the thread's facts. Without facts there is nothing to write and nobody is asked."""
    ranked = ranked_facts(request)
    if not ranked:
        meter.current().waive()
        return _nothing(request)
    if request.brief.in_one_go:
        meter.current().waive()
        return fallbacks.finding(request.task, request.thread)  # the section is written with the whole
    values = {
        "expert": persona(request.brief),
        "language": request.brief.language,
        "whole": request.brief.question,
        "question": request.task.question,
        "sub_questions": showing.questions(request.thread.sub_questions),
        "others": _others(request),
        "neighbours": _neighbours(request),
        "words": aim(request.words),
        "shape": "" if request.form is Form.ESSAY else f"It is to be: {showing.account(request.form)}.",
        "level": str(request.task.level),
        "levels": str(request.brief.limits.levels),
        "importance": f"{request.task.importance:g}",
        "remaining": showing.listed(f"{task.id} ({task.importance:g}): {task.question}" for task in request.remaining),
    }
    facts = fitting(ranked, size=size_of, room=await asker.reading_room(ROLE, FindingShape, values), what="facts")
    keys = Keys.of(facts, f"{request.brief.question} {request.task.question}")
    answer = await asker.ask(ROLE, FindingShape, {**values, "facts": keys.shown()})
    asked = (request.brief.question, request.task.question, *(sub.text for sub in request.thread.sub_questions))
    known = known_words((*asked, *request.task.subjects), facts)
    paragraphs = laid_out(answer.paragraphs, keys, known)
    if not _summary(paragraphs):
        raise BadAnswer(f"the section on task {request.task.id} cites none of its {len(facts)} facts")
    return Finding(
        task=request.task.id,
        question=request.task.question,
        heading=_heading(request),
        summary=_summary(paragraphs),
        paragraphs=paragraphs,
        gaps=_gaps(request, answer),
        sub_questions=request.thread.sub_questions,
        depth=DepthVerdict(
            depth=answer.depth,
            sufficient=answer.sufficient,
            areas=tuple(
                area for area in guard.plain_lines(answer.follow_up_questions) if revising.related(area, known)
            ),
            reasoning="; ".join(guard.plain_lines(answer.open_questions)),
            confidence=_TRUST[answer.trust],
        ),
        insights=_insights(request),
        confidence=round(_TRUST[answer.trust] * _answered_share(request), 3),
        stopped=request.thread.stopped,
        rounds=len(request.thread.rounds),
        revision=revising.revision(request, answer, known),
    )


def ranked_facts(request: ConcludeRequest) -> tuple[Fact, ...]:
    """What the section may stand on, best first: own facts, then those of the tasks before."""
    own = [fact for fact in request.thread.facts if not fact.loose]
    known = [fact for fact in request.thread.known if not fact.loose]
    ranked = [*sorted(own, key=lambda f: (-len(f.answers), f.round, -f.score)), *sorted(known, key=lambda f: -f.score)]
    return tuple({fact.id: fact for fact in ranked}.values())


def _nothing(request: ConcludeRequest) -> Finding:
    return Finding(
        task=request.task.id,
        question=request.task.question,
        heading=_heading(request),
        gaps=tuple(sub.text for sub in request.thread.sub_questions),
        sub_questions=request.thread.sub_questions,
        depth=DepthVerdict(reasoning="no fact was found", confidence=0.9),
        insights=_insights(request),
        stopped=request.thread.stopped,
        rounds=len(request.thread.rounds),
    )


def _heading(request: ConcludeRequest) -> str:
    focus = " ".join(request.task.focus.split())
    return focus if 0 < len(focus) <= _MOST_HEADING else request.task.question


def aim(words: int) -> str:
    """How long a text should be, as it is told to its writer."""
    return f"Aim at {words} words." if words else ""


def laid_out(parts: Sequence[ParagraphShape], keys: Keys, known: frozenset[str]) -> tuple[Paragraph, ...]:
    """What was written, as it was laid out, each sentence once."""
    said: set[str] = set()
    made: list[Paragraph] = []
    for part in parts:
        for one in laying.paragraphs(part.text, keys, label=part.heading):
            fresh = tuple(s for s in one.statements if s.code or s.text not in said)
            said.update(s.text for s in fresh)
            kept = one.model_copy(update={"label": neutral(one.label, known), "statements": fresh})
            if kept.told:
                made.append(kept)
    return tuple(made)


def known_words(asked: Sequence[str], facts: Sequence[Fact]) -> frozenset[str]:
    """Words of the question and of the sources themselves; what a mind made of them is not among them."""
    found = (text for fact in facts for e in fact.evidence for text in (e.quote, e.title, *e.title_path))
    return content_words(" ".join((*asked, *found)))


def neutral(heading: str, known: frozenset[str]) -> str:
    """A label claims nothing: all but three of its words are the question's, the sources' or neutral, else it goes."""
    label = guard.plain(heading)
    own = content_words(label) - known - _NEUTRAL
    return label if len(label) <= _MOST_HEADING and len(own) <= _MOST_OWN else ""


def _summary(paragraphs: tuple[Paragraph, ...]) -> tuple[Statement, ...]:
    """The section begins with what answers best; outside of its list an item is none."""
    cited = [
        statement.model_copy(update={"item": 0})
        for part in paragraphs
        for statement in part.told
        if statement.facts and not statement.code
    ]
    return tuple(cited[:SUMMARY_SENTENCES])


def _gaps(request: ConcludeRequest, answer: FindingShape) -> tuple[str, ...]:
    """What the mind names, and every sub-question that stayed open, whether it names it or not."""
    still_open = [sub.text for sub in request.thread.sub_questions if not sub.founded]
    return tuple(dict.fromkeys((*guard.plain_lines(answer.open_questions), *still_open)))


def _answered_share(request: ConcludeRequest) -> float:
    subs = request.thread.sub_questions
    return sum(sub.founded for sub in subs) / len(subs) if subs else 0.0


def _insights(request: ConcludeRequest) -> tuple[Insight, ...]:
    found = [insight for record in request.thread.rounds for insight in record.insights]
    return tuple({insight.text: insight for insight in found}.values())


def _neighbours(request: ConcludeRequest) -> str:
    """What other sections are about, so that nothing is told twice."""
    return f"Other sections:\n{showing.listed(request.beside)}" if request.beside else ""


def _others(request: ConcludeRequest) -> str:
    if not request.predecessors:
        return ""
    return f"What the tasks before this one found:\n{showing.drafted(request.predecessors)}"
