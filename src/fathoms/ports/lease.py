"""Who works on what: a lease is held by one process at a time, and is free again when that process dies.

Not by a timeout: a process that is killed must free its leases at once, and one that is merely slow must keep them.
An implementation is put through `fathoms.testing.contracts.lease`.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from fathoms.errors import NextStep


class Leases(Protocol):
    def held(
        self, name: str, *, wait: bool = False, busy: str = "", next_step: NextStep | None = None
    ) -> AbstractContextManager[None]:
        """Hold a lease until the block ends. Without `wait`, one that is held raises `RunLocked`.

        The error says what it is that another process holds (`busy`), who does, and what to do about it.
        """
        ...

    def holder(self, name: str) -> int | None:
        """The id of the process that holds it right now, 0 when that is not known, None when it is free."""
        ...

    def forget(self, name: str) -> None:
        """Leave nothing behind of a lease that will never be asked for again."""
        ...

    def names(self) -> tuple[str, ...]:
        """Every lease that was ever held and not forgotten."""
        ...
