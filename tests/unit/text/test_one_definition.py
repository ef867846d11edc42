"""Figures, dates and denials are read in one place: nobody else keeps a pattern or a class of their own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fathoms

SOURCE = Path(fathoms.__file__).parent
YEAR = re.compile(r"1(?:\[[\d-]+\]|\\d)\)?\|20|19\|20|(?:20|19)\\d\\d|\[12\]\\d\{3\}")
DENIAL = re.compile(r"\bnever\|no\b|\bnot\|never\b|\bno\|not\b|ない\|ません|なかった\|")
MONTH = re.compile(r"january\W+february|\bjan\W+feb\b", re.IGNORECASE)
ERA = re.compile(r"昭和\D{0,4}平成\D{0,6}令和\S{0,6}元")
NAMES = {"Figure", "Date", "Denial", "Saying"}


def elsewhere() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        if "text" not in path.relative_to(SOURCE).parts[:1]:
            yield path, ast.parse(path.read_text("utf-8"))


def literals(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.parametrize("pattern", [YEAR, DENIAL, MONTH, ERA], ids=["year", "denial", "month", "era"])
def test_no_module_outside_the_text_layer_keeps_a_pattern_of_its_own(pattern: re.Pattern[str]):
    found = [(path.name, text) for path, tree in elsewhere() for text in literals(tree) if pattern.search(text)]
    assert found == []


def test_figure_date_and_denial_are_each_defined_once():
    defined = [
        node.name
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef) and node.name in NAMES
    ]
    assert sorted(defined) == sorted(NAMES)


@pytest.mark.parametrize("text", [r"(?:19|20)\d\d", r"(?:1[5-9]|20)\d\d", r"(?:1\d|20)\d\d", "january|february"])
def test_the_patterns_that_are_looked_for_would_be_found(text: str):
    assert YEAR.search(text) or MONTH.search(text)
