"""From the settings and what is said with a question to the one value that is asked: the same for every face.

Knows: which field of an ask each option becomes.  Does not know: which face it was said in, or what it does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TypedDict

from fathoms.app.minds import mind_name
from fathoms.app.options import AUTO, BY_NAME, OPTIONS, Kind, Option, Scalar
from fathoms.app.plan_files import read_plan
from fathoms.app.settings import Settings, did_you_mean
from fathoms.domain.asking import Ask
from fathoms.domain.brief import Effort
from fathoms.domain.budget import Budget
from fathoms.domain.outside import OutsideWords
from fathoms.domain.plan import Mode, Order, Plan
from fathoms.domain.report import Length
from fathoms.domain.revision import RevisePolicy
from fathoms.domain.thread import PlateauPolicy
from fathoms.errors import UsageError

Given = Mapping[str, object]
"""What was said with a question, by the names of the options; None and nothing leave one as the settings have it."""
Places = str | Path | Sequence[str | Path]


class Options(TypedDict, total=False):
    """The options as arguments in Python. None leaves one as the settings have it."""

    also: str | Sequence[str] | None
    questions: str | Path | None
    docs: Places | None
    web: bool | None
    sources: str | Sequence[str] | None
    offline: bool | None
    effort: Effort | str | None
    mode: Mode | str | None
    mode_signals: int | None
    levels: int | None
    tasks: int | None
    rounds: int | None
    revisions: int | None
    top_k: int | None
    mind: str | None
    model: str | None
    order: Order | str | None
    slots: int | None
    revise: RevisePolicy | str | None
    suggested: Plan | str | Path | None
    answers: str | Sequence[str] | None
    split: bool | None
    fresh: bool | None
    follow: str | None
    length: Length | str | None
    known: str | Sequence[str] | None
    strict: bool | None
    max_calls: int | None
    max_usd: float | None
    max_tokens: int | None
    max_minutes: int | None
    keep_originals: bool | None
    artifacts: str | Path | None
    interactive: bool | None
    patience: int | None
    plateau: PlateauPolicy | str | None
    approval_minutes: int | None
    learn: bool | None
    strict_rate: int | None
    cross_check: bool | None
    outside_words: OutsideWords | str | None
    task_max_calls: int | None
    task_max_usd: float | None
    task_max_tokens: int | None


def request(question: str, given: Given, base: Settings) -> tuple[Settings, Ask]:
    """The settings with what was said on top, and the question with everything that goes with it. Raises UsageError."""
    said = {name: value for name, value in given.items() if value is not None and value != ()}
    for name in said:
        if name not in BY_NAME:
            raise UsageError(f"there is no option {name!r}{did_you_mean(name, tuple(BY_NAME))}".rstrip(";"))
    settings = base.with_flags(_flags(said))
    return settings, _ask(question, {name: said.get(name) for name in BY_NAME}, settings)


def merged(usual: Given, given: Given) -> dict[str, object]:
    """What is said with one question goes before what is said for all of them."""
    said = {name: value for name, value in given.items() if value is not None}
    kept = {name: value for name, value in usual.items() if name != "model" or "mind" not in said}
    return {**kept, **said}


def _flags(said: Given) -> dict[str, Scalar]:
    flags = {option.name: _scalar(option, said[option.name]) for option in OPTIONS if _set_by(option, said)}
    if "mind" in flags and "model" not in flags:
        flags["model"] = ""  # whoever names a mind with the question does not mean the model of the settings
    return flags


def _set_by(option: Option, said: Given) -> bool:
    return option.setting and option.name in said


def _scalar(option: Option, value: object) -> Scalar:
    if option.kind is Kind.TEXTS:
        return " ".join(_texts(option.name, value))
    match value:
        case Path() | StrEnum():
            return str(value)
        case str() | bool() | int() | float():
            return value
        case _:
            raise _wrong(option.name, value, option.kind.value)


def _ask(question: str, said: Given, settings: Settings) -> Ask:
    question, *also = _questions(question, said)
    return Ask(
        question=question,
        also=tuple(also),
        docs=_places(said["docs"]),
        web=settings.on("web"),
        sources=settings.words("sources"),
        offline=settings.on("offline"),
        keep_originals=settings.on("keep_originals"),
        effort=Effort(settings.text("effort")),
        mind=mind_name(settings),
        mode=_mode(settings.text("mode")),
        mode_signals=settings.number("mode_signals"),
        levels=settings.number("levels"),
        tasks=settings.number("tasks"),
        rounds=settings.number("rounds"),
        revisions=settings.number("revisions"),
        top_k=settings.number("top_k"),
        order=Order(settings.text("order")),
        slots=settings.number("slots"),
        patience=settings.number("patience"),
        plateau=PlateauPolicy(settings.text("plateau")),
        artifacts=settings.text("artifacts"),
        authorized=_switch("authorize", said["authorize"]),
        revise=RevisePolicy(settings.text("revise")),
        interactive=_switch("interactive", said["interactive"]),
        approval_seconds=settings.number("approval_minutes") * 60.0 or None,
        suggested=_plan(said["suggested"]),
        answers=_texts("answers", said["answers"]),
        split=_switch("split", said["split"]),
        fresh=_switch("fresh", said["fresh"]),
        learn=settings.on("learn"),
        length=Length(settings.text("length")),
        follow=_text("follow", said["follow"]),
        known=_texts("known", said["known"]),
        strict=settings.number("strict_rate") / 100 if _switch("strict", said["strict"]) else None,
        cross_check=settings.on("cross_check"),
        outside_words=OutsideWords(settings.text("outside_words")),
        budget=_budget(settings, ""),
        task_budget=_budget(settings, "task_"),
    )


def _questions(question: str, said: Given) -> list[str]:
    """What is asked, each thing once: with the command, beside it, in a file."""
    listed = _listed(said["questions"])
    asked = [one.strip() for one in (question, *_texts("also", said["also"]), *listed)]
    return list(dict.fromkeys(one for one in asked if one)) or [question]


def _listed(place: object) -> tuple[str, ...]:
    """The questions of a file; empty lines and those with a # in front are none."""
    if place is None:
        return ()
    if not isinstance(place, str | Path):
        raise _wrong("questions", place, "a file")
    try:
        lines = Path(place).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the questions of {str(place)!r}: {error}") from error
    return tuple(line for line in lines if line.strip() and not line.lstrip().startswith("#"))


def _mode(said: str) -> Mode | None:
    return None if said == AUTO else Mode(said)


def _budget(settings: Settings, whose: str) -> Budget:
    return Budget(
        usd=settings.amount(f"{whose}max_usd") or None,
        tokens=settings.number(f"{whose}max_tokens") or None,
        calls=settings.number(f"{whose}max_calls") or None,
        seconds=None if whose else settings.number("max_minutes") * 60.0 or None,
    )


def _switch(name: str, value: object) -> bool:
    if value is None or isinstance(value, bool):
        return bool(value)
    raise _wrong(name, value, "True or False")


def _text(name: str, value: object) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    raise _wrong(name, value, "a text")


def _texts(name: str, value: object) -> tuple[str, ...]:
    """One text, or several."""
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Sequence) and all(isinstance(one, str) for one in value):
        return tuple(value)
    raise _wrong(name, value, "a text, or several")


def _places(value: object) -> tuple[Path, ...]:
    if value is None:
        return ()
    if isinstance(value, str | Path):
        return (Path(value),)
    if isinstance(value, Sequence) and all(isinstance(one, str | Path) for one in value):
        return tuple(Path(one) for one in value)
    raise _wrong("docs", value, "a folder or file, or several")


def _plan(value: object) -> Plan | None:
    if value is None or isinstance(value, Plan):
        return value
    if isinstance(value, str | Path):
        return read_plan(Path(value))
    raise _wrong("suggested", value, "a plan, or a file with one")


def _wrong(name: str, value: object, wanted: str) -> UsageError:
    return UsageError(f"{name} is {value!r}; it can be {wanted}")
