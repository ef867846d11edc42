"""Every option of an ask, once: from this table come the flags of `ask` and `plan`, settings, the arguments in Python
and the page docs/reference/options.md (`python -m fathoms.app.options` prints it).

Knows: what each option is called in every face, and what it may be.  Does not know: what any of them does.
Imports nothing slow: every command's `--help` goes through here.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum

Scalar = str | int | float | bool


class Kind(StrEnum):
    """What an option holds."""

    TEXT = "text"
    NUMBER = "number"
    SWITCH = "on or off"
    TEXTS = "texts"
    PLACES = "folders and files"
    PLAN = "a plan, or a file with one"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a question can be asked with; its name is that of the argument in Python and of the setting."""

    name: str
    kind: Kind
    help: str
    default: Scalar = ""
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    flag: str = ""
    """How it is said on the command line; empty: as a setting only."""
    metavar: str = ""
    setting: bool = True
    """It can be in the settings file and the environment too, for every question."""
    commands: tuple[str, ...] = ("ask", "plan")


ON_OFF = ("on", "off")
AUTO = "auto"
_CALLS, _USD, _TOKENS, _MINUTES = 1_000_000, 1_000_000, 1_000_000_000, 525_600


def _choice(name: str, choices: tuple[str, ...], help: str, *, default: str, flag: str = "") -> Option:
    return Option(name, Kind.TEXT, help, default=default, choices=choices, flag=flag)


def _limit(name: str, help: str, most: int, *, flag: str = "", default: int | float = 0) -> Option:
    metavar = "X" if isinstance(default, float) else "N"
    help = f"{help} (0: no limit)"
    return Option(name, Kind.NUMBER, help, default=default, least=0, most=most, flag=flag, metavar=metavar)


def _ceiling(name: str, help: str, most: int, *, flag: str, none: int = 0) -> Option:
    """A limit that the effort sets, set alone."""
    help = f"{help} ({none}: as the effort has it)"
    return Option(name, Kind.NUMBER, help, default=none, least=none, most=most, flag=flag, metavar="N")


def _switch(name: str, help: str, *, default: str = "off", flag: str = "") -> Option:
    return Option(name, Kind.SWITCH, help, default=default, choices=ON_OFF, flag=flag)


def _once(
    name: str, help: str, *, flag: str, kind: Kind = Kind.SWITCH, metavar: str = "", only_ask: bool = False
) -> Option:
    """Said with one question only: as a setting it would make no sense, or do harm unseen."""
    commands = ("ask",) if only_ask else ("ask", "plan")
    default: Scalar = "off" if kind is Kind.SWITCH else ""
    choices = ON_OFF if kind is Kind.SWITCH else ()
    return Option(
        name, kind, help, default=default, choices=choices, flag=flag, metavar=metavar, setting=False, commands=commands
    )


OPTIONS: tuple[Option, ...] = (
    _once("also", "another question for the same run; can be repeated", flag="--also", kind=Kind.TEXTS, metavar="TEXT"),
    _once("questions", "a file of questions, one a line", flag="--questions", kind=Kind.TEXT, metavar="FILE"),
    _once(
        "docs",
        "folder, file, glob or @collection to search; can be repeated",
        flag="--docs",
        kind=Kind.PLACES,
        metavar="PATH",
    ),
    _switch("web", "search the web, with the engines of the settings", flag="--web"),
    Option(
        "sources",
        Kind.TEXTS,
        "more places to search: chroma+http://…/name, qdrant+http://…/name, mcp+http://…/mcp#tool",
        flag="--source",
        metavar="SPEC",
    ),
    _switch("offline", "reach no host but those of allow_hosts", flag="--offline"),
    _choice(
        "effort",
        ("quick", "standard", "deep", "exhaustive"),
        "the one dial: sets tasks, levels, rounds and revisions",
        default="standard",
        flag="--effort",
    ),
    _choice(
        "mode",
        (AUTO, "simple", "complex"),
        "one task, or a plan of several; `auto` leaves it to the question",
        default=AUTO,
        flag="--mode",
    ),
    Option(
        "mode_signals",
        Kind.NUMBER,
        "signs of a complex question that count only together: how many it takes",
        default=2,
        least=1,
        most=9,
        flag="--mode-signals",
        metavar="N",
    ),
    _ceiling("levels", "levels of tasks", 3, flag="--levels"),
    _ceiling("tasks", "most tasks of a plan in all", 20, flag="--tasks"),
    _ceiling("rounds", "most rounds of a task", 8, flag="--rounds"),
    _ceiling("revisions", "most revisions of the plan", 3, flag="--revisions", none=-1),
    _ceiling("top_k", "most documents read in a round", 5, flag="--top-k"),
    Option(
        "mind",
        Kind.TEXT,
        "who judges: `extractive` needs no model, no key and no network",
        default="extractive",
        flag="--mind",
        metavar="NAME",
    ),
    Option(
        "model",
        Kind.TEXT,
        "a language model judges: openai:…, anthropic:…, google:…, ollama:…, compatible:…, ADDRESS#NAME",
        flag="--model",
        metavar="NAME",
    ),
    _choice(
        "order", ("breadth", "depth", "adaptive"), "which ready task starts first", default="breadth", flag="--order"
    ),
    Option(
        "slots",
        Kind.NUMBER,
        "tasks of one run that work at the same time",
        default=4,
        least=1,
        most=64,
        flag="--slots",
        metavar="N",
    ),
    _choice(
        "revise",
        ("adaptive", "static"),
        "how a plan may change while it runs: freely, or only by digging below a task",
        default="adaptive",
        flag="--revise",
    ),
    _once(
        "suggested",
        "a plan of your own (TOML or JSON), adopted as far as it is sound",
        flag="--plan",
        kind=Kind.PLAN,
        metavar="FILE",
    ),
    _once(
        "answers",
        "what you mean, where the question leaves it open; once per question that is asked",
        flag="--answer",
        kind=Kind.TEXTS,
        metavar="TEXT",
    ),
    _once("split", "research a question that is too wide as its narrower parts", flag="--split"),
    _once("fresh", "take over no finding of an earlier run", flag="--fresh"),
    _once(
        "follow", "follow up on a finished run; reuses what it found", flag="--follow", kind=Kind.TEXT, metavar="RUN"
    ),
    _choice(
        "length",
        ("short", "standard", "long"),
        "how much of what was found is told",
        default="standard",
        flag="--length",
    ),
    _once("known", "something you know; can be repeated", flag="--known", kind=Kind.TEXTS, metavar="TEXT"),
    _once("strict", "no report with too few supported statements", flag="--strict"),
    _limit("max_calls", "most calls of the mind in a run", _CALLS, flag="--max-calls"),
    _limit("max_usd", "most USD that models may cost in a run", _USD, flag="--max-usd", default=0.0),
    _limit("max_tokens", "most tokens of models in a run", _TOKENS, flag="--max-tokens"),
    _limit("max_minutes", "most minutes of a run", _MINUTES, flag="--max-minutes"),
    _switch(
        "keep_originals",
        "keep the bytes of every page and file that a run reads, beside their text",
        flag="--keep-originals",
    ),
    Option(
        "artifacts",
        Kind.TEXT,
        "folder for micro-reports (default: the run's own folder)",
        flag="--artifacts",
        metavar="DIR",
    ),
    _once(
        "interactive",
        "approve or refuse each drill-down and revision; the rest goes on",
        flag="--interactive",
        only_ask=True,
    ),
    _once("authorize", "authorise the plan beforehand; do not ask", flag="--yes", only_ask=True),
    Option(
        "patience",
        Kind.NUMBER,
        "fruitless escapes in a row before a stuck thread stops",
        default=6,
        least=1,
        most=20,
    ),
    _choice("plateau", ("escape", "immediate"), "what a stuck thread does: try its escapes, or stop", default="escape"),
    Option(
        "approval_minutes",
        Kind.NUMBER,
        "interactive: how long an approval waits (0: for ever)",
        default=0,
        least=0,
        most=_MINUTES,
    ),
    _switch("learn", "use and feed what earlier runs taught", default="on"),
    Option(
        "strict_rate",
        Kind.NUMBER,
        "strict: percent of statements that must be supported",
        default=95,
        least=1,
        most=100,
    ),
    _switch(
        "cross_check",
        "look the figures of a report up once more in your own documents, for whoever says otherwise",
        default="on",
    ),
    _choice(
        "outside_words",
        ("public", "any"),
        "words of a query to an outside source: those of the question and of outside pages, or any",
        default="public",
    ),
    _limit("task_max_calls", "most calls of the mind for one task", _CALLS),
    _limit("task_max_usd", "most USD that models may cost for one task", _USD, default=0.0),
    _limit("task_max_tokens", "most tokens of models for one task", _TOKENS),
)

BY_NAME = {option.name: option for option in OPTIONS}


def sentence(option: Option) -> str:
    """Its help as a sentence of its own."""
    return f"{option.help[0].upper()}{option.help[1:]}."


def page() -> str:
    """The reference page."""
    rows = [
        f"| `{option.name}` | {_flag(option)} | {_setting(option)} | {_values(option)} | {option.help} |"
        for option in OPTIONS
    ]
    return "\n".join((_HEAD, *rows, ""))


def _flag(option: Option) -> str:
    if not option.flag:
        return ""
    return f"`{' '.join(filter(None, (option.flag, option.metavar)))}`"


def _setting(option: Option) -> str:
    return f"`FATHOMS_{option.name.upper()}`" if option.setting else ""


def _values(option: Option) -> str:
    """What it may be; the default in bold."""
    if option.kind is Kind.SWITCH or option.choices:
        return ", ".join(f"**{one}**" if one == option.default else one for one in option.choices)
    if option.kind is Kind.NUMBER and option.least is not None and option.most is not None:
        return f"{option.least:,} to {option.most:,}, **{option.default}**"
    return f"{option.kind}, **{option.default}**" if option.default else option.kind.value


_HEAD = """# Options of a question

Made from the table in `src/fathoms/app/options.py`: `python -m fathoms.app.options > docs/reference/options.md`.

Each option has one name and means the same however it is said. In Python it is an argument, `on` and `off` being `True`
and `False`: `fathoms.ask(question, docs="folder", effort="deep", max_usd=0.5, authorize=True)`. Where a variable is
named it is also a setting, and stands in the settings file under its name in Python: `max_usd = 0.5`. What is said with
the question wins over the environment, that over the file, that over the default (in bold). A value that cannot be is
refused everywhere, before anything starts; of `mind` and `model` the one said closer to the question wins.

| in Python | flag | environment | values | meaning |
|---|---|---|---|---|"""


if __name__ == "__main__":
    sys.stdout.write(page())
