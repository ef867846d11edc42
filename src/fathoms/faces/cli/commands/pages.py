"""`fathoms pages list|show`."""

from __future__ import annotations

from pathlib import Path

import click

from fathoms.faces.cli.options import complete_run, home_option, json_option


@click.group(invoke_without_command=True)
@click.pass_context
def pages(ctx: click.Context) -> None:
    """List the pages that runs have stored; show one, or its original.

    \b
    Example:
      fathoms pages list --run last
      fathoms pages show https://example.org/report.html
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@pages.command("list")
@click.option("--run", metavar="RUN", shell_complete=complete_run, help="Only those that this run quotes.")
@json_option
@home_option
def list_(run: str | None, as_json: bool, home: str | None) -> int:
    """List the stored pages, newest first, and whether their originals were kept.

    \b
    Example:
      fathoms pages list --run last
    """
    from fathoms.faces.cli import page_views

    return page_views.list_pages(run or "", home, as_json=as_json)


@pages.command()
@click.argument("page", metavar="PAGE|ADDRESS")
@click.option("--original", is_flag=True, help="The bytes it was read from, instead of its text.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write it to FILE."
)
@json_option
@home_option
def show(page: str, original: bool, output: Path | None, as_json: bool, home: str | None) -> int:
    """Show the stored text of a page, in which quotes and offsets are found; or its original.

    PAGE is an id, as `why` shows it, or a unique beginning of one. An address stands for its newest snapshot.

    \b
    Example:
      fathoms pages show p-3f9a
      fathoms pages show https://example.org/report.pdf --original -o report.pdf
    """
    from fathoms.faces.cli import page_views

    if original and as_json:
        raise click.UsageError("--json shows what is known of an original, --original its bytes: not both at once")
    return page_views.show(page, output, home, original=original, as_json=as_json)
