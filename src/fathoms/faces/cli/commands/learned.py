"""`fathoms learned`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option, json_option


@click.command()
@json_option
@home_option
def learned(as_json: bool, home: str | None) -> int:
    """Show what earlier runs taught, and what that changes.

    \b
    Example:
      fathoms learned
    """
    from fathoms.faces.cli import learned_view

    return learned_view.learned(home, as_json=as_json)
