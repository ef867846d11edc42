"""What every keeper of leases promises within one process (`ports/lease.py`). A check is handed one with none held.

Knows: the port.  Does not know: any implementation. That a lease is freed when its process is killed needs a second
process, and is tested where an implementation is.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from fathoms.errors import ListRuns, RunLocked
from fathoms.ports.lease import Leases
from fathoms.testing.contracts.raising import raised


def a_lease_is_free_before_and_after_it_is_held(leases: Leases) -> None:
    assert leases.holder("a") is None
    with leases.held("a"):
        assert leases.holder("a") == os.getpid()
        assert leases.holder("b") is None
    assert leases.holder("a") is None


def a_second_holder_is_refused_told_who_has_it_and_what_to_do(leases: Leases) -> None:
    with leases.held("a"):
        error = raised(RunLocked, lambda: leases.held("a", busy="run 'a'", next_step=ListRuns()).__enter__())
        assert f"run 'a' is held by process {os.getpid()}" in str(error)
        assert error.next_step == ListRuns()
        assert leases.holder("a") == os.getpid(), "the refused one must not free it"


def a_lease_is_free_again_after_an_error(leases: Leases) -> None:
    def broken() -> None:
        with leases.held("a"):
            raise ValueError

    raised(ValueError, broken)
    assert leases.holder("a") is None


def who_waits_gets_it_when_it_is_free(leases: Leases) -> None:
    got = threading.Event()

    def want() -> None:
        with leases.held("a", wait=True):
            got.set()

    with leases.held("a"):
        waiting = threading.Thread(target=want)
        waiting.start()
        assert not got.is_set()
    waiting.join(timeout=30)
    assert got.is_set()


def leases_are_listed_until_they_are_forgotten(leases: Leases) -> None:
    for name in ("b", "a"):
        with leases.held(name):
            pass
    assert leases.names() == ("a", "b")
    leases.forget("a")
    leases.forget("a")
    assert leases.names() == ("b",)


CHECKS: tuple[Callable[[Leases], None], ...] = (
    a_lease_is_free_before_and_after_it_is_held,
    a_second_holder_is_refused_told_who_has_it_and_what_to_do,
    a_lease_is_free_again_after_an_error,
    who_waits_gets_it_when_it_is_free,
    leases_are_listed_until_they_are_forgotten,
)
