"""`fathoms runs`: the list, and what can be done with what is in it."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import complete_run, home_option, json_option, run_argument

limit_option = click.option(
    "--limit", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="Most runs shown."
)


@click.group(invoke_without_command=True)
@limit_option
@json_option
@home_option
@click.pass_context
def runs(ctx: click.Context, limit: int, as_json: bool, home: str | None) -> int:
    """List the runs, newest first; search, rename and delete them.

    A run is `interrupted` when it has begun, has not ended, and no process works on it: `fathoms resume` goes on.

    \b
    Example:
      fathoms runs
      fathoms runs --json --limit 1
      fathoms runs search battery cost
      fathoms runs rename last "The battery"
      fathoms runs delete 261115-3fa9c1
    """
    if ctx.invoked_subcommand is not None:
        return 0
    from fathoms.faces.cli import run_views

    return run_views.list_runs(home, limit=limit, as_json=as_json)


@runs.command()
@click.argument("words", nargs=-1, required=True, metavar="WORD…")
@limit_option
@json_option
@home_option
def search(words: tuple[str, ...], limit: int, as_json: bool, home: str | None) -> int:
    """Find runs whose question, name or report has all these words.

    \b
    Example:
      fathoms runs search ferry accident
    """
    from fathoms.faces.cli import run_views

    return run_views.list_runs(home, limit=limit, as_json=as_json, words=words)


@runs.command()
@run_argument
@click.argument("name")
@home_option
def rename(run: str, name: str, home: str | None) -> int:
    """Give a run a name of your own; it can be used wherever a run is named.

    \b
    Example:
      fathoms runs rename last "The battery"
    """
    from fathoms.faces.cli import run_changes

    return run_changes.rename(run, name, home)


@runs.command()
@click.argument("names", nargs=-1, required=True, metavar="RUN…", shell_complete=complete_run)
@click.option("--yes", is_flag=True, help="Do not ask.")
@home_option
def delete(names: tuple[str, ...], yes: bool, home: str | None) -> int:
    """Delete runs for good, with all that they found and wrote.

    Their reports, facts, recorded steps and the pages that no other run quotes are gone. Documents stay.

    \b
    Example:
      fathoms runs delete 261115-3fa9c1 261115-77b0aa --yes
    """
    from fathoms.faces.cli import run_changes

    return run_changes.delete(names, home, yes=yes)
