"""Every setting: its name, default and help, and where its value came from.

    flag > environment (FATHOMS_NAME) > file (settings.toml) > default

Knows: the one tuple of settings; the only place that reads the environment.  Does not know: what
the settings do.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import platformdirs

from fathoms.errors import ConfigError

ENVIRONMENT_PREFIX = "FATHOMS_"

Scalar = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Known:
    """One setting that exists."""

    name: str
    default: Scalar
    help: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    secret: bool = False


KNOWN: tuple[Known, ...] = (
    Known("home", "", "folder that holds runs, journal and knowledge base (default: the user's data directory)"),
    Known("mind", "extractive", "who judges: `extractive` needs no model, no key and no network"),
    Known(
        "effort",
        "standard",
        "the one dial: sets tasks, levels, rounds and revisions",
        choices=("quick", "standard", "deep", "exhaustive"),
    ),
    Known("order", "breadth", "which ready task starts first", choices=("breadth", "depth", "adaptive")),
    Known("slots", 4, "tasks of one run that work at the same time", least=1, most=64),
    Known("patience", 2, "fruitless escapes in a row before a stuck thread stops", least=1, most=20),
    Known("plateau", "escape", "what a stuck thread does: try its escapes, or stop", choices=("escape", "immediate")),
    Known(
        "revise",
        "adaptive",
        "how a plan may change while it runs: freely, or only by digging below a task",
        choices=("adaptive", "static"),
    ),
    Known("approval_minutes", 0, "with --interactive: how long an approval waits (0: for ever)", least=0, most=525_600),
    Known("learn", "on", "use and feed what earlier runs taught", choices=("on", "off")),
    Known("length", "standard", "how much of what was found is told", choices=("short", "standard", "long")),
    Known("strict_rate", 95, "with --strict: percent of statements that must be supported", least=1, most=100),
    Known(
        "cross_check",
        "on",
        "look the figures of a report up once more in your own documents, for whoever says otherwise",
        choices=("on", "off"),
    ),
    Known("max_calls", 0, "most calls of the mind in a run (0: no limit)", least=0, most=1_000_000),
    Known("max_minutes", 0, "most minutes of a run (0: no limit)", least=0, most=525_600),
    Known("artifacts", "", "folder for micro-reports (default: the run's own folder)"),
    Known("embedder", "", "finds passages by meaning too: minilm, use_multilingual, ollama, openai_compatible"),
    Known("embedder_model", "", "the model of an embedder behind an address, such as nomic-embed-text"),
    Known("embedder_url", "", "the address of an embedder, such as http://127.0.0.1:11434"),
    Known("embedder_key", "", "the key for that address", secret=True),
    Known("max_file_mb", 50, "largest document that is read, in MB", least=1, most=2_000),
    Known("calls_log", "", "append one line per real call of a mind or source to this file (an audit)"),
    Known("crash_at", "", "kill this process at a named crash point (tests of durability only)"),
)

_BY_NAME = {setting.name: setting for setting in KNOWN}


class Origin(StrEnum):
    DEFAULT = "default"
    FILE = "file"
    ENVIRONMENT = "environment"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Setting:
    """A value, and who set it."""

    value: Scalar
    origin: Origin


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, resolved. Read one with `settings.text("mind")` or `settings.number("slots")`."""

    values: Mapping[str, Setting]

    def text(self, name: str) -> str:
        return str(self.values[name].value)

    def number(self, name: str) -> int:
        return int(self.values[name].value)

    @property
    def home(self) -> Path:
        chosen = self.text("home")
        return Path(chosen).expanduser() if chosen else platformdirs.user_data_path("fathoms")


def settings_file() -> Path:
    """Where the settings file is looked for; `FATHOMS_SETTINGS` names another."""
    chosen = os.environ.get("FATHOMS_SETTINGS")
    return Path(chosen) if chosen else platformdirs.user_config_path("fathoms") / "settings.toml"


def load(flags: Mapping[str, Scalar | None] | None = None) -> Settings:
    """Resolve all layers. A name nobody knows is refused, with the nearest one that exists."""
    values = {setting.name: Setting(setting.default, Origin.DEFAULT) for setting in KNOWN}
    layers = (
        (Origin.FILE, _file_layer(settings_file())),
        (Origin.ENVIRONMENT, _environment_layer()),
        (Origin.FLAG, {name: value for name, value in (flags or {}).items() if value is not None}),
    )
    for origin, layer in layers:
        for name, value in layer.items():
            values[name] = Setting(_checked(name, value, origin), origin)
    return Settings(values)


def did_you_mean(name: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ";"


def _file_layer(path: Path) -> dict[str, Scalar]:
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise ConfigError(f"the settings file {str(path)!r} cannot be read: {error.strerror}") from error
    try:
        return dict(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"the settings file {str(path)!r} is not valid TOML: {error}") from error


def _environment_layer() -> dict[str, Scalar]:
    found: dict[str, Scalar] = {}
    for name, value in os.environ.items():
        if name.startswith(ENVIRONMENT_PREFIX) and name != "FATHOMS_SETTINGS" and value:
            found[name.removeprefix(ENVIRONMENT_PREFIX).lower()] = value
    return found


def _checked(name: str, value: Scalar, origin: Origin) -> Scalar:
    setting = _BY_NAME.get(name)
    if setting is None:
        near = did_you_mean(name, tuple(_BY_NAME))
        raise ConfigError(f"unknown setting {name!r} ({origin}){near} `fathoms settings` lists them all")
    if setting.choices and value not in setting.choices:
        raise ConfigError(f"setting {name!r} ({origin}) is {value!r}; it can be {', '.join(setting.choices)}")
    if isinstance(setting.default, str):
        return str(value)
    return _number(setting, value, origin)


def _number(setting: Known, value: Scalar, origin: Origin) -> int:
    try:
        number = int(value)
    except ValueError:
        raise ConfigError(f"setting {setting.name!r} ({origin}) is {value!r}; it must be a whole number") from None
    if (setting.least is not None and number < setting.least) or (setting.most is not None and number > setting.most):
        raise ConfigError(
            f"setting {setting.name!r} ({origin}) is {number}; it can be {setting.least:g} to {setting.most:g}"
        )
    return number
