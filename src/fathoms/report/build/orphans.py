"""What is nothing without a neighbour that was cut: a sentence that led to code, what is left alone of an item.

Knows: what stood beside each statement of a place, and what is left of it.  Does not know: why anything was cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from fathoms.domain.report import Flaw, Statement, StatementKind, Support
from fathoms.report.build.holding import LONGEST_LEAD_IN
from fathoms.text.words import content_words


def without_stranded(
    said: Sequence[Statement], left: Sequence[Statement | None]
) -> tuple[tuple[Statement, ...], tuple[tuple[Statement, Flaw], ...]]:
    """What is left of what was said; and what among it led to blocks of code of which none is left, or is left alone of
    an item that has lost all that it cited, or all but what heads it."""
    kept, stranded = list[Statement](), list[tuple[Statement, Flaw]]()
    cited, citing = ({one.item for one in some if one and one.item and one.says_whence} for some in (said, left))
    for place, one in enumerate(left):
        blocks = list(takewhile(lambda at: said[at].code, range(place + 1, len(said))))
        fell = bool(blocks) and not any(left[at] for at in blocks)
        if one and fell and _leads_to(one, [said[at] for at in blocks]):
            stranded.append((one, Flaw.LED))
        elif one and (one.item in cited - citing or _is_head_alone(place, said, left)):
            stranded.append((one, Flaw.ORPHANED))
        elif one:
            kept.append(one)
    return tuple(kept), tuple(stranded)


def opens_item(statement: Statement, said: Sequence[Statement], passed: Sequence[Statement | None]) -> bool:
    """Whether nothing is left of what stood before a statement in its own item."""
    before = [one for place, one in enumerate(passed) if said[place].item == statement.item]
    return bool(statement.item and before) and not any(before)


def _is_head_alone(place: int, said: Sequence[Statement], left: Sequence[Statement | None]) -> bool:
    """Whether a statement does no more than name its item, and nothing else is left of that."""
    one = said[place]
    own = [at for at, other in enumerate(said) if one.item and other.item == one.item and at != place]
    return bool(own) and one.strong == one.text.strip(" .:") and not any(left[at] for at in own)


def _leads_to(statement: Statement, blocks: Sequence[Statement]) -> bool:
    """Whether a sentence right before blocks is nothing without them: it points to them, or is short, stands on no more
    than they do, and is not said by that ("Create the stream.")."""
    if statement.announces or statement.code:
        return statement.announces
    own = set(statement.facts) - {name for block in blocks for name in block.facts}
    stated = bool(statement.facts) and statement.support is Support.SUPPORTED
    stated &= statement.kind is StatementKind.STATED
    return not own and not stated and len(content_words(statement.text)) <= LONGEST_LEAD_IN
