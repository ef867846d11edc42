"""What to do about an error is data below the faces, and every face has words for all of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fathoms
from fathoms import errors
from fathoms.app import api_words, phrasing
from fathoms.faces.cli import next_steps
from fathoms.faces.http import problems
from fathoms.faces.mcp import words as mcp_words

SOURCE = Path(fathoms.__file__).parent
OF_A_FACE = re.compile(
    r"(?<!from )\bfathoms (?:ask|plan|authorize|resume|cancel|fork|runs|show|settings|kb|pages|export|doctor|why|web)\b"
    r"|(?:^|[\s(`])--[a-z]"
    r"|\bauthorize=True"
)
ALLOWED = {
    "app/api_words.py",  # the words of whoever writes Python
    "app/options.py",  # the one table from which every face has its options
    "sources/web/render/chromium.py",  # the options of a browser, not ours
    "sources/formats/picture.py",  # of a reader of pictures
    "sources/formats/old_office.py",  # of an office program
}


def kinds() -> set[type[errors.NextStep]]:
    return set(errors.NextStep.__subclasses__()) - {errors.OneOf}


@pytest.mark.parametrize(
    "words",
    [next_steps.WORDS, api_words.WORDS, problems.WORDS, mcp_words.WORDS],
    ids=["command line", "Python", "HTTP", "MCP"],
)
def test_every_kind_of_step_has_words_in_every_face(words: phrasing.Words) -> None:
    assert set(words) == kinds()


def _texts(tree: ast.Module) -> Iterator[ast.Constant]:
    """Every string of a module that is no docstring."""
    told = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node


def test_below_the_faces_no_text_names_a_command_or_an_option() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{text.lineno}: {text.value}"
        for path in sorted(SOURCE.rglob("*.py"))
        if "faces" not in path.parts and str(path.relative_to(SOURCE)) not in ALLOWED
        for text in _texts(ast.parse(path.read_text(encoding="utf-8")))
        if OF_A_FACE.search(str(text.value))
    ]
    assert found == []


def test_alternatives_are_told_in_one_breath() -> None:
    error = errors.UsageError(
        "there is nothing to search", next_step=errors.OneOf((errors.NameDocuments(), errors.SearchWeb()))
    )
    told = "there is nothing to search; give a folder or file with --docs, or search the --web"
    assert next_steps.told(error) == told


def test_after_a_question_comes_no_semicolon() -> None:
    error = errors.ConfigError("unknown setting 'hme'; did you mean 'home'?", next_step=errors.ListSettings())
    assert next_steps.told(error) == "unknown setting 'hme'; did you mean 'home'? `fathoms settings` lists them all"


def test_whoever_writes_python_reads_the_step_below_the_message_once() -> None:
    error = errors.UnknownRun("there is no run 'x'", next_step=errors.ListRuns())
    api_words.advise(error)
    api_words.advise(error)
    assert error.__notes__ == ["`service.runs()` has those there are"]
