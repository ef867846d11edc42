"""Several questions in one run: one brief and one verdict over all of them.

Knows: how briefs and verdicts are joined.  Does not know: how the plans are (`engine/plan/subplans.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from fathoms.domain.brief import Brief, Criterion
from fathoms.domain.feasibility import Estimate, Verdict
from fathoms.text.words import is_spaceless


def brief(parts: Sequence[Brief]) -> Brief:
    """What all questions want together. A scope holds for the run only where each of them has it."""
    first = parts[0]
    gap = "" if is_spaceless(first.question) else " "
    texts = dict.fromkeys(criterion.text for part in parts for criterion in part.criteria)
    return first.model_copy(
        update={
            "question": gap.join(part.question for part in parts),
            "subjects": tuple({subject.name: subject for part in parts for subject in part.subjects}.values()),
            "criteria": tuple(Criterion(id=f"c{number}", text=text) for number, text in enumerate(texts, 1)),
            "known_facts": tuple(dict.fromkeys(fact for part in parts for fact in part.known_facts)),
            "doubts": tuple(dict.fromkeys(doubt for part in parts for doubt in part.doubts)),
            **{
                scope: getattr(first, scope) if len({getattr(part, scope) for part in parts}) == 1 else None
                for scope in ("period", "place", "domain")
            },
        }
    )


def split(whole: Brief, parts: Sequence[Brief]) -> Brief:
    """The question as it was asked, with the subjects and the criteria of the parts that it is researched in; what its
    own criteria ask beyond theirs comes last."""
    told = brief(parts)
    texts = dict.fromkeys(one.text for one in (*told.criteria, *whole.criteria))
    return whole.model_copy(
        update={
            "subjects": told.subjects or whole.subjects,
            "criteria": tuple(Criterion(id=f"c{number}", text=text) for number, text in enumerate(texts, 1)),
        }
    )


def verdict(parts: Sequence[Brief], verdicts: Sequence[Verdict], estimate: Estimate) -> Verdict:
    """Feasible when each is; what speaks against one is said of that one, with what to ask in its place."""
    pairs = tuple(zip(parts, verdicts, strict=True))
    return Verdict(
        feasible=all(one.feasible for one in verdicts),
        reasons=tuple(
            reason.model_copy(update={"text": f"“{part.question}”: {reason.text}"})
            for part, one in pairs
            for reason in one.reasons
        ),
        notes=tuple(dict.fromkeys(note for one in verdicts for note in one.notes)),
        splits=tuple(dict.fromkeys(split for one in verdicts for split in one.splits)),
        needed=sum(one.needed for one in verdicts),
        extent=verdicts[0].extent,
        estimate=estimate,
    )
