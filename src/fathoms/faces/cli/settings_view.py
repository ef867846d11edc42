"""Every setting with its value and origin, and how one is changed.

Knows: how settings are listed, also when one of them is wrong.  Does not know: what they do.
"""

from __future__ import annotations

import click
from pydantic_core import to_json

from fathoms.app import settings, settings_file
from fathoms.app.settings import FAMILIES, KNOWN, Known, Settings
from fathoms.errors import ConfigError, UsageError, without_passwords
from fathoms.faces.cli import terminal
from fathoms.faces.cli.layout import table

_HIDDEN = "***"


def show(home: str | None, *, as_json: bool) -> int:
    """The table; when a setting is wrong, what there is to choose from, and then the error."""
    try:
        chosen = settings.load({"home": home})
    except ConfigError:
        if not as_json:
            terminal.result(
                table(
                    ("setting", "default", "meaning"),
                    [(k.name, str(k.default), _meaning(k)) for k in (*KNOWN, *FAMILIES)],
                )
            )
        raise
    if as_json:
        terminal.result(to_json([_entry(known, chosen) for known in chosen.listed], indent=2).decode())
        return 0
    rows = [
        (known.name, _value(known, chosen), chosen.values[known.name].origin.value, _meaning(known))
        for known in chosen.listed
    ]
    terminal.result(table(("setting", "value", "from", "meaning"), rows, width=terminal.width()))
    terminal.note(f"home: {chosen.home}\nfile: {settings.settings_file()}")
    return 0


def change(name: str, value: str | None) -> int:
    """One setting, checked before it is written; what is secret is not shown, and asked for where it was not said."""
    known = settings.known(name)
    if value is None:
        if not terminal.can_ask():
            raise UsageError(f"say the value: fathoms settings set {name} VALUE")
        value = str(click.prompt(name, hide_input=known.secret, err=True))
    file = settings_file.write(name, value)
    terminal.result(f"{name} = {_HIDDEN if known.secret else value} ({file})")
    return 0


def take_out(name: str) -> int:
    settings.known(name)
    was_there, file = settings_file.remove(name)
    terminal.result(f"{name} is no longer set in {file}" if was_there else f"{name} was not set in {file}")
    return 0


def _value(known: Known, chosen: Settings) -> str:
    value = str(chosen.values[known.name].value)
    return _HIDDEN if known.secret and value else without_passwords(value)


def _meaning(known: Known) -> str:
    if known.choices:
        return f"{known.help} ({', '.join(known.choices)})"
    if known.least is not None and known.most is not None:
        return f"{known.help} ({known.least:g} to {known.most:g})"
    return known.help


def _entry(known: Known, chosen: Settings) -> dict[str, str | int | float | bool]:
    setting = chosen.values[known.name]
    value = _HIDDEN if known.secret and setting.value else setting.value
    value = without_passwords(value) if isinstance(value, str) else value
    return {
        "name": known.name,
        "value": value,
        "origin": setting.origin.value,
        "default": known.default,
        "help": known.help,
    }
