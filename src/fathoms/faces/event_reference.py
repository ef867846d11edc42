"""The page docs/reference/events.md, made from the events themselves: `python -m fathoms.faces.event_reference`.

Knows: how kinds of events are listed.  Does not know: what any of them means.
"""

from __future__ import annotations

import re
import sys
from typing import Any

from pydantic import BaseModel

from fathoms.domain.events import EVENTS_VERSION, Event, event_kinds

_HEAD = f"""# Events

Made from `src/fathoms/domain/events.py`: `python -m fathoms.faces.event_reference > docs/reference/events.md`.

What happens in a run is told as events. They are the same, in content and order, wherever they are read:
`fathoms show RUN --events --json`, `async for event in inquiry` in Python, `GET /api/runs/RUN/events` over HTTP
(server-sent, resumed with `Last-Event-ID`), the tool `events` over MCP.

This is version {EVENTS_VERSION} of their form. A field or a kind may be added without a new number: whoever reads them
passes over what they do not know. The number rises when a field goes or means something else. `seq` grows by at least
one from event to event of a run; reading after a `seq` goes on where it was left.
"""


def page() -> str:
    """The reference page."""
    parts = [_HEAD, "## Every event\n", _fields(Event, leave=("body",))]
    parts.append("| `body` | one of the kinds below | what happened |\n")
    for kind in event_kinds():
        parts.append(f"## `{_name(kind)}`\n")
        if told := _told(kind):
            parts.append(f"{told}\n")
        parts.append(_fields(kind, leave=("type",)))
    return "\n".join(parts)


def _name(kind: type[BaseModel]) -> str:
    return str(kind.model_fields["type"].default)


def _told(kind: type[BaseModel]) -> str:
    own = kind.__doc__ if kind.__doc__ and kind.__doc__ != BaseModel.__doc__ else ""
    return re.sub(r"\s+", " ", own or "").strip()


def _fields(kind: type[BaseModel], leave: tuple[str, ...]) -> str:
    rows = [
        f"| `{name}` | {_type(field.annotation)} | {'' if field.is_required() else 'may be absent'} |"
        for name, field in kind.model_fields.items()
        if name not in leave
    ]
    if not rows:
        return "No fields of its own.\n"
    end = "" if kind is Event else "\n"
    return "\n".join(("| field | holds | |", "|---|---|---|", *rows)) + end


def _type(annotation: Any) -> str:
    """In words that need no Python."""
    shown = annotation.__name__ if isinstance(annotation, type) else str(annotation)
    shown = re.sub(r"\b(?:fathoms|typing|datetime)(?:\.\w+)*\.(?=\w+)", "", shown)
    shown = re.sub(r"tuple\[(.+), \.\.\.\]", r"list of \1", shown)
    shown = shown.replace("typing.Literal", "").replace("Literal", "").replace(" | None", " or nothing")
    return f"{shown.replace('|', 'or')}"


if __name__ == "__main__":
    sys.stdout.write(page())
