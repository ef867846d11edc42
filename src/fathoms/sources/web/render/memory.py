"""How much memory a program and all it started hold for themselves.

Knows: Linux's /proc.  Does not know: what the program is.  Where there is no /proc nothing is seen: 0.
"""

from __future__ import annotations

import os
from pathlib import Path

_PROC = Path("/proc")


def held(pid: int) -> int:
    """Bytes of a process and its descendants, without what they share."""
    total, todo, seen = 0, [pid], set[int]()
    while todo:
        one = todo.pop()
        if one in seen:
            continue
        seen.add(one)
        total += _own(one)
        todo += _children(one)
    return total


def _own(pid: int) -> int:
    try:
        resident, shared = (_PROC / str(pid) / "statm").read_text("ascii").split()[1:3]
    except (OSError, ValueError):  # it has just ended
        return 0
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for thread in (_PROC / str(pid) / "task").iterdir():
            found += map(int, (thread / "children").read_text("ascii").split())
    except OSError:  # it has just ended, or this kernel does not tell
        pass
    return found
