"""From the arguments of a command to what is asked of the service.

Knows: which setting each argument is.  Does not know: what they do.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from fathoms.app.minds import mind_name
from fathoms.app.plan_files import read_plan
from fathoms.app.service import Ask
from fathoms.app.settings import Settings
from fathoms.domain.brief import Effort
from fathoms.domain.budget import Budget
from fathoms.domain.plan import Order
from fathoms.domain.report import Length
from fathoms.domain.revision import RevisePolicy
from fathoms.domain.thread import PlateauPolicy
from fathoms.errors import UsageError
from fathoms.faces.cli.session import configured


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """What was given on the command line; None leaves the setting as it is. The names are those of the settings."""

    effort: str | None = None
    mind: str | None = None
    model: str | None = None
    order: str | None = None
    slots: int | None = None
    artifacts: str | None = None
    home: str | None = None
    revise: str | None = None
    max_calls: int | None = None
    max_usd: float | None = None
    max_tokens: int | None = None
    max_minutes: int | None = None
    web: str | None = None
    sources: str | None = None
    offline: str | None = None
    length: str | None = None
    keep_originals: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What belongs to one question and is no setting."""

    authorized: bool = False
    interactive: bool = False
    answers: tuple[str, ...] = ()
    split: bool = False
    fresh: bool = False
    plan_file: Path | None = None
    known: tuple[str, ...] = ()
    strict: bool = False
    follow: str = ""


def request(question: str, docs: tuple[Path, ...], flags: Flags, wishes: Wishes | None = None) -> tuple[Settings, Ask]:
    """All settings, and the question with those of them that belong to it."""
    wishes = wishes or Wishes()
    try:
        question.encode()
    except UnicodeEncodeError:
        raise UsageError("the question is not valid UTF-8 text; check the encoding of your terminal") from None
    settings = configured(**asdict(flags))
    return settings, Ask(
        question=question,
        docs=docs,
        web=settings.on("web"),
        effort=Effort(settings.text("effort")),
        mind=mind_name(settings),
        order=Order(settings.text("order")),
        slots=settings.number("slots"),
        patience=settings.number("patience"),
        plateau=PlateauPolicy(settings.text("plateau")),
        artifacts=settings.text("artifacts"),
        authorized=wishes.authorized,
        revise=RevisePolicy(settings.text("revise")),
        interactive=wishes.interactive,
        approval_seconds=settings.number("approval_minutes") * 60.0 or None,
        suggested=read_plan(wishes.plan_file) if wishes.plan_file else None,
        answers=wishes.answers,
        split=wishes.split,
        fresh=wishes.fresh,
        learn=settings.text("learn") == "on",
        length=Length(settings.text("length")),
        follow=wishes.follow,
        known=wishes.known,
        strict=settings.number("strict_rate") / 100 if wishes.strict else None,
        cross_check=settings.text("cross_check") == "on",
        budget=Budget(
            usd=settings.amount("max_usd") or None,
            tokens=settings.number("max_tokens") or None,
            calls=settings.number("max_calls") or None,
            seconds=settings.number("max_minutes") * 60.0 or None,
        ),
        task_budget=Budget(
            usd=settings.amount("task_max_usd") or None,
            tokens=settings.number("task_max_tokens") or None,
            calls=settings.number("task_max_calls") or None,
        ),
    )
