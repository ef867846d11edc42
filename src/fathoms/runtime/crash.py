"""Named moments at which a test can have the process killed, as if the machine had lost power.

Knows: one armed point.  Does not know: what happens around it. Never armed in normal use.
"""

from __future__ import annotations

import os
import signal

POINTS = (
    "run:opened",
    "task:enqueued",
    "thread:opened",
    "scope:unsaved",
    "search:unsaved",
    "read:unsaved",
    "extract:unsaved",
    "micro:unsaved",
    "conclude:unsaved",
    "report:composed",
    "report:written",
    "call:answered",
    "call:kept",
)
"""`unsaved` = the step's work is done, its result not yet in the journal."""

OF_CHANGES = ("change:unsaved",)
"""Passed only by runs that dig deeper or revise their plan."""

OF_STEPS = ("step:unsaved",)
"""Passed only by runs with steps that the user put in between."""

_armed: str = ""
_left: int = 0


def arm(spec: str) -> None:
    """Arm `name` or `name*n`: the n-th time that the point is passed, the process dies by SIGKILL."""
    global _armed, _left
    _armed, _, times = spec.partition("*")
    _left = int(times or 1)


def point(name: str) -> None:
    """A place where a crash may be asked for."""
    global _left
    if name == _armed:
        _left -= 1
        if _left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
