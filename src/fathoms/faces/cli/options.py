"""Arguments and options that several commands share.

Knows: how an option of the table becomes a flag, and how runs are completed.  Does not know: what is done with them.
Imports nothing slow: every command's `--help` goes through here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from fathoms.app.exports import FORMATS, STANDARD
from fathoms.app.options import BY_NAME, OPTIONS, Kind, Option, sentence

Command = Callable[..., int]
Decorator = Callable[[Any], Any]


def complete_run(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The runs there are, with their questions."""
    from fathoms.faces.cli.session import known_runs

    rows = known_runs(ctx.params.get("home"))
    return [CompletionItem(run, help=question) for run, question in rows if run.startswith(incomplete)]


def flag_of(option: Option) -> Decorator:
    """An option of the table as one of a command; what is not said stays None, or empty."""
    words = sentence(option)
    if option.kind is Kind.SWITCH:
        return click.option(option.flag, option.name, is_flag=True, default=None, help=words)
    many, metavar = option.kind in (Kind.TEXTS, Kind.PLACES), option.metavar or None
    return click.option(option.flag, option.name, type=_type(option), multiple=many, metavar=metavar, help=words)


def _type(option: Option) -> click.ParamType[Any]:
    if option.choices:
        return click.Choice(option.choices)
    if option.kind in (Kind.PLACES, Kind.PLAN):
        return click.Path(path_type=Path)
    if option.kind is Kind.NUMBER:
        return click.FLOAT if isinstance(option.default, float) else click.INT
    return click.STRING


run_argument = click.argument("run", metavar="RUN", shell_complete=complete_run)
"""A run's id, a unique beginning of it, or `last`."""
home_option = click.option("--home", metavar="DIR", help="Folder that holds runs and documents.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
yes_option = click.option("--yes", is_flag=True, help="Authorise the plan beforehand; do not ask.")
format_option = click.option(
    "--format",
    "form",
    type=click.Choice(tuple(FORMATS)),
    help=f"Form of the report; without it as the name of FILE ends, else {STANDARD}.",
)
output_option = click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the report to FILE."
)
length_option = flag_of(BY_NAME["length"])
offline_option = flag_of(BY_NAME["offline"])
question_argument = click.argument("words", nargs=-1, metavar="QUESTION")


def telling_options(command: Command) -> Command:
    """How much is said on stderr while a run works; the command gets it as `telling`, a word."""

    @functools.wraps(command)
    def gathered(quiet: bool, verbose: bool, events: str | None, **said: Any) -> int:
        if quiet + verbose + bool(events) > 1:
            raise click.UsageError("--quiet, --verbose and --events exclude each other")
        return command(telling="quiet" if quiet else "verbose" if verbose else events or "plain", **said)

    for decorator in (
        click.option(
            "--events", type=click.Choice(["jsonl"]), help="Tell every event as a line of JSON on stderr, for programs."
        ),
        click.option("-q", "--quiet", is_flag=True, help="Say nothing while it works."),
        click.option("-v", "--verbose", is_flag=True, help="Tell every round and why it ended."),
    ):
        gathered = decorator(gathered)
    return gathered


def options_of(name: str) -> Decorator:
    """All options that the table has for a command, and the home; it gets what was said as one mapping, `given`."""
    options = tuple(option for option in OPTIONS if option.flag and name in option.commands)

    def decorated(command: Command) -> Command:
        @functools.wraps(command)
        def gathered(**said: Any) -> int:
            given = {option.name: said.pop(option.name) for option in options}
            return command(given=given, **said)

        for decorator in reversed((*map(flag_of, options), home_option)):
            gathered = decorator(gathered)
        return gathered

    return decorated


def one_question(words: tuple[str, ...], *, in_a_file: bool = False) -> str:
    """The question, given as one argument. Several are a forgotten pair of quotes, which could hide a mistake."""
    if not words and in_a_file:
        return ""
    if not words:
        raise click.UsageError('missing QUESTION; for instance: fathoms ask "How does it work?" --docs FOLDER')
    if len(words) > 1:
        raise click.UsageError(f'put the question in quotes: "{" ".join(words)}"')
    return words[0]
