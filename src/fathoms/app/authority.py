"""Hosts whose authority the user settled, from a TOML file:

    primary = ["intranet.example.org"]        # also stands for docs.intranet.example.org
    secondary = ["gazette.example"]
    community = ["wiki.example.org"]

Knows: the file.  Does not know: what a tier is worth (`engine/evidence/confidence.py`).
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import ValidationError

from fathoms.domain.authority import TierRules
from fathoms.errors import ConfigError


def read_rules(place: str) -> TierRules:
    """The rules in a file; none when no file is named. Raises ConfigError."""
    if not place:
        return TierRules()
    try:
        return TierRules.model_validate(tomllib.loads(Path(place).expanduser().read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"authority_rules: {place!r} cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"authority_rules: {place!r} is not valid TOML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        known = ", ".join(TierRules.model_fields)
        raise ConfigError(f"authority_rules: {place!r} is wrong at {where!r}; it may hold {known}") from error
