"""`fathoms settings`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option, json_option


@click.command()
@json_option
@home_option
def settings(as_json: bool, home: str | None) -> int:
    """Show every setting, its value and where that came from.

    A flag wins over the environment (FATHOMS_NAME), that over the file, that over the default.

    \b
    Example:
      FATHOMS_EFFORT=deep fathoms settings
    """
    from fathoms.faces.cli import settings_view

    return settings_view.show(home, as_json=as_json)
