"""docs/reference/cli.md names every command, every option and every exit code there is, and no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from fathoms.faces.cli.root import EXIT_CODES, cli

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")


def commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


COMMANDS = dict(commands(cli, "fathoms"))


def section(title: str) -> str:
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return found.group(2) if found else ""


@pytest.mark.parametrize("path", list(COMMANDS))
def test_every_command_has_a_section_that_names_each_of_its_options(path: str) -> None:
    text = section(path)
    assert text, f"no section {path!r}"
    named = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", text))
    options = {
        name
        for parameter in COMMANDS[path].params
        if isinstance(parameter, click.Option)
        for name in parameter.opts
        if name not in ("-h", "--help")
    }
    assert options <= named


def test_every_option_that_is_named_exists() -> None:
    known = {name for command in COMMANDS.values() for parameter in command.params for name in parameter.opts}
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", PAGE))
    assert named <= known | {"--help", "--version"}


def test_the_exit_codes_are_those_that_the_help_shows() -> None:
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", section("Exit codes"), re.MULTILINE)
    assert [(int(code), meaning) for code, meaning in rows] == list(EXIT_CODES)


def test_every_section_on_a_command_is_on_one_there_is() -> None:
    titles = set(re.findall(r"^#+ (fathoms .*)$", PAGE, re.MULTILINE))
    assert titles == set(COMMANDS)
