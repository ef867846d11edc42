"""Tasks before they have numbers: what a decomposition proposes, fitted to what the effort allows.

Knows: dependencies by key, which task can best be done without.  Does not know: questions' wording.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fathoms.domain.plan import Dependency, Lean, Need, Task

EMPHASISED = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One proposed task. `keep` orders what stays when there is no room: the higher, the longer."""

    key: str
    question: str
    focus: str
    rationale: str
    subs: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    soft: tuple[str, ...] = ()
    importance: float = 0.6
    keep: int = 5
    lean: Lean = Lean.BOTH
    extra_rounds: int = 0

    def emphasised(self, rationale: str) -> Draft:
        return replace(self, importance=EMPHASISED, extra_rounds=1, keep=9, rationale=rationale)


def fitted(drafts: Sequence[Draft], limit: int) -> list[Draft]:
    """As many drafts as allowed; what waited for a dropped one waits for what that one waited for."""
    kept = list(drafts)
    while len(kept) > limit:
        dropped = min(reversed(kept), key=lambda draft: draft.keep)
        kept = [_rewired(draft, dropped) for draft in kept if draft is not dropped]
    return kept


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
