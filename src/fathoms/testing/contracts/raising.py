"""What must be refused, for contract suites: they need no test framework."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Error = TypeVar("Error", bound=Exception)


def raised(kind: type[Error], do: Callable[[], object]) -> Error:
    """The error that `do` raises; fails when it raises none."""
    try:
        do()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__} was raised")
