"""What may be told outside: a query that leaves has words of the question and of outside pages, and no others.

A mind that has read the user's documents writes queries with their words in them, whatever it was asked to do; so it
is not the mind that decides what leaves. `runtime/outgoing.py` calls this wherever a query does.

Knows: which words are public, and what is left of a query without the others.  Does not know: minds, sources, pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fathoms.domain.evidence import Query, SourceKind
from fathoms.domain.outside import OutsideWords
from fathoms.domain.run import Proposal, RunOrder
from fathoms.engine.thread.discovery import PERSPECTIVES
from fathoms.engine.thread.phases import HINTS
from fathoms.text.words import fold, known_stretches, tokens, words_and_rest

_ASKING = (
    "site official records data overview criticism experience record known name exists time decided someone true"
    " supposed 記録なし 経験 存在 別名 時期 担当 没有记录 经验 是否存在 时间 负责人"
)
"""What code puts into queries by itself: it tells nothing of anybody's documents."""
_OWN_WORDS = frozenset(
    token
    for text in (_ASKING, *PERSPECTIVES, *(hint for some in HINTS.values() for hint in some))
    for token in tokens(text)
)


@dataclass(frozen=True, slots=True)
class Public:
    """The words that may leave; None: nothing is private."""

    words: frozenset[str] | None

    def has(self, text: str) -> bool:
        """Whether every word of the text may leave."""
        return self.words is None or self.words.issuperset(tokens(text))


EVERYTHING = Public(None)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What is left of a text, and the words that stay at home."""

    text: str
    kept: tuple[str, ...] = ()


def public(asked: Iterable[str], outside: Iterable[frozenset[str]] = ()) -> Public:
    """The words of what the user asked, and those of outside pages."""
    said = frozenset(token for text in asked for token in tokens(text))
    return Public(_OWN_WORDS.union(said, *outside))


def asked(order: RunOrder) -> tuple[str, ...]:
    """What the user wrote to be researched; what is stated as known is told to nobody."""
    ask = order.ask
    suggested = ask.suggested.tasks if ask.suggested else ()
    tasks = [text for task in suggested for text in (task.question, *task.sub_questions, *task.subjects)]
    return (ask.question, *ask.also, *ask.answers, *tasks, str(order.created_at.year))


def nothing_private(order: RunOrder, proposal: Proposal | None, kinds: Iterable[SourceKind]) -> bool:
    """Whether the run sees nothing but the question and the world outside, or its user allows any word."""
    if order.ask.outside_words is OutsideWords.ANY:
        return True
    carries = proposal is not None and (proposal.carried or proposal.recalled or proposal.brief.known_facts)
    return all(kind is SourceKind.EXTERNAL for kind in kinds) and not (order.ask.follow or order.ask.known or carries)


def outgoing(text: str, allowed: Public) -> Outgoing:
    """The text with its public words alone, in their order; empty when none of them says anything."""
    if allowed.words is None:
        return Outgoing(text)
    left: list[str] = []
    kept: list[str] = []
    for word, is_word in words_and_rest(text):
        if not is_word:
            left.append("".join(sign for sign in word if sign.isascii()))  # others could spell a word
        elif allowed.has(word):
            left.append(word)
        else:
            left.append(" ".join(known_stretches(word, allowed.words)))
            kept.append(word)
    said = " ".join(piece for piece in "".join(left).split() if any(map(str.isalnum, piece)))
    return Outgoing(said if tokens(said) else "", tuple(kept))


def sent(query: Query, allowed: Public) -> Query | None:
    """The query as it may leave; None when nothing of it may."""
    going = outgoing(query.text, allowed)
    if not going.text:
        return None
    if not going.kept:
        return query
    reason = f"{query.reason}; {stays(going.kept)}".removeprefix("; ")
    return query.model_copy(update={"text": going.text, "reason": reason})


def staying(order: RunOrder, proposal: Proposal) -> tuple[str, ...] | None:
    """The words of a plan that no outside source will hear; None when there is none to tell, or nothing is private."""
    kinds = [survey.kind for survey in proposal.surveys]
    if SourceKind.EXTERNAL not in kinds or nothing_private(order, proposal, kinds):
        return None
    allowed = public(asked(order))
    texts = [text for task in proposal.plan.tasks for text in (task.question, *task.sub_questions, *task.subjects)]
    kept = [word for text in texts for word in outgoing(text, allowed).kept]
    return tuple({fold(word): word for word in reversed(kept)}.values())[::-1]


def stays(words: Sequence[str]) -> str:
    """How words that do not leave are told of, at home."""
    return f"not told outside: {', '.join(dict.fromkeys(words))}"
