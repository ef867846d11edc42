"""From prose with marks to statements that stand on facts: `… 40 MW [F3][F7].`

Knows: marks, sentences, which fact a sentence without a mark restates.  Does not know: whether a statement is
supported (the report's check) or what a fact says beyond its words. A mark that names no fact is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fathoms.domain.evidence import Fact
from fathoms.domain.report import Statement
from fathoms.engine.sentences import sentences
from fathoms.engine.words import content_words
from fathoms.minds.llm import guard
from fathoms.minds.llm.blocks import block, unescaped

RESTATES = 0.8
"""Share of a sentence's words that a fact must hold to be cited in the writer's place."""

_MARK = re.compile(r"\[\s*(F\d+(?:\s*[,;]\s*F\d+)*)\s*\]")
_ANY_MARK = re.compile(r"\s*\[\s*[A-Z]\d+(?:\s*[,;]\s*[A-Z]\d+)*\s*\]")
_AFTER_STOP = re.compile(r"([.!?。！？])\s*((?:\[\s*F\d+(?:\s*[,;]\s*F\d+)*\s*\]\s*)+)")


@dataclass(frozen=True, slots=True)
class Keys:
    """The facts of one prompt under opaque keys."""

    by_key: Mapping[str, Fact]

    @classmethod
    def of(cls, facts: Sequence[Fact]) -> Keys:
        return cls({f"F{number}": fact for number, fact in enumerate(facts, 1)})

    def key(self, fact_id: str) -> str:
        return next((key for key, fact in self.by_key.items() if fact.id == fact_id), "")

    def shown(self) -> str:
        """One block a fact: the claim, the quote where it says it in other words, where it comes from."""
        return "\n".join(_shown(key, fact) for key, fact in self.by_key.items()) or "(none)"

    def statements(self, prose: str) -> tuple[Statement, ...]:
        """The sentences of a text, each with the facts it cites; one that cites none may restate one."""
        text = _AFTER_STOP.sub(r" \2\1", prose)
        made = (self._statement(text[span.start : span.end]) for span in sentences(text))
        return tuple(statement for statement in made if statement)

    def _statement(self, sentence: str) -> Statement | None:
        named = [key.strip() for mark in _MARK.findall(sentence) for key in re.split(r"[,;]", mark)]
        bare = guard.plain(_ANY_MARK.sub("", sentence))
        if not content_words(bare):
            return None
        cited = [self.by_key[key].id for key in named if key in self.by_key] or self._restated(bare)
        return Statement(text=unescaped(bare), facts=tuple(dict.fromkeys(cited)))

    def _restated(self, sentence: str) -> list[str]:
        words = content_words(sentence)
        shares = [
            (len(words & content_words(f"{fact.claim} {fact.evidence[0].quote}")) / len(words), fact.id)
            for fact in self.by_key.values()
        ]
        share, best = max(shares, default=(0.0, ""))
        return [best] if share >= RESTATES else []


def _shown(key: str, fact: Fact) -> str:
    quote = fact.evidence[0].quote
    said = fact.claim if _same(fact.claim, quote) else f"{fact.claim}\nIn the source's words: {quote}"
    return block("fact", key, said, confidence=fact.confidence.value.lower(), source=fact.evidence[0].title[:80])


def _same(left: str, right: str) -> bool:
    return " ".join(left.split()).rstrip(".") == " ".join(right.split()).rstrip(".")
