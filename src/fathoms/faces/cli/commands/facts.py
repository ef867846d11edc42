"""`fathoms facts search`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option, json_option


@click.group(invoke_without_command=True)
@click.pass_context
def facts(ctx: click.Context) -> None:
    """Search what all runs have found.

    \b
    Example:
      fathoms facts search "Cold Quay Battery"
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@facts.command()
@click.argument("query")
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, metavar="N", help="Most facts.")
@json_option
@home_option
def search(query: str, limit: int, as_json: bool, home: str | None) -> int:
    """Say what is known about something, from where, and how old it is.

    \b
    Example:
      fathoms facts search "battery capacity" --limit 3
    """
    from fathoms.faces.cli import evidence_views

    return evidence_views.search_facts(query, home, limit=limit, as_json=as_json)
