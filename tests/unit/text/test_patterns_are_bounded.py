"""Every pattern that meets a document's text takes time in proportion to it, whatever the document repeats."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator

import pytest

import fathoms.sources.formats
import fathoms.sources.kb
import fathoms.text

SIZE = 12_000
MOST_SECONDS = 0.25
"""A pattern that is linear takes a thousandth of it; one that begins anew at every character takes more."""
UNITS = (
    "a", "A", "1", " ", "\n", "(", "[", "<", "-", "*", "_", "`", "=", "|", ".", "?", "「", "漢", "ア", "a ", "Ab ",
    "1 ", "1,", "- ", "\n ", " \n", "[a](", "![", "{{<", "{{%", "{%", "<!--", "<a ", "| ", "|-", "A. ", '"', "of ",
    "A of ", "\\a", "$", "&a", "/*", '"""', "http://a.", "  a", "a:", "```\n", "。", "{/*", ":a:`", ".. a",
)  # fmt: skip


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    for package in (fathoms.text, fathoms.sources.formats, fathoms.sources.kb):
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            for name, value in vars(importlib.import_module(found.name)).items():
                for pattern in value if isinstance(value, tuple) else (value,):
                    if isinstance(pattern, re.Pattern) and isinstance(pattern.pattern, str):
                        yield f"{found.name.removeprefix('fathoms.')}.{name}", pattern


BY_TEXT = {pattern.pattern: (name, pattern) for name, pattern in patterns()}


@pytest.mark.parametrize(("name", "pattern"), BY_TEXT.values(), ids=[name for name, _ in BY_TEXT.values()])
def test_no_repetition_makes_a_pattern_begin_anew_at_every_character(name: str, pattern: re.Pattern[str]) -> None:
    for unit in UNITS:
        text = unit * (SIZE // len(unit))
        started = time.process_time()
        for _ in pattern.finditer(text):
            pass
        assert time.process_time() - started < MOST_SECONDS, f"{name} on {unit!r} repeated"
