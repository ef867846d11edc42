"""Texts to vectors, so that a passage can be found by what it means and not only by its words.

An embedder is a plug-in: one file and one entry point of the group `fathoms.embedders`, a function
`open_embedder(options: EmbedderOptions) -> Embedder`. Opening raises `UsageError` for what the caller
can mend (an extra that is not installed, a malformed address) and `ProviderError` for the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from fathoms.errors import ConfigError
from fathoms.ports.secret import NO_SECRET as NO_SECRET
from fathoms.ports.secret import Secret as Secret

if TYPE_CHECKING:  # numpy comes with the embedders; without one nothing here needs it
    import numpy as np
    from numpy.typing import NDArray

FloatArray: TypeAlias = "NDArray[np.float32]"


class Embedder(Protocol):
    id: str
    """Names one vector space: the embedder and the hash or revision of its weights. Vectors of two
    ids are never compared."""
    name: str
    dimensions: int
    multilingual: bool
    """Whether texts of different languages that mean the same lie near each other."""

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """One L2-normalised row per text, in order: shape (n, dimensions).

        Blocks; safe to call from several threads. Raises `ProviderError` and nothing else.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderOptions:
    """What a user may say about an embedder. Each takes what concerns it; empty and 0 mean its own default."""

    model: str = ""
    base_url: str = ""
    api_key: Secret = NO_SECRET
    local_only: bool = False
    """Texts may not leave this machine."""
    threads: int = 0
    batch_size: int = 0

    def __post_init__(self) -> None:
        for name, number in (("threads", self.threads), ("batch_size", self.batch_size)):
            if number < 0:
                raise ConfigError(f"{name!r} of an embedder is {number}; it can be 0 (its own default) or more")
