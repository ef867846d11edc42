"""Ctrl-C and SIGTERM: the run in hand stays as it is, and the user is told how to go on with it.

The first one cancels the work, which unwinds and records nothing; when that takes too long, or on the second one,
the process leaves at once. Both are safe: a run survives even kill -9.

Knows: signals, the one event loop of this process.  Does not know: what is being worked on, but for its name.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Coroutine
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from fathoms.errors import EXIT_INTERRUPTED, EXIT_TERMINATED

if TYPE_CHECKING:
    import asyncio

GRACE_SECONDS = 2.0
_SHOW_CURSOR = "\x1b[?25h"

T = TypeVar("T")


class _Interrupts:
    """The state that a signal handler can reach: there is one per process."""

    def __init__(self) -> None:
        self.caught: int | None = None
        self.work: asyncio.Task[Any] | None = None
        self.go_on = ""
        self._told = False

    def on_signal(self, number: int, _frame: FrameType | None) -> None:
        again, self.caught = self.caught is not None, self.caught or number
        if again or self.work is None:
            self.leave_now()
        watchdog = threading.Timer(GRACE_SECONDS, self.leave_now)
        watchdog.daemon = True
        watchdog.start()
        self.work.get_loop().call_soon_threadsafe(self._cut_off, self.work)

    def _cut_off(self, work: asyncio.Task[Any]) -> None:
        # What is cut off in the middle may fail on its way out: that is the interrupt, and no news.
        work.get_loop().set_exception_handler(lambda loop, context: None)
        work.cancel()

    def tell(self) -> None:
        """Say it once, on a line of its own."""
        if self._told:
            return
        self._told = True
        try:
            if sys.stderr.isatty():
                sys.stderr.write(f"{_SHOW_CURSOR}\n")
            sys.stderr.write(f"interrupted; resume with: {self.go_on}\n" if self.go_on else "interrupted\n")
            sys.stderr.flush()
        except OSError:
            pass  # nobody is left to read it

    @property
    def exit_code(self) -> int:
        return EXIT_TERMINATED if self.caught == signal.SIGTERM else EXIT_INTERRUPTED

    def leave_now(self) -> NoReturn:
        self.tell()
        os._exit(self.exit_code)


_interrupts = _Interrupts()


def install() -> None:
    """From now on both signals end this process in an orderly way."""
    signal.signal(signal.SIGINT, _interrupts.on_signal)
    signal.signal(signal.SIGTERM, _interrupts.on_signal)


def go_on_with(command: str) -> None:
    """What an interrupted user is told to type; empty when there is nothing to go on with."""
    _interrupts.go_on = command


def unfinished() -> str:
    """The command that goes on with what was being worked on; empty when there is nothing."""
    return _interrupts.go_on


def run(work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` whose work an interrupt cancels; then says how to go on and exits."""
    import asyncio  # not before: `--help` needs none of it

    async def interruptible() -> T:
        _interrupts.work = asyncio.current_task()
        try:
            return await work
        finally:
            _interrupts.work = None

    try:
        return asyncio.run(interruptible())
    except asyncio.CancelledError:
        if _interrupts.caught is None:
            raise
        _interrupts.tell()
        raise SystemExit(_interrupts.exit_code) from None
