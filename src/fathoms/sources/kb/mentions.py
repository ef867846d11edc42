"""Which documents a text mentions by name.

Knows: the names of a collection's documents, held in memory; finds the longest ones that stand in a text.
Does not know: ranking.  Built on the first search after a change and kept until the next one.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from fathoms.text.words import STOP_WORDS, fold, is_spaceless

_WORD = re.compile(r"[^\W_]+")
_LONGEST = 12
_LONGEST_RUN = 16
_SHORTEST = 3
"""A one-word name with fewer letters is no name ("US" would match everywhere)."""


class Mention(NamedTuple):
    key: str
    documents: tuple[int, ...]
    start: int
    end: int
    """Position in words."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a collection's documents."""

    documents: dict[str, tuple[int, ...]]
    first_words: dict[str, int]
    """First word of a name, and how many words the longest such name has."""
    starts: frozenset[str]
    """The first two characters of names in scripts without spaces."""

    @classmethod
    def load(cls, connection: sqlite3.Connection, collection: int) -> Names:
        documents: defaultdict[str, tuple[int, ...]] = defaultdict(tuple)
        first_words: dict[str, int] = {}
        starts: set[str] = set()
        for key, document in connection.execute("SELECT key, document FROM name WHERE collection=?", (collection,)):
            documents[key] += (document,)
            first, *more = key.split()
            first_words[first] = max(first_words.get(first, 0), min(1 + len(more), _LONGEST))
            if not key.isascii() and is_spaceless(key):
                starts.add(key[:2])
        return cls(dict(documents), first_words, frozenset(starts))

    def mentioned(self, text: str) -> tuple[list[str], list[Mention]]:
        """The text's words, folded, and the names among them, longest first at each place, without overlap."""
        words = _WORD.findall(fold(text))
        return words, list(self._mentions(words))

    def named(self, question: str) -> list[Mention]:
        """The documents that a question names. One plain word counts only when it is written as a name."""
        written = _WORD.findall(question)
        words, mentions = self.mentioned(question)
        if len(written) != len(words):  # folding moved a word boundary: judge no word by its case
            written = words
        cased = any(word[:1].isupper() for word in written[1:])
        return [
            mention
            for mention in mentions
            if mention.end - mention.start > 1 or not cased or not written[mention.start][:1].islower()
        ]

    def _mentions(self, words: list[str]) -> Iterator[Mention]:
        at = 0
        while at < len(words):
            longest = self.first_words.get(words[at], 0)
            for length in range(min(longest, len(words) - at), 0, -1):
                key = " ".join(words[at : at + length])
                if key in self.documents and not (length == 1 and (len(key) < _SHORTEST or key in STOP_WORDS)):
                    yield Mention(key, self.documents[key], at, at + length)
                    at += length
                    break
            else:
                if self.starts and not words[at].isascii():
                    yield from self._inside(words[at], at)
                at += 1

    def _inside(self, run: str, at: int) -> Iterator[Mention]:
        """Names inside a run of characters without spaces."""
        position = 0
        while position < len(run) - 1:
            if run[position : position + 2] in self.starts:
                for end in range(min(len(run), position + _LONGEST_RUN), position + 1, -1):
                    key = run[position:end]
                    if key in self.documents:
                        yield Mention(key, self.documents[key], at, at + 1)
                        position = end - 1
                        break
            position += 1
