"""A key or password that does not show itself by accident.

Knows: who may see it.  Does not know: what it opens.
"""

from __future__ import annotations


class Secret:
    """A key or password. It shows itself only to who asks by name; no dataclass, so that `asdict` does not ask."""

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def hidden_in(self, text: str) -> str:
        """What somebody else said, without the key that he may have repeated."""
        return text.replace(self._value, repr(self)) if self._value else text

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return "***"


NO_SECRET = Secret()
