"""`fathoms web search|fetch`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option, json_option, offline_option

_PHASES = ("SURVEY", "EXTRACT", "DIVERSIFY", "VERIFY")


@click.group(invoke_without_command=True)
@click.pass_context
def web(ctx: click.Context) -> None:
    """Try a search engine, or see what a web page becomes.

    \b
    Example:
      fathoms web search "tidal energy Scotland" --engine searxng
      fathoms web fetch https://example.org/report.html
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@web.command()
@click.argument("query")
@click.option("--engine", "engines", multiple=True, metavar="NAME", help="Ask this engine; can be repeated.")
@click.option("--phase", type=click.Choice(_PHASES), default="SURVEY", show_default=True, help="As a run would then.")
@click.option("--limit", type=click.IntRange(1, 50), default=5, show_default=True, metavar="N", help="Most results.")
@offline_option
@json_option
@home_option
def search(
    query: str, engines: tuple[str, ...], phase: str, limit: int, offline: bool | None, as_json: bool, home: str | None
) -> None:
    """Ask the engines of the settings, as a run would.

    \b
    Example:
      fathoms web search "harbour dredging cost 2026" --engine brave --limit 10
    """
    from fathoms.faces.cli import web_views

    web_views.search(query, engines, phase, home, limit=limit, offline=bool(offline), as_json=as_json)


@web.command()
@click.argument("url")
@click.option("--render", is_flag=True, help="Draw it with Chromium if it shows nothing without JavaScript.")
@offline_option
@json_option
@home_option
def fetch(url: str, render: bool, offline: bool | None, as_json: bool, home: str | None) -> None:
    """Fetch a page anew and print the text that a run would store.

    \b
    Example:
      fathoms web fetch https://example.org/report.pdf
      fathoms web fetch https://example.org/app --render
    """
    from fathoms.faces.cli import web_views

    web_views.fetch(url, home, render=render, offline=bool(offline), as_json=as_json)
