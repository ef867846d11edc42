"""Fathoms: ask a question, get a report in which every sentence leads back to words in a stored source.

The public API is what `__all__` names, loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fathoms.app.api import Fathoms, ask
    from fathoms.domain.brief import Effort
    from fathoms.domain.events import Event
    from fathoms.domain.plan import Plan, Task
    from fathoms.domain.report import Report
    from fathoms.errors import FathomsError

__version__ = "0.1.0"

__all__ = ["Effort", "Event", "Fathoms", "FathomsError", "Plan", "Report", "Task", "ask"]

_HOMES = {
    "Effort": "fathoms.domain.brief",
    "Event": "fathoms.domain.events",
    "Fathoms": "fathoms.app.api",
    "FathomsError": "fathoms.errors",
    "Plan": "fathoms.domain.plan",
    "Report": "fathoms.domain.report",
    "Task": "fathoms.domain.plan",
    "ask": "fathoms.app.api",
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'fathoms' has no attribute {name!r}")
