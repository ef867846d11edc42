"""`fathoms doctor`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option, json_option


@click.command()
@click.option("-v", "--verbose", is_flag=True, help="Also list what is as it should be.")
@json_option
@home_option
def doctor(verbose: bool, as_json: bool, home: str | None) -> int:
    """Check this installation and say what to do.

    Each check is ok, warn or fail; by default only those are listed that need you. The exit code is 1 when one fails.

    \b
    Example:
      fathoms doctor
      fathoms doctor --verbose
    """
    from fathoms.faces.cli import checkup

    return checkup.show(home, as_json=as_json, verbose=verbose)
