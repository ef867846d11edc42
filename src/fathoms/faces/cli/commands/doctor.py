"""`fathoms doctor`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option, json_option


@click.command()
@json_option
@home_option
def doctor(as_json: bool, home: str | None) -> int:
    """Check this installation and say what to do.

    Each check is ok, warn or fail. The exit code is 1 when one fails.

    \b
    Example:
      fathoms doctor
    """
    from fathoms.faces.cli import checkup

    return checkup.show(home, as_json=as_json)
