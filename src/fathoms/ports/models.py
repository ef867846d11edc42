"""What a user may say about language models, as values.

Knows: keys, limits, prices, windows.  Does not know: any provider.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from fathoms.ports.secret import NO_SECRET, Secret


class Traffic(StrEnum):
    """Where the answers of a model come from."""

    LIVE = "live"
    RECORD = "record"
    """Live, and every exchange is kept in a file."""
    REPLAY = "replay"
    """From that file only; nothing is sent."""


class Tracing(StrEnum):
    """OpenTelemetry spans of calls."""

    OFF = "off"
    ON = "on"
    """Model, role, tokens, errors by their class: no text."""
    CONTENT = "content"
    """With the text of prompts and answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """USD for a million tokens."""

    per_million_in: float
    per_million_out: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """Settings of every language model of a process. 0 and None mean: as the provider has it."""

    keys: Mapping[str, Secret] = field(default_factory=dict)
    """By provider; a key goes to its own provider and nowhere else."""
    price: Price | None = None
    """For a model without a published price."""
    context_tokens: int = 0
    """The window of the model, when the server does not tell."""
    reading_tokens: int = 0
    """Most text of sources in one prompt, where a quarter of the window is not wanted."""
    answer_tokens: int = 0
    """Most tokens of one answer, where its role would allow more."""
    timeout_seconds: float = 120.0
    parallel: int = 4
    per_minute: int = 0
    tokens_per_minute: int = 0
    local_only: bool = False
    """Refuse every model that is not on this machine."""
    traffic: Traffic = Traffic.LIVE
    traffic_file: Path | None = None
    trace: Tracing = Tracing.OFF

    def key(self, provider: str) -> Secret:
        return self.keys.get(provider, NO_SECRET)
