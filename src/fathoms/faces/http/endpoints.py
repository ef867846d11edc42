"""What an endpoint is: one row from which its route, its checks and its description are made.

Knows: method, path, what goes in and what comes out.  Does not know: what any endpoint does, or how a row is served.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict
from starlette.responses import Response

from fathoms.faces.http.desk import Desk

M = TypeVar("M", bound=BaseModel)
PREFIX = "/api"


class Said(BaseModel):
    """What a caller says, in a body or behind the question mark: a field that nobody knows is refused.

    A body has each value as JSON has it: the word "true" is no truth. Behind the question mark all are words.
    """

    model_config = ConfigDict(extra="forbid", strict=True)


@dataclass(frozen=True, slots=True)
class Call:
    """One request, checked: every value is of the kind that its endpoint asks for."""

    desk: Desk
    path: Mapping[str, str]
    body: BaseModel | None = None
    query: BaseModel | None = None
    upload: bytes = b""
    accept: str = ""
    last_event: int = 0

    @property
    def run(self) -> str:
        return self.path["run"]

    def said(self, kind: type[M]) -> M:
        assert isinstance(self.body, kind)
        return self.body

    def asked(self, kind: type[M]) -> M:
        assert isinstance(self.query, kind)
        return self.query


Handle = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """`gives` is what a good answer holds; a handler may also return a finished response of `media`."""

    method: str
    path: str
    handle: Handle
    summary: str
    gives: Any = None
    takes: type[Said] | None = None
    query: type[Said] | None = None
    status: int = 200
    media: str = "application/json"
    upload: bool = False
    usage: int = 409
    """What an error of usage means here: not now, or not there."""
    errors: tuple[int, ...] = field(default=(404, 409))
    """What may go wrong besides what can with any of them."""

    @property
    def name(self) -> str:
        return self.handle.__name__


Answer = BaseModel | Response | None
