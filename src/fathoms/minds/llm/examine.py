"""A check-up of the models: is the key taken, is the server there, how large is the window, are schemas enforced?

Knows: one small call per model that cannot be answered well by accident.  Does not know: doctor's table.
"""

from __future__ import annotations

from typing import Literal

from fathoms.errors import AuthFailed, ConfigError, ProviderError, ProviderTimeout, RateLimited, Unavailable
from fathoms.minds.llm import repair
from fathoms.minds.llm.exchange import Call, Transport
from fathoms.minds.llm.fit import window_of
from fathoms.minds.llm.names import Cast, ModelName
from fathoms.minds.llm.prices import published_window, tariff_of
from fathoms.minds.llm.shapes import Shape, schema_of
from fathoms.minds.llm.windows import asked_window
from fathoms.ports.mind import Examination
from fathoms.ports.models import ModelOptions

SMALL_WINDOW = 4_096
_ANSWER_TOKENS = 400

_ADVICE: tuple[tuple[type[Exception], str], ...] = (
    (ConfigError, "see there"),
    (AuthFailed, "check the key and the model's name"),
    (ProviderTimeout, "is the model still loading? raise `model_timeout`"),
    (RateLimited, "wait, or lower `model_parallel` and `model_per_minute`"),
    (Unavailable, "is the server running, and the address right (`model_url`)?"),
    (ProviderError, "try another model"),
)


class ProbeShape(Shape):
    colour: Literal["ultramarine"]


async def examine(cast: Cast, options: ModelOptions, transport: Transport) -> tuple[Examination, ...]:
    return tuple([await _examined(name, options, transport) for name in cast.every])


async def _examined(name: ModelName, options: ModelOptions, transport: Transport) -> Examination:
    schema = schema_of(ProbeShape)
    call = Call(
        model=name,
        role="probe",
        system="Answer in one word.",
        user="Name a colour.",
        schema=schema,
        max_tokens=_ANSWER_TOKENS,
    )
    try:
        reply = await transport.send(call)
    except (ConfigError, ProviderError) as error:
        advice = next(text for kind, text in _ADVICE if isinstance(error, kind))
        return Examination(model=str(name), works=False, found=str(error), advice=advice)
    told = await asked_window(name, options)
    window = window_of(name, chosen=options.context_tokens, told=told, published=published_window(name))
    known = "set" if options.context_tokens else "told by the server" if told else "published or assumed"
    enforced = _enforces(reply.text)
    notes = [
        f"answers; window {window:,} tokens ({known})",
        "schemas enforced" if enforced else "schemas not enforced: answers are described in words and mended",
        "" if tariff_of(name, options.price) else "no known price",
    ]
    return Examination(
        model=str(name),
        works=True,
        found="; ".join(note for note in notes if note),
        advice=_window_advice(window, told_or_set=bool(options.context_tokens or told)),
    )


def _enforces(text: str) -> bool:
    """Nobody names this colour in this form unasked."""
    try:
        repair.read(text, ProbeShape, schema_of(ProbeShape))
    except repair.Unusable:
        return False
    return True


def _window_advice(window: int, *, told_or_set: bool) -> str:
    if window < SMALL_WINDOW:
        return "the window is small: give the server a larger one, or lower `model_reading`"
    return "" if told_or_set or window > SMALL_WINDOW * 4 else "set `model_context` to the server's real window"
