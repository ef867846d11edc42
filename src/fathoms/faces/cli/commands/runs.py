"""`fathoms runs`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option, json_option


@click.command()
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="Most runs shown.")
@json_option
@home_option
def runs(limit: int, as_json: bool, home: str | None) -> int:
    """List the runs, newest first.

    A run is `interrupted` when it has begun, has not ended, and no process works on it: `fathoms resume` goes on.

    \b
    Example:
      fathoms runs
      fathoms runs --json --limit 1
    """
    from fathoms.faces.cli import run_views

    return run_views.list_runs(home, limit=limit, as_json=as_json)
