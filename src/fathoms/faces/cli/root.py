"""The root command: a table of commands, each imported when it is invoked and not before.

`fathoms --help` and `fathoms --version` need nothing but this table.

Knows: names, one line on each, where it lives.  Does not know: what a command does.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import click

from fathoms import __version__

PROGRAM = "fathoms"

EXIT_CODES: tuple[tuple[int, str], ...] = (
    (0, "done"),
    (1, "something broke: every task failed, or a bug"),
    (2, "wrong usage: an argument, a setting, a folder or a run that is not there"),
    (3, "nothing found: an honest answer, with what was tried"),
    (4, "the home folder cannot be used: read-only, full, or made by a newer version"),
    (5, "a source or a model failed"),
    (6, "the run is held by another process, or was written by another version"),
    (7, "planned, and waiting for its authorisation"),
    (8, "cancelled"),
    (9, "refused as not feasible, with narrower questions to ask instead"),
    (10, "withheld: fewer statements are supported than --strict asks for"),
    (130, "interrupted (Ctrl-C); the run can be resumed"),
    (141, "nobody read the output to its end (a closed pipe)"),
    (143, "told to terminate; the run can be resumed"),
)


class Entry(NamedTuple):
    """A command that exists: `fathoms.faces.cli.commands.{module}` has a function called `function`."""

    name: str
    module: str
    help: str
    function: str


RESEARCH = (
    Entry("ask", "ask", "Research a question and print the cited report.", "ask"),
    Entry("plan", "plan", "Show the verdict and the plan for a question; start nothing.", "plan"),
    Entry("serve", "serve", "Serve the page and the HTTP interface, and carry runs out, in one process.", "serve"),
    Entry("mcp", "mcp", "Serve an agent over the Model Context Protocol, on standard input and output.", "mcp"),
    Entry("authorize", "runs_control", "Start a run whose plan is waiting.", "authorize"),
)
RUNS = (
    Entry("runs", "runs", "List the runs, newest first; search, rename and delete them.", "runs"),
    Entry("show", "show", "Show a run: its report, tree, events, trace, state, facts, plan.", "show"),
    Entry("open", "open", "Open a report, or a source of it, in the browser.", "open_"),
    Entry("resume", "runs_control", "Go on with a run that was interrupted or cancelled.", "resume"),
    Entry("cancel", "runs_control", "End a run, from any process.", "cancel"),
    Entry("approve", "runs_control", "Approve a drill-down or revision that a run asks for.", "approve"),
    Entry("refuse", "runs_control", "Refuse a drill-down or revision that a run asks for.", "refuse"),
    Entry("fork", "runs_control", "Start a new run from a task of an earlier one.", "fork"),
    Entry("why", "why", "Follow a sentence or a reference down to its quote.", "why"),
    Entry("replay", "replay", "Make a report again from what its run kept, and check every quote.", "replay"),
    Entry("delta", "delta", "Say what changed between two runs on the same question.", "delta"),
    Entry("export", "export", "Write the report of a run to a file.", "export"),
)
DOCUMENTS = (
    Entry("ingest", "ingest", "Take folders and files into the knowledge base.", "ingest"),
    Entry("pages", "pages", "List the pages that runs have stored; show one, or its original.", "pages"),
    Entry("facts", "facts", "Search what all runs have found.", "facts"),
    Entry("learned", "learned", "Show what earlier runs taught, and what that changes.", "learned"),
    Entry("kb", "kb", "Look into the knowledge base and change it.", "kb"),
)
WEB = (Entry("web", "web", "Try a search engine, or see what a web page becomes.", "web"),)
INSTALLATION = (
    Entry("setup", "setup", "Choose a model and a search engine, and try them.", "setup"),
    Entry("settings", "settings", "Show every setting, its value and where that came from; change one.", "settings"),
    Entry("doctor", "doctor", "Check this installation and say what to do.", "doctor"),
    Entry("completion", "completion", "Print the completion script of a shell.", "completion"),
)
SECTIONS: tuple[tuple[str, tuple[Entry, ...]], ...] = (
    ("From question to report", RESEARCH),
    ("Runs", RUNS),
    ("Documents", DOCUMENTS),
    ("The web", WEB),
    ("This installation", INSTALLATION),
)
ENTRIES = {entry.name: entry for _, entries in SECTIONS for entry in entries}


class LazyGroup(click.Group):
    """A group that knows its commands by table and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(ENTRIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = ENTRIES.get(cmd_name)
        if entry is None:
            return None
        module = import_module(f"fathoms.faces.cli.commands.{entry.module}")
        command: click.Command = getattr(module, entry.function)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in ENTRIES and not args[0].startswith("-"):
            from fathoms.app.settings import did_you_mean

            raise click.UsageError(
                f"there is no command {args[0]!r}{did_you_mean(args[0], tuple(ENTRIES))}".rstrip(";"), ctx
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, entries in SECTIONS:
            with formatter.section(title):
                formatter.write_dl([(entry.name, entry.help) for entry in entries])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), meaning) for code, meaning in EXIT_CODES])
        with formatter.section("Begin with"):
            formatter.write_text('fathoms ask "How many turbines has the array?" --docs ./documents')


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Ask a question, get a report in which every sentence leads back to words in a stored source.

    The result goes to stdout, progress to stderr.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
