"""Every option of the table means the same by flag, variable, settings file and in Python, and is refused alike."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import get_type_hints

import click
import pytest
from click.testing import CliRunner

import fathoms
from fathoms.app import asking, options, settings
from fathoms.app.options import BY_NAME, OPTIONS, Kind, Option
from fathoms.app.service import Service
from fathoms.domain.asking import Ask
from fathoms.domain.plan import Plan, Task
from fathoms.errors import UsageError
from fathoms.faces.cli import asking as cli_asking
from fathoms.faces.cli.commands.ask import ask as ask_command
from fathoms.faces.cli.commands.plan import plan as plan_command
from fathoms.faces.cli.options import options_of

QUESTION = "How many turbines has the array?"
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "options.md"
PLAN = '[[task]]\nid = "1"\nquestion = "How many turbines has the array?"\n'

TOLD: dict[str, object] = {
    "also": "Who pays?",
    "questions": "questions.txt",
    "docs": "docs",
    "mind": "scripted:mind.toml",
    "model": "compatible:tiny@http://127.0.0.1:9/v1",
    "sources": "qdrant+http://127.0.0.1:9/minutes",
    "suggested": "plan.toml",
    "answers": "wind",
    "known": "It is new.",
    "follow": "261116-aaaaaa",
    "artifacts": "notes",
}
"""A value that is not the default, for the options whose kind does not say one."""


def told(option: Option) -> object:
    if option.name in TOLD:
        return TOLD[option.name]
    if option.kind is Kind.SWITCH:
        return option.default != "on"
    if option.choices:
        return next(one for one in reversed(option.choices) if one != option.default)
    return 2.5 if isinstance(option.default, float) else min(7, int(option.most or 7))


def spelled(value: object) -> str:
    """As a variable or a flag has it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "questions.txt").write_text("# for the board\n\nWho pays?\n", encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    monkeypatch.setenv("FATHOMS_SETTINGS", str(tmp_path / "settings.toml"))
    monkeypatch.setenv("FATHOMS_HOME", str(tmp_path / "home"))
    return tmp_path


def by_flag(option: Option, value: object) -> Ask:
    words = [option.flag] if option.kind is Kind.SWITCH else [option.flag, spelled(value)]
    asked: list[Ask] = []

    @click.command()
    @options_of(option.commands[0])
    def command(given: asking.Given, home: str | None) -> int:
        asked.append(cli_asking.request(QUESTION, given, home=home)[1])
        return 0

    done = CliRunner().invoke(command, words)
    if isinstance(done.exception, UsageError):
        raise done.exception
    if done.exit_code:
        raise UsageError(done.output)
    return asked[0]


def by_variable(option: Option, value: object) -> Ask:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(f"FATHOMS_{option.name.upper()}", spelled(value))
        return cli_asking.request(QUESTION, {}, home=None)[1]


def by_file(option: Option, value: object) -> Ask:
    written = str(value) if isinstance(value, int | float) and not isinstance(value, bool) else f'"{spelled(value)}"'
    Path("settings.toml").write_text(f"{option.name} = {written}\n", encoding="utf-8")
    try:
        return cli_asking.request(QUESTION, {}, home=None)[1]
    finally:
        Path("settings.toml").unlink()


def in_python(option: Option, value: object, *, for_all: bool = False) -> Ask:
    """Through `Fathoms`, up to the point where the question is entered."""
    asked: list[Ask] = []

    async def register(service: Service, ask: Ask) -> None:
        asked.append(ask)
        raise KeyboardInterrupt

    async def work() -> None:
        given = {option.name: value}
        async with fathoms.Fathoms(**(given if for_all else {})) as opened:  # type: ignore[arg-type]
            await opened.start(QUESTION, **({} if for_all else given))  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Service, "register", register)
        try:
            asyncio.run(work())
        except KeyboardInterrupt:
            return asked[0]
    raise AssertionError("nothing was registered")


def variable_in_python(option: Option, value: object) -> Ask:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(f"FATHOMS_{option.name.upper()}", spelled(value))
        return in_python(BY_NAME["fresh"], None)


def in_python_for_all(option: Option, value: object) -> Ask:
    return in_python(option, value, for_all=True)


Way = Callable[[Option, object], Ask]


def ways(option: Option) -> list[Way]:
    found: list[Way] = [in_python]
    if option.name != "authorize":
        found.append(in_python_for_all)
    if option.flag:
        found.append(by_flag)
    if option.setting:
        found += [by_variable, by_file, variable_in_python]
    return found


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_makes_the_same_ask_however_it_is_said(option: Option) -> None:
    asks = {way.__name__: way(option, told(option)) for way in ways(option)}
    assert set(asks.values()) == {asks["in_python"]}, asks
    if option.name != "strict_rate":  # it shows only together with `strict`
        assert asks["in_python"] != Ask(question=QUESTION), "it makes a difference"


def test_the_rate_of_strict_is_that_of_the_settings_in_every_face(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOMS_STRICT_RATE", "80")
    assert by_flag(BY_NAME["strict"], True).strict == in_python(BY_NAME["strict"], True).strict == 0.8


BAD = {
    "slots": 0,
    "patience": 99,
    "effort": "hard",
    "order": "sideways",
    "length": "endless",
    "max_usd": -1.0,
    "max_calls": "many",
    "plateau": "climb",
    "revise": "never",
    "strict_rate": 101,
    "web": "maybe",
    "cross_check": "perhaps",
    "outside_words": "some",
    "task_max_tokens": -5,
    "approval_minutes": -1,
}


@pytest.mark.parametrize("name", BAD)
def test_a_value_that_cannot_be_is_refused_however_it_is_said(name: str) -> None:
    option = BY_NAME[name]
    for way in ways(option):
        if way is by_flag and option.kind is Kind.SWITCH:
            continue  # a flag has no value to be wrong
        with pytest.raises(UsageError):
            way(option, BAD[name])


@pytest.mark.parametrize("value", [2.5, True, float("nan"), [4]], ids=str)
def test_a_whole_number_is_not_rounded_or_guessed_from_something_else(value: object) -> None:
    with pytest.raises(UsageError, match="slots"):
        in_python(BY_NAME["slots"], value)


@pytest.mark.parametrize(
    ("name", "value"),
    [("docs", 5), ("answers", [1]), ("known", 7), ("strict", 0.9), ("follow", 3), ("suggested", 1), ("modle", "x")],
)
def test_in_python_a_value_of_another_kind_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(UsageError, match=name):
        in_python(Option(name, Kind.TEXT, ""), value)


def test_a_mind_that_is_not_there_fails_alike(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "docs").mkdir()
    (place / "docs" / "a.txt").write_text("The array has forty turbines.", encoding="utf-8")
    monkeypatch.setenv("FATHOMS_MIND", "no-such-mind")
    with pytest.raises(UsageError, match="no-such-mind"):
        fathoms.ask(QUESTION, docs="docs", authorize=True)
    done = subprocess.run(
        [sys.executable, "-m", "fathoms", "ask", QUESTION, "--docs", "docs", "--yes"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == UsageError.exit_code
    assert "no-such-mind" in done.stderr


def test_what_is_said_with_a_question_goes_before_what_is_said_for_all() -> None:
    usual = asking.merged({"model": "openai:a", "slots": 2}, {"slots": 3, "effort": None})
    assert usual == {"model": "openai:a", "slots": 3}
    _, ask = asking.request(QUESTION, asking.merged(usual, {"mind": "extractive"}), settings.load())
    assert (ask.mind, ask.slots) == ("extractive", 3), "a mind named with the question stands above the usual model"


def test_a_mind_said_with_the_question_stands_above_a_model_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOMS_MODEL", "openai:a")
    assert in_python(BY_NAME["mind"], "extractive").mind == "extractive"
    assert by_flag(BY_NAME["mind"], "extractive").mind == "extractive"


def test_a_plan_is_given_as_a_value_or_as_a_file() -> None:
    plan = Plan(tasks=(Task(id="1", question=QUESTION),))
    assert in_python(BY_NAME["suggested"], plan).suggested == plan
    assert in_python(BY_NAME["suggested"], Path("plan.toml")).suggested == plan


def test_untouched_settings_make_the_ask_that_the_domain_has_for_nothing_said() -> None:
    assert asking.request(QUESTION, {}, settings.load())[1] == Ask(question=QUESTION)


def test_the_arguments_in_python_are_those_of_the_table() -> None:
    assert [*get_type_hints(asking.Options)] == [option.name for option in OPTIONS if option.name != "authorize"]


@pytest.mark.parametrize(("name", "command"), [("ask", ask_command), ("plan", plan_command)])
def test_the_flags_of_a_command_are_those_of_the_table(name: str, command: click.Command) -> None:
    flags = {flag for parameter in command.params for flag in parameter.opts if flag.startswith("--")}
    own = (
        {"--home", "--format", "--output", "--quiet", "--verbose", "--events"}
        if name == "ask"
        else {"--home", "--json"}
    )
    assert flags == own | {option.flag for option in OPTIONS if option.flag and name in option.commands}


def test_the_settings_have_every_option_that_is_one() -> None:
    known = {setting.name: setting for setting in settings.KNOWN}
    assert len(known) == len(settings.KNOWN), "none twice"
    for option in OPTIONS:
        assert (option.name in known) == option.setting
    with pytest.raises(UsageError, match="unknown setting 'fresh'"):
        settings.load({"fresh": "on"})


def test_a_settings_file_may_say_true_and_false(place: Path) -> None:
    text = "web = true\nlearn = false\n"
    assert tomllib.loads(text) == {"web": True, "learn": False}
    (place / "settings.toml").write_text(text, encoding="utf-8")
    _, ask = asking.request(QUESTION, {}, settings.load())
    assert (ask.web, ask.learn) == (True, False)


def test_the_reference_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == options.page(), (
        "python -m fathoms.app.options > docs/reference/options.md"
    )
