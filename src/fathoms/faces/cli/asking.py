"""From the arguments of a command to what is asked of the service.

Knows: which setting each argument is.  Does not know: what they do.
"""

from __future__ import annotations

from fathoms.app.minds import mind_name
from fathoms.app.plan_files import read_plan
from fathoms.app.settings import Settings
from fathoms.domain.asking import Ask
from fathoms.domain.brief import Effort
from fathoms.domain.budget import Budget
from fathoms.domain.plan import Order
from fathoms.domain.report import Length
from fathoms.domain.revision import RevisePolicy
from fathoms.domain.thread import PlateauPolicy
from fathoms.errors import UsageError
from fathoms.faces.cli.options import Research
from fathoms.faces.cli.session import configured


def request(
    question: str, research: Research, *, authorized: bool = False, interactive: bool = False
) -> tuple[Settings, Ask]:
    """All settings, and the question with those of them that belong to it."""
    try:
        question.encode()
    except UnicodeEncodeError:
        raise UsageError("the question is not valid UTF-8 text; check the encoding of your terminal") from None
    settings = configured(
        effort=research.effort,
        mind=research.mind,
        model=research.model,
        order=research.order,
        slots=research.slots,
        artifacts=research.artifacts,
        home=research.home,
        revise=research.revise,
        max_calls=research.max_calls,
        max_usd=research.max_usd,
        max_tokens=research.max_tokens,
        max_minutes=research.max_minutes,
        web="on" if research.web else None,
        sources=" ".join(research.sources) or None,
        offline="on" if research.offline else None,
        length=research.length,
        keep_originals="on" if research.keep_originals else None,
    )
    return settings, Ask(
        question=question,
        docs=research.docs,
        web=settings.on("web"),
        sources=settings.words("sources"),
        offline=settings.on("offline"),
        keep_originals=settings.on("keep_originals"),
        effort=Effort(settings.text("effort")),
        mind=mind_name(settings),
        order=Order(settings.text("order")),
        slots=settings.number("slots"),
        patience=settings.number("patience"),
        plateau=PlateauPolicy(settings.text("plateau")),
        artifacts=settings.text("artifacts"),
        authorized=authorized,
        revise=RevisePolicy(settings.text("revise")),
        interactive=interactive,
        approval_seconds=settings.number("approval_minutes") * 60.0 or None,
        suggested=read_plan(research.plan_file) if research.plan_file else None,
        answers=research.answers,
        split=research.split,
        fresh=research.fresh,
        learn=settings.text("learn") == "on",
        length=Length(settings.text("length")),
        follow=research.follow,
        known=research.known,
        strict=settings.number("strict_rate") / 100 if research.strict else None,
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
