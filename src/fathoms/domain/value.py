"""The base of every value that crosses a module edge: frozen, strict about its fields, one JSON form.

What users and models write must have no field that nobody knows. What Fathoms itself wrote may: an older version may
have had one that has since been removed, and its homes stay readable.

Knows: how a value is named in the journal (`kind`), so that a class can move or be renamed without
stranding old runs.  Does not know: any particular noun.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict

KINDS: dict[str, type[Value]] = {}
"""Every journaled kind by its stable name. A name, once released, is never reused or removed."""


STORED: Literal["ignore"] = "ignore"
"""What becomes of unknown fields in what was stored, at any depth."""


FROM_STORE: dict[str, bool] = {"stored": True}
"""Validation context of what was stored: validators that lift what older versions wrote ask for it."""


class Value(BaseModel):
    """A frozen value. Give `kind="…"` in the class header to let it cross a recorded step."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind_name: ClassVar[str] = ""

    def __init_subclass__(cls, kind: str = "", **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)

    @classmethod
    def stored(cls, text: str) -> Self:
        """A value read back from a store, a cache or the journal; fields that it no longer has are passed over."""
        return cls.model_validate_json(text, extra=STORED, context=FROM_STORE)

    @classmethod
    def __pydantic_init_subclass__(cls, kind: str = "", **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if not kind:
            return
        if kind in KINDS:
            raise TypeError(f"two values are called {kind!r} in the journal: {KINDS[kind]} and {cls}")
        cls.kind_name = kind
        KINDS[kind] = cls
