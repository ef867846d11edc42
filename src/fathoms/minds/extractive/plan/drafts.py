"""Tasks before they have numbers: what a decomposition proposes, fitted to what the effort allows.

Knows: dependencies by key, which task can best be done without.  Does not know: questions' wording.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fathoms.domain.plan import Dependency, Lean, Need, Task, TaskRole

EMPHASISED = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One proposed task. `keep` orders what stays when there is no room: the higher, the longer."""

    key: str
    question: str
    focus: str
    rationale: str
    role: TaskRole = TaskRole.PART
    subs: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    soft: tuple[str, ...] = ()
    importance: float = 0.6
    keep: int = 5
    lean: Lean = Lean.BOTH
    extra_rounds: int = 0
    asked: bool = False
    """The user asked this himself: it may share a task with another question, but is never left out."""

    def emphasised(self, rationale: str) -> Draft:
        return replace(self, importance=EMPHASISED, extra_rounds=1, keep=9, rationale=rationale, asked=True)


def fitted(drafts: Sequence[Draft], limit: int) -> list[Draft]:
    """As many drafts as allowed: first go those that nobody asked for, then questions share a task.

    What waited for a dropped one waits for what that one waited for.
    """
    kept = list(drafts)
    while len(kept) > limit:
        own_ideas = [draft for draft in kept if not draft.asked]
        if own_ideas:
            dropped = min(reversed(own_ideas), key=lambda draft: draft.keep)
            kept = [_rewired(draft, dropped) for draft in kept if draft is not dropped]
        else:
            kept = _with_one_pair_joined(kept)
    return kept


def _with_one_pair_joined(drafts: list[Draft]) -> list[Draft]:
    """Two neighbours as one task: those that wait for the same and share least with others already.

    Drafts stand behind all that they wait for, so that joining neighbours closes no circle.
    """

    def cost(index: int) -> tuple[bool, bool, int, int]:
        left, right = drafts[index], drafts[index + 1]
        stressed = EMPHASISED in (left.importance, right.importance)
        unlike = (left.needs, left.soft) != (right.needs, right.soft)
        return stressed, unlike, len(left.subs) + len(right.subs), -index

    at = min(range(len(drafts) - 1), key=cost)
    left, right = drafts[at], drafts[at + 1]
    joined = _joined(left, right)
    return [_pointed(draft, right.key, left.key) for draft in (*drafts[:at], joined, *drafts[at + 2 :])]


def _joined(left: Draft, right: Draft) -> Draft:
    def both(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(key for key in dict.fromkeys((*first, *second)) if key not in (left.key, right.key))

    return replace(
        left,
        question=f"{_closed(left.question)} {_closed(right.question)}",
        focus=f"{left.focus}; {right.focus}" if left.focus != right.focus else left.focus,
        role=left.role if left.role is right.role else TaskRole.PART,
        subs=tuple(dict.fromkeys((*(left.subs or (left.question,)), *(right.subs or (right.question,))))),
        subjects=tuple(dict.fromkeys((*left.subjects, *right.subjects))),
        needs=both(left.needs, right.needs),
        soft=both(left.soft, right.soft),
        importance=max(left.importance, right.importance),
        keep=max(left.keep, right.keep),
        lean=left.lean if left.lean is right.lean else Lean.BOTH,
        extra_rounds=max(left.extra_rounds, right.extra_rounds),
    )


def _closed(question: str) -> str:
    return question if question.endswith(("?", ".", "。", "？")) else f"{question}."


def _pointed(draft: Draft, gone: str, kept: str) -> Draft:
    def renamed(keys: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(kept if key == gone else key for key in keys))

    return replace(draft, needs=renamed(draft.needs), soft=renamed(draft.soft))


def _rewired(draft: Draft, dropped: Draft) -> Draft:
    def through(keys: tuple[str, ...]) -> tuple[str, ...]:
        inherited = (*dropped.needs, *dropped.soft) if dropped.key in keys else ()
        return tuple(dict.fromkeys((*(key for key in keys if key != dropped.key), *inherited)))

    return replace(draft, needs=through(draft.needs), soft=through(draft.soft))


def tasks_of(drafts: Sequence[Draft], *, only_internal: bool) -> tuple[Task, ...]:
    """Numbered tasks, in the order of the drafts."""
    ids = {draft.key: str(number) for number, draft in enumerate(drafts, 1)}
    return tuple(
        Task(
            id=ids[draft.key],
            question=draft.question,
            rationale=draft.rationale,
            focus=draft.focus,
            role=draft.role,
            depends_on=_dependencies(draft, ids),
            priority=number,
            importance=draft.importance,
            subjects=draft.subjects,
            sub_questions=draft.subs or (draft.question,),
            lean=Lean.INTERNAL if only_internal else draft.lean,
            extra_rounds=draft.extra_rounds,
        )
        for number, draft in enumerate(drafts, 1)
    )


def _dependencies(draft: Draft, ids: dict[str, str]) -> tuple[Dependency, ...]:
    hard = {ids[key]: Need.HARD for key in draft.needs if key in ids}
    soft = {ids[key]: Need.SOFT for key in draft.soft if key in ids and ids[key] not in hard}
    return tuple(
        Dependency(on=on, need=need) for on, need in sorted({**hard, **soft}.items(), key=lambda pair: int(pair[0]))
    )
