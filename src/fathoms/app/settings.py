"""Every setting: its name, default and help, and where its value came from.

    flag > environment (FATHOMS_NAME) > file (settings.toml) > default

Knows: the one tuple of settings; the only place that reads the environment.  Does not know: what
the settings do.
"""

from __future__ import annotations

import difflib
import math
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import platformdirs

from fathoms.app.options import ON_OFF, OPTIONS, Scalar
from fathoms.domain.knowledge import LARGEST_FILE_BYTES
from fathoms.errors import ConfigError, ListSettings, has_password, without_passwords
from fathoms.ports.secret import Secret

ENVIRONMENT_PREFIX = "FATHOMS_"


@dataclass(frozen=True, slots=True)
class Known:
    """One setting that exists; those of a question come from the table of options."""

    name: str
    default: Scalar
    help: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    secret: bool = False


KNOWN: tuple[Known, ...] = (
    Known("home", "", "folder that holds runs, journal and knowledge base (default: the user's data directory)"),
    *(Known(o.name, o.default, o.help, choices=o.choices, least=o.least, most=o.most) for o in OPTIONS if o.setting),
    Known("model_fast", "", "another model for the many small calls (queries)"),
    Known("model_best", "", "another model for planning, sections and the summary"),
    Known("model_fallback", "", "models to fall back to, in order, separated by commas"),
    Known("model_url", "", "the address of compatible:… and ollama:… models, such as http://127.0.0.1:8080/v1"),
    Known("model_key", "", "the key for that address", secret=True),
    Known("openai_key", "", "the key for openai:… (also OPENAI_API_KEY)", secret=True),
    Known("anthropic_key", "", "the key for anthropic:… (also ANTHROPIC_API_KEY)", secret=True),
    Known("google_key", "", "the key for google:… (also GOOGLE_API_KEY, GEMINI_API_KEY)", secret=True),
    Known(
        "model_context", 0, "tokens that the model's window holds (0: asked from the server)", least=0, most=10_000_000
    ),
    Known(
        "model_reading", 0, "most tokens of sources in one prompt (0: a quarter of the window)", least=0, most=1_000_000
    ),
    Known("model_answer", 0, "most tokens of one answer of a model (0: as its role needs)", least=0, most=1_000_000),
    Known("model_timeout", 120.0, "seconds that one call of a model may take", least=0.1, most=3_600),
    Known("model_parallel", 4, "calls to one provider at the same time, over all runs of a process", least=1, most=256),
    Known("model_per_minute", 0, "calls to one provider a minute (0: no limit)", least=0, most=1_000_000),
    Known("model_tokens_per_minute", 0, "tokens to one provider a minute (0: no limit)", least=0, most=1_000_000_000),
    Known(
        "model_price_in", -1.0, "USD per million tokens in, for a model without a known price", least=-1, most=10_000
    ),
    Known("model_price_out", -1.0, "USD per million tokens out", least=-1, most=10_000),
    Known("model_reach", "any", "where models may be: anywhere, or on this machine only", choices=("any", "local")),
    Known(
        "model_traffic",
        "live",
        "keep the exchanges with models, or answer from them",
        choices=("live", "record", "replay"),
    ),
    Known("model_traffic_file", "", "the file for recorded exchanges"),
    Known(
        "model_trace",
        "off",
        "OpenTelemetry spans of runs, tasks, rounds and model calls: without their text, or with it",
        choices=("off", "on", "content"),
    ),
    Known("trace_to", "", "where spans go: an OTLP collector such as http://127.0.0.1:4318, or a file"),
    Known("embedder", "", "finds passages by meaning too: minilm, use_multilingual, ollama, openai_compatible"),
    Known("embedder_model", "", "the model of an embedder behind an address, such as nomic-embed-text"),
    Known("embedder_url", "", "the address of an embedder, such as http://127.0.0.1:11434"),
    Known("embedder_key", "", "the key for that address", secret=True),
    Known(
        "reranker",
        "auto",
        "puts the best passage first: cross_encoder, fastembed, rerank_endpoint, none; auto takes what `local` brought",
    ),
    Known("reranker_model", "", "the model of a reranker: its name, or for fastembed a folder that holds it"),
    Known("reranker_url", "", "the address of a reranker; /rerank is added to it"),
    Known("reranker_key", "", "the key for that address", secret=True),
    Known("max_file_mb", 50, "largest document that is read, in MB", least=1, most=LARGEST_FILE_BYTES // 1_000_000),
    Known("max_original_mb", 20, "largest original that is kept, in MB; of a larger one the hash", least=1, most=2_000),
    Known("serve_host", "127.0.0.1", "address that the server listens on; beyond this machine it asks for a token"),
    Known("serve_port", 8640, "port of the server (0: any)", least=0, most=65_535),
    Known("serve_token", "", "the token that the server asks for (made up beyond this machine if empty)", secret=True),
    Known("serve_names", "", "names beside its address under which the server may be called"),
    Known("serve_per_minute", 1_200, "requests of one client a minute (0: no limit)", least=0, most=1_000_000),
    Known("engines", "", "search engines of the web, the first asked, the others standing in: searxng,brave"),
    Known("allow_hosts", "", "private hosts that may be reached: names, host:port or networks, with commas"),
    Known("robots", "respect", "what robots.txt means to us", choices=("respect", "ignore")),
    Known(
        "web_render", "off", "draw pages that show nothing without JavaScript, with Chromium", choices=("off", "auto")
    ),
    Known("web_browser", "", "the Chromium to draw them with (default: the one that is installed)"),
    Known("page_seconds", 20, "most seconds for fetching one page, redirects included", least=1, most=600),
    Known("max_page_mb", 10, "largest page that is read, in MB", least=1, most=200),
    Known("page_cache_hours", 24, "age up to which a fetched page is used again (0: always ask)", least=0, most=87_600),
    Known("web_at_once", 16, "pages fetched at the same time", least=1, most=256),
    Known("web_per_host", 2, "pages fetched from one server at the same time", least=1, most=32),
    Known("engine_seconds", 20, "most seconds for one answer of a search engine", least=1, most=600),
    Known("proxy", "", "proxy for the web, such as http://host:3128 (also read from HTTPS_PROXY)"),
    Known("no_proxy", "", "hosts reached without the proxy, with commas (also read from NO_PROXY)"),
    Known("ca_file", "", "certificates to trust besides the system's (also read from SSL_CERT_FILE)"),
    Known("user_agent", "", "how we introduce ourselves to servers (default: by name and purpose)"),
    Known("store", "sqlite", "where runs are kept: sqlite, or the name of a plug-in"),
    Known("steps", "", "steps of your own between ours, such as a fact checker: names of plug-ins, in their order"),
    Known("authority_rules", "", "file that lists hosts as primary, secondary or community (TOML)"),
    Known("calls_log", "", "append one line per real call of a mind or source to this file (an audit)"),
    Known("crash_at", "", "kill this process at a named crash point (tests of durability only)"),
)

_USUAL_KEYS = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
}

FAMILIES: tuple[Known, ...] = (
    Known("engine_NAME_url", "", "the address of a search engine's service, such as engine_searxng_url"),
    Known("engine_NAME_key", "", "the key of a search engine, such as engine_tavily_key", secret=True),
    Known("source_NAME_key", "", "the key of another source, such as source_qdrant_key", secret=True),
)
"""Settings that exist once per plug-in: whichever engine or source there is may have them."""

_BY_NAME = {setting.name: setting for setting in KNOWN}
_OF_ENGINE = re.compile(r"engine_(?P<engine>[a-z0-9][a-z0-9_]*)_(?P<part>url|key)")
_OF_SOURCE = re.compile(r"source_[a-z0-9][a-z0-9_]*_key")
_EVERYONES = {
    "proxy": ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "HTTP_PROXY", "http_proxy"),
    "no_proxy": ("NO_PROXY", "no_proxy"),
    "ca_file": ("SSL_CERT_FILE",),
}
"""Variables that every program understands, below our own."""


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

    def amount(self, name: str) -> float:
        return float(self.values[name].value)

    def on(self, name: str) -> bool:
        return self.text(name) == "on"

    def words(self, name: str) -> tuple[str, ...]:
        """A setting that lists things, with commas or blanks between them."""
        return tuple(self.text(name).replace(",", " ").split())

    def of_engine(self, engine: str, part: str) -> str:
        """`url` or `key` of a search engine; empty when it was not set."""
        setting = self.values.get(f"engine_{engine}_{part}")
        return str(setting.value) if setting else ""

    def source_key(self, source: str) -> str:
        setting = self.values.get(f"source_{source}_key")
        return str(setting.value) if setting else ""

    def with_flags(self, flags: Mapping[str, Scalar | None]) -> Settings:
        """With what was said closest to the question on top."""
        return Settings({**self.values, **_layer(Origin.FLAG, _given(flags))})

    def hidden_in(self, text: str) -> str:
        """The text without the keys and passwords of these settings."""
        for known in self.listed:
            if known.secret and (value := str(self.values[known.name].value)):
                text = text.replace(value, "***")
        return without_passwords(text)

    @property
    def engines_told_of(self) -> frozenset[str]:
        """Engines that some setting names."""
        return frozenset(match["engine"] for name in self.values if (match := _OF_ENGINE.fullmatch(name)))

    @property
    def listed(self) -> tuple[Known, ...]:
        """Every setting that has a value, those of engines included."""
        return (*KNOWN, *(_known(name) for name in self.values if name not in _BY_NAME))

    @property
    def home(self) -> Path:
        chosen = self.text("home")
        return Path(chosen).expanduser() if chosen else platformdirs.user_data_path("fathoms")


_MAY_HAVE_PASSWORD = "proxy"
"""A proxy is asked with the name and password in its address, as every program reads it; it is never shown."""


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
        (Origin.FLAG, _given(flags or {})),
    )
    for origin, layer in layers:
        values |= _layer(origin, layer)
    return Settings(values)


def known(name: str) -> Known:
    """A setting that exists. Raises ConfigError with the nearest name."""
    if name not in _BY_NAME and not _OF_ENGINE.fullmatch(name) and not _OF_SOURCE.fullmatch(name):
        near = did_you_mean(name, tuple(_BY_NAME)).rstrip(";")
        raise ConfigError(f"unknown setting {name!r}{near}", next_step=ListSettings())
    return _known(name)


def checked(name: str, value: Scalar) -> Scalar:
    """The value as the setting has it. Raises ConfigError for one that it cannot have."""
    return _checked(name, value, Origin.FILE)


def _given(flags: Mapping[str, Scalar | None]) -> dict[str, Scalar]:
    return {name: value for name, value in flags.items() if value is not None}


def _layer(origin: Origin, layer: Mapping[str, Scalar]) -> dict[str, Setting]:
    return {name: Setting(_checked(name, value, origin), origin) for name, value in layer.items()}


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
    for setting, variables in _EVERYONES.items():
        if value := next((os.environ[name] for name in variables if os.environ.get(name)), ""):
            found[setting] = value
    for name, value in os.environ.items():
        if name.startswith(ENVIRONMENT_PREFIX) and name != "FATHOMS_SETTINGS" and value:
            found[name.removeprefix(ENVIRONMENT_PREFIX).lower()] = value
    return found


def _checked(name: str, value: Scalar, origin: Origin) -> Scalar:
    if name not in _BY_NAME and not _OF_ENGINE.fullmatch(name) and not _OF_SOURCE.fullmatch(name):
        near = did_you_mean(name, tuple(_BY_NAME)).rstrip(";")
        raise ConfigError(f"unknown setting {name!r} ({origin}){near}", next_step=ListSettings())
    setting = _known(name)
    if setting.choices == ON_OFF and isinstance(value, bool):
        return "on" if value else "off"
    if setting.choices and value not in setting.choices:
        raise ConfigError(f"setting {name!r} ({origin}) is {value!r}; it can be {', '.join(setting.choices)}")
    if isinstance(setting.default, str):
        if name != _MAY_HAVE_PASSWORD and not setting.secret and has_password(str(value)):
            raise ConfigError(
                f"setting {name!r} ({origin}) has a password in its address; keys have settings of their own"
            )
        return str(value)
    return _number(setting, value, origin)


def _known(name: str) -> Known:
    """A setting by its name; one of an engine takes after its family."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    kind, part = name.partition("_")[0], name.rpartition("_")[2]
    family = next(f for f in FAMILIES if f.name.startswith(kind) and f.name.endswith(part))
    return Known(name, family.default, family.help, secret=family.secret)


def _number(setting: Known, value: Scalar, origin: Origin) -> int | float:
    whole = isinstance(setting.default, int)
    try:
        number = int(value) if whole else float(value)
    except (ValueError, TypeError, OverflowError):
        number = math.nan
    if isinstance(value, bool) or math.isnan(number) or (isinstance(value, float) and number != value):
        kind = "whole number" if whole else "number"
        raise ConfigError(f"setting {setting.name!r} ({origin}) is {value!r}; it must be a {kind}")
    if (setting.least is not None and number < setting.least) or (setting.most is not None and number > setting.most):
        raise ConfigError(
            f"setting {setting.name!r} ({origin}) is {number:g}; it can be {setting.least:g} to {setting.most:g}"
        )
    return number


def provider_key(provider: str, chosen: str) -> Secret:
    """The key of a provider: the setting, else the variable that everybody uses for it."""
    if chosen:
        return Secret(chosen)
    return Secret(next((os.environ[name] for name in _USUAL_KEYS.get(provider, ()) if os.environ.get(name)), ""))
