"""Texts to vectors, so that a passage can be found by what it means and not only by its words.

An embedder is a plug-in: one file and one entry point of the group `fathoms.embedders`, a function
`open_embedder(options: EmbedderOptions) -> Embedder`. Opening raises `UsageError` for what the caller
can mend (an extra that is not installed, a malformed address) and `ProviderError` for the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fathoms.errors import ConfigError

FloatArray = NDArray[np.float32]


class Embedder(Protocol):
    id: str
    """Names one vector space: the embedder and the hash or revision of its weights. Vectors of two
    ids are never compared."""
    name: str
    dimensions: int

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """One L2-normalised row per text, in order: shape (n, dimensions).

        Blocks; safe to call from several threads. Raises `ProviderError` and nothing else.
        """
        ...


class Secret:
    """A key or password. It shows itself only to who asks by name; no dataclass, so that `asdict` does not ask."""

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return "***"


NO_SECRET = Secret()


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderOptions:
    """What a user may say about an embedder. Each takes what concerns it; empty and 0 mean its own default."""

    model: str = ""
    base_url: str = ""
    api_key: Secret = NO_SECRET
    threads: int = 0
    batch_size: int = 0

    def __post_init__(self) -> None:
        for name, number in (("threads", self.threads), ("batch_size", self.batch_size)):
            if number < 0:
                raise ConfigError(f"{name!r} of an embedder is {number}; it can be 0 (its own default) or more")
