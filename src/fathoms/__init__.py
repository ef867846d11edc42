"""Fathoms: ask a question, get a report in which every sentence leads back to words in a stored source.

The public API is what `__all__` names, loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fathoms.app.answer import Answer
    from fathoms.app.api import Fathoms, ask
    from fathoms.app.inquiry import Inquiry
    from fathoms.domain.brief import Effort
    from fathoms.domain.events import Event
    from fathoms.domain.plan import Plan, Task
    from fathoms.domain.report import Report
    from fathoms.errors import FathomsError

__version__ = "0.1.0"

__all__ = ["Answer", "Effort", "Event", "Fathoms", "FathomsError", "Inquiry", "Plan", "Report", "Task", "ask"]

_HOMES = {
    "Answer": "fathoms.app.answer",
    "Effort": "fathoms.domain.brief",
    "Event": "fathoms.domain.events",
    "Fathoms": "fathoms.app.api",
    "FathomsError": "fathoms.errors",
    "Inquiry": "fathoms.app.inquiry",
    "Plan": "fathoms.domain.plan",
    "Report": "fathoms.domain.report",
    "Task": "fathoms.domain.plan",
    "ask": "fathoms.app.api",
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'fathoms' has no attribute {name!r}")
