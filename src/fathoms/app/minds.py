"""Which mind a run gets, by name, and the options of the models behind it.

A run is defined by its order alone, so the name says all: `extractive`, or `llm:` and the models that play.

Knows: the settings about minds and models.  Does not know: how any of them works.
"""

from __future__ import annotations

from pathlib import Path

from fathoms.app import plugins
from fathoms.app.settings import Origin, Settings, provider_key
from fathoms.errors import ConfigError
from fathoms.ports.models import ModelOptions, Price, Tracing, Traffic

LLM = "llm"
_ADDRESSED = ("compatible:", "ollama:")
_RANK = {origin: rank for rank, origin in enumerate(Origin)}


def mind_name(settings: Settings) -> str:
    """The mind that the settings name; of `mind` and `model` the one set closer to the user wins."""
    mind, model = settings.values["mind"], settings.values["model"]
    if model.value and _RANK[model.origin] >= _RANK[mind.origin]:
        return _played_by(str(model.value), settings)
    name = str(mind.value)
    known = name.partition(":")[0] in plugins.names(plugins.MINDS)
    return name if known or ":" not in name else _played_by(name, settings)


def check_reach(name: str, settings: Settings) -> None:
    """A mind for a question asked offline: its models must be on this machine. Raises ConfigError."""
    plugin, _, cast = name.partition(":")
    if plugin != LLM or settings.text("model_traffic") == Traffic.REPLAY:
        return
    from fathoms.minds.llm.names import parse_cast

    for model in parse_cast(cast).every:
        if not model.local:
            raise ConfigError(f"{model} is not on this machine, and the question is asked offline")


def model_options(settings: Settings) -> ModelOptions:
    price_in, price_out = settings.amount("model_price_in"), settings.amount("model_price_out")
    own = settings.text("model_key")
    file = settings.text("model_traffic_file")
    return ModelOptions(
        keys={
            "compatible": provider_key("compatible", own),
            "ollama": provider_key("ollama", own),
            **{name: provider_key(name, settings.text(f"{name}_key")) for name in ("openai", "anthropic", "google")},
        },
        price=Price(per_million_in=max(0.0, price_in), per_million_out=max(0.0, price_out))
        if price_in >= 0 or price_out >= 0
        else None,
        context_tokens=settings.number("model_context"),
        reading_tokens=settings.number("model_reading"),
        answer_tokens=settings.number("model_answer"),
        timeout_seconds=settings.amount("model_timeout"),
        parallel=settings.number("model_parallel"),
        per_minute=settings.number("model_per_minute"),
        tokens_per_minute=settings.number("model_tokens_per_minute"),
        local_only=settings.text("model_reach") == "local" or settings.on("offline"),
        traffic=Traffic(settings.text("model_traffic")),
        traffic_file=Path(file).expanduser() if file else None,
        trace=Tracing(settings.text("model_trace")),
    )


def _played_by(model: str, settings: Settings) -> str:
    others = [
        f";{tier}={_addressed(name, settings)}" for tier in ("fast", "best") if (name := settings.text(f"model_{tier}"))
    ]
    fallbacks = [name.strip() for name in settings.text("model_fallback").split(",") if name.strip()]
    others += [f";then={_addressed(name, settings)}" for name in fallbacks]
    return f"{LLM}:{_addressed(model, settings)}{''.join(others)}"


def _addressed(model: str, settings: Settings) -> str:
    """With the address that the settings give for it, so that the name says all."""
    url = settings.text("model_url")
    return f"{model}@{url}" if url and model.startswith(_ADDRESSED) and "@http" not in model else model
