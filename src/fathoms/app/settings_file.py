"""The settings file, changed one line at a time: what else stands in it, comments included, stays as it is.

Knows: where the file is and how a value is written in TOML.  Does not know: what any setting is for; `settings.py`
checks a value before it is written here.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from fathoms.app import settings
from fathoms.app.options import Scalar
from fathoms.errors import ConfigError
from fathoms.stores.files import write_whole

_OWNER_ONLY = 0o600
"""Keys may stand in it."""


def write(name: str, value: Scalar) -> Path:
    """Set one setting; a value that it cannot have is refused and nothing is written."""
    line = f"{name} = {_in_toml(settings.checked(name, value))}"
    kept, there = _lines(), False
    for place, old in enumerate(kept):
        if _sets(name, old):
            kept[place], there = line, True
    return _kept(kept if there else [*kept, line])


def remove(name: str) -> tuple[bool, Path]:
    """Take one out; whether it was there."""
    lines = _lines()
    kept = [line for line in lines if not _sets(name, line)]
    return kept != lines, _kept(kept) if kept != lines else settings.settings_file()


def _kept(lines: list[str]) -> Path:
    file = settings.settings_file()
    try:
        write_whole(file, "".join(f"{line}\n" for line in lines), mode=_OWNER_ONLY)
    except OSError as error:
        raise ConfigError(f"the settings file {str(file)!r} cannot be written: {error.strerror}") from error
    return file


def _lines() -> list[str]:
    settings.load()  # a file that cannot be read, or is no TOML, is refused before it is touched
    file = settings.settings_file()
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []


def _sets(name: str, line: str) -> bool:
    return re.match(rf"\s*{re.escape(name)}\s*=", line) is not None


def _in_toml(value: Scalar) -> str:
    """A string of JSON is one of TOML, too."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str | bool) else str(value)
