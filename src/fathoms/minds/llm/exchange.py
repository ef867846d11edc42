"""One request to a model and its reply, as values, and the port through which they pass.

Knows: what is said and what comes back.  Does not know: providers, retries, budgets.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, Protocol

from fathoms.minds.llm.names import ModelName

JsonSchema = dict[str, Any]
"""A JSON schema as such: the one place where a shapeless mapping is the right shape."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Everything that defines a request: the same call has the same fingerprint on every machine."""

    model: ModelName
    role: str
    system: str
    user: str
    schema: JsonSchema = field(hash=False)
    max_tokens: int
    variety: float = 0.0
    """The temperature, for models that we set it for: 0 is always the likeliest word."""

    @property
    def fingerprint(self) -> str:
        said = (str(self.model), self.role, self.system, self.user, self.schema, self.max_tokens, self.variety)
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    text: str
    tokens_in: int = 0
    tokens_out: int = 0
    cut: bool = False
    """The model stopped because it had no tokens left to say more."""


class Transport(Protocol):
    async def send(self, call: Call) -> Reply:
        """One request, one reply: no retries. Raises `ProviderError` and nothing else."""
        ...

    async def aclose(self) -> None:
        """Let go of connections."""
        ...
