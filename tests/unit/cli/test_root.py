"""The table of commands, and what is loaded for it."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from fathoms import __version__, errors
from fathoms.faces.cli.root import ENTRIES, EXIT_CODES
from fathoms.faces.cli.root import cli as root
from tests.command_line import Cli
from tests.unit.cli.conftest import QUESTION

SLOW = ("pydantic", "sqlalchemy", "dbos", "rich", "asyncio", "numpy")


@pytest.mark.parametrize("name", list(ENTRIES))
def test_the_table_says_of_each_command_what_the_command_says_of_itself(name: str) -> None:
    command = root.get_command(click.Context(root), name)
    assert command is not None
    assert command.get_short_help_str(limit=200) == ENTRIES[name].help


@pytest.mark.parametrize("name", list(ENTRIES))
def test_the_help_of_each_command_teaches_with_an_example(name: str, cli: Cli) -> None:
    shown = cli(name, "--help")
    assert shown.code == 0
    assert "Example:" in shown.out
    assert f"fathoms {name}" in shown.out


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["ask", "--help"], ["kb", "search", "--help"]])
def test_help_imports_nothing_slow(words: list[str]) -> None:
    script = (
        f"import sys; from fathoms.faces.cli.entry import run; run({words!r}); "
        f"print([name for name in {SLOW!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_help_documents_every_exit_code(cli: Cli) -> None:
    shown = cli("--help").out
    for code, _ in EXIT_CODES:
        assert f"\n  {code} " in shown


def test_every_exit_code_that_an_error_can_have_is_documented() -> None:
    kinds, found = [errors.FathomsError], set()
    while kinds:
        kind = kinds.pop()
        found.add(kind.exit_code)
        kinds += kind.__subclasses__()
    found |= {value for name, value in vars(errors).items() if name.startswith("EXIT_")}
    assert found | {0} == {code for code, _ in EXIT_CODES}


def test_version(cli: Cli) -> None:
    assert cli("--version").out == f"fathoms {__version__}\n"


def test_an_unknown_command_is_refused_with_the_nearest_one(cli: Cli) -> None:
    outcome = cli("resum", "last")
    assert outcome.code == 2
    assert "did you mean 'resume'?" in outcome.err


@pytest.mark.parametrize("words", [[], ["kb"]])
def test_no_command_shows_the_help(words: list[str], cli: Cli) -> None:
    outcome = cli(*words)
    assert outcome.code == 0
    assert outcome.out == cli(*words, "--help").out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_of_a_shell_calls_fathoms(shell: str, cli: Cli) -> None:
    script = cli("completion", shell)
    assert script.code == 0
    assert "_FATHOMS_COMPLETE" in script.out


def test_run_ids_are_completed_with_their_questions(done: object) -> None:
    from fathoms.faces.cli.options import complete_run

    context = click.Context(root)
    items = complete_run(context, click.Option(["--x"]), "")
    assert [item.help for item in items] == [QUESTION]
    assert complete_run(context, click.Option(["--x"]), "no such beginning") == []


def test_completion_of_a_home_that_is_not_there_is_empty_and_makes_no_home(tmp_path: object) -> None:
    from fathoms.app.settings import load
    from fathoms.faces.cli.session import known_runs

    assert known_runs(None) == ()
    assert not load().home.exists()
