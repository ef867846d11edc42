"""`fathoms open`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option, run_argument


@click.command("open")
@run_argument
@click.argument("reference", required=False, metavar="[REFERENCE]")
@home_option
def open_(run: str, reference: str | None, home: str | None) -> int:
    """Open a report, or a source of it, in the browser.

    REFERENCE is a mark of the report such as [1] or [2b]. Where no browser can be opened, the address is printed.

    \b
    Example:
      fathoms open last
      fathoms open last "[1]"
    """
    from fathoms.faces.cli import opening

    return opening.show(run, reference, home)
