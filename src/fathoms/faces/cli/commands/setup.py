"""`fathoms setup`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option


@click.command()
@home_option
def setup(home: str | None) -> int:
    """Choose a model and a search engine, and try them.

    Asks for the model, its key or address and a search engine, writes them to the settings file, and makes one small
    call to each. Nothing is needed to quote from your own documents: Enter passes a question over.

    \b
    Example:
      fathoms setup
    """
    from fathoms.faces.cli import setting_up

    return setting_up.talk(home)
