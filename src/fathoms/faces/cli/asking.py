"""From the arguments of a command to what is asked of the service.

Knows: which setting each argument is.  Does not know: what they do.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from fathoms.app.service import Ask
from fathoms.app.settings import Settings
from fathoms.domain.brief import Effort
from fathoms.domain.plan import Order
from fathoms.domain.thread import PlateauPolicy
from fathoms.errors import UsageError
from fathoms.faces.cli.session import configured


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """What was given on the command line; None leaves the setting as it is. The names are those of the settings."""

    effort: str | None = None
    mind: str | None = None
    order: str | None = None
    slots: int | None = None
    artifacts: str | None = None
    home: str | None = None


def request(question: str, docs: tuple[Path, ...], flags: Flags, *, authorized: bool = False) -> tuple[Settings, Ask]:
    """All settings, and the question with those of them that belong to it."""
    try:
        question.encode()
    except UnicodeEncodeError:
        raise UsageError("the question is not valid UTF-8 text; check the encoding of your terminal") from None
    settings = configured(**asdict(flags))
    return settings, Ask(
        question=question,
        docs=docs,
        effort=Effort(settings.text("effort")),
        mind=settings.text("mind"),
        order=Order(settings.text("order")),
        slots=settings.number("slots"),
        patience=settings.number("patience"),
        plateau=PlateauPolicy(settings.text("plateau")),
        artifacts=settings.text("artifacts"),
        authorized=authorized,
    )
