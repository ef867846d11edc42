"""How often a waiting run looks whether something ended: quick when few wait, calm when many do.

Knows: how many runs are active in this process.  Does not know: what they wait for.
Looking is never recorded, so its pace may differ from one execution to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_QUICKEST = 0.02
_PER_RUN = 0.01


class Pace:
    """Of one process; every active run makes all of them a little calmer."""

    def __init__(self) -> None:
        self._active = 0

    @contextmanager
    def active_run(self) -> Iterator[None]:
        self._active += 1
        try:
            yield
        finally:
            self._active -= 1

    @property
    def poll_seconds(self) -> float:
        return max(_QUICKEST, _PER_RUN * self._active)
