"""Japanese by its words, when the extra `japanese` (SudachiPy and a dictionary) is installed.

Without it the index holds bigrams and kanji, which serve; with it, it also holds each word's normalised form, and
questions are asked by those. The bigrams stay, so an index made with the extra can be searched without it.

Knows: SudachiPy.  Does not know: the index.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import threading
from collections.abc import Iterator
from functools import cache
from typing import Protocol

MARK = "§"
"""Sets words apart from bigrams of the same spelling."""
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_GRAMMAR = frozenset(("助詞", "助動詞", "補助記号", "空白", "記号"))
_SPACE = re.compile(r"\s")
_PIECE = 8_000
"""SudachiPy takes up to 49,149 bytes at a time."""
_one_at_a_time = threading.Lock()
"""SudachiPy's tokenizers are not to be used by two threads at once."""


class _Morpheme(Protocol):
    def part_of_speech(self) -> tuple[str, ...]: ...
    def normalized_form(self) -> str: ...


class _Tokenizer(Protocol):
    def tokenize(self, text: str) -> Iterator[_Morpheme]: ...


class _Dictionary(Protocol):
    def tokenizer(self, *, mode: object) -> _Tokenizer: ...


@cache
def available() -> bool:
    """Whether the extra is installed."""
    return all(importlib.util.find_spec(name) is not None for name in ("sudachipy", "sudachidict_core"))


def is_japanese(text: str) -> bool:
    """Whether there is any kana or kanji in it."""
    return not text.isascii() and _JAPANESE.search(text) is not None


def japanese_words(text: str) -> list[str]:
    """The normalised words of a text, particles and marks left out, each with the mark in front."""
    found: list[str] = []
    for start in range(0, len(text), _PIECE):
        with _one_at_a_time:
            for morpheme in _tokenizer().tokenize(text[start : start + _PIECE]):
                if morpheme.part_of_speech()[0] not in _GRAMMAR:
                    found.append(MARK + _SPACE.sub("", morpheme.normalized_form().casefold()).replace('"', ""))
    return found


@cache
def _tokenizer() -> _Tokenizer:
    """The only one: it keeps some 6 MB of what a long text needed, which a thread each multiplied."""
    sudachipy = importlib.import_module("sudachipy")
    dictionary: _Dictionary = sudachipy.Dictionary()
    return dictionary.tokenizer(mode=sudachipy.SplitMode.A)
