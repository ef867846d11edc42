"""`fathoms settings`, `settings set` and `settings unset`."""

from __future__ import annotations

import click

from fathoms.faces.cli.options import home_option, json_option


@click.group(invoke_without_command=True)
@json_option
@home_option
@click.pass_context
def settings(ctx: click.Context, as_json: bool, home: str | None) -> int:
    """Show every setting, its value and where that came from; change one.

    A flag wins over the environment (FATHOMS_NAME), that over the file, that over the default.

    \b
    Example:
      FATHOMS_EFFORT=deep fathoms settings
      fathoms settings set effort deep
    """
    if ctx.invoked_subcommand is not None:
        return 0
    from fathoms.faces.cli import settings_view

    return settings_view.show(home, as_json=as_json)


@settings.command("set")
@click.argument("name")
@click.argument("value", required=False)
def set_(name: str, value: str | None) -> int:
    """Write a setting into the settings file; a key is asked for without being shown.

    \b
    Example:
      fathoms settings set model openai:gpt-5
      fathoms settings set openai_key
    """
    from fathoms.faces.cli import settings_view

    return settings_view.change(name, value)


@settings.command()
@click.argument("name")
def unset(name: str) -> int:
    """Take a setting out of the settings file: its default holds again.

    \b
    Example:
      fathoms settings unset model
    """
    from fathoms.faces.cli import settings_view

    return settings_view.take_out(name)
