"""The time, as a port, so that tests and replays can say what it is."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The current time, in UTC, with its zone."""
        ...
