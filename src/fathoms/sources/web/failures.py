"""Pages that just failed: not asked for again at once, however many rounds come upon them.

Knows: addresses, errors, times.  Does not know: why a page failed.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from fathoms.errors import ProviderError

REMEMBERED = 300.0
_MOST = 1_000


class Failures:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[str, tuple[float, ProviderError]] = {}

    def note(self, address: str, error: ProviderError) -> None:
        if len(self._known) >= _MOST:
            del self._known[next(iter(self._known))]
        self._known[address] = (self._clock(), error)

    def of(self, address: str) -> ProviderError | None:
        """The error that this address ended in lately."""
        when, error = self._known.get(address, (0.0, None))
        if error is None or self._clock() - when > REMEMBERED:
            self._known.pop(address, None)
            return None
        return error
