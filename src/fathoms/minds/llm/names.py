"""Models by name: `openai:gpt-5`, `ollama:qwen3:8b`, `compatible:mistral-small@http://127.0.0.1:8080/v1`.

A mind is named by its models, so that a run is defined by its order alone:

    MODEL[;fast=MODEL][;best=MODEL][;then=MODEL]…

`fast` and `best` are other tiers, each `then` a model to fall back to. Knows: how names are written.
Does not know: how a model is reached (`models.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from fathoms.errors import ConfigError, has_password
from fathoms.text.addresses import is_loopback


class Provider(StrEnum):
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GOOGLE = "google"
    OLLAMA = "ollama"
    COMPATIBLE = "compatible"
    """Any address that speaks OpenAI's chat completions."""


OLLAMA_ADDRESS = "http://127.0.0.1:11434/v1"
HOSTED = frozenset({Provider.OPENAI, Provider.ANTHROPIC, Provider.GOOGLE})


class Tier(StrEnum):
    FAST = "fast"
    STANDARD = "standard"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class ModelName:
    provider: Provider
    model: str
    address: str = ""
    """Empty: where the provider is at home."""

    def __str__(self) -> str:
        return f"{self.provider.value}:{self.model}" + (f"@{self.address}" if self.address else "")

    @property
    def host(self) -> str:
        """Whose limits a call counts against."""
        return urlsplit(self.address).netloc or self.provider.value

    @property
    def local(self) -> bool:
        """Whether it runs on this machine, so that nothing leaves it."""
        return is_loopback(self.address)


def parse(text: str) -> ModelName:
    """One model. Raises `ConfigError` with what can be written instead."""
    text = text.strip()
    if text.startswith(("http://", "https://")):
        address, _, model = text.partition("#")
        return _checked(Provider.COMPATIBLE, model, address, text)
    known, _, rest = text.partition(":")
    try:
        provider = Provider(known)
    except ValueError:
        providers = ", ".join(f"{provider.value}:…" for provider in Provider)
        raise ConfigError(f"the model {text!r} names no provider; write one of {providers}, or ADDRESS#MODEL") from None
    model, at, address = rest.partition("@http")
    address = f"http{address}" if at else (OLLAMA_ADDRESS if provider is Provider.OLLAMA else "")
    return _checked(provider, model, address, text)


def _checked(provider: Provider, model: str, address: str, text: str) -> ModelName:
    if has_password(text):
        raise ConfigError(f"the model {text!r} has a password in its address; a key belongs in `model_key`")
    if not model:
        raise ConfigError(f"the model {text!r} lacks the model's own name; for instance openai:gpt-5 or ADDRESS#NAME")
    if provider is Provider.COMPATIBLE and not urlsplit(address).hostname:
        raise ConfigError(
            f"the model {text!r} needs an address: set `model_url`, or write compatible:{model}@http://HOST:PORT/v1"
        )
    if provider in HOSTED and address:
        provider = Provider.COMPATIBLE  # whoever answers there gets no key of the hosted provider
    return ModelName(provider, model, address.rstrip("/"))


@dataclass(frozen=True, slots=True)
class Cast:
    """Which models play: one for each tier, and those to fall back to, in order."""

    standard: ModelName
    fast: ModelName | None = None
    best: ModelName | None = None
    fallbacks: tuple[ModelName, ...] = ()

    def chain(self, tier: Tier) -> tuple[ModelName, ...]:
        """The model of a tier, then the fallbacks; none twice."""
        first = {Tier.FAST: self.fast, Tier.BEST: self.best}.get(tier) or self.standard
        return tuple(dict.fromkeys((first, *self.fallbacks)))

    @property
    def every(self) -> tuple[ModelName, ...]:
        return tuple(dict.fromkeys(model for tier in Tier for model in self.chain(tier)))


def parse_cast(text: str) -> Cast:
    first, *others = text.split(";")
    tiers: dict[str, ModelName] = {}
    fallbacks: list[ModelName] = []
    for other in others:
        role, _, name = other.partition("=")
        if role == "then":
            fallbacks.append(parse(name))
        elif role in (Tier.FAST.value, Tier.BEST.value):
            tiers[role] = parse(name)
        else:
            raise ConfigError(f"in the mind {text!r}, {role!r} is no part; there are fast=…, best=… and then=…")
    return Cast(parse(first), tiers.get(Tier.FAST), tiers.get(Tier.BEST), tuple(fallbacks))
