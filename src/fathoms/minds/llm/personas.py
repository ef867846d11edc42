"""Who speaks: the specialist that a prompt addresses, as the brief's mind named it.

Knows: what a name of a specialist may look like.  Does not know: any field. It was named before any page was read, and
only plain words of it enter a prompt.
"""

from __future__ import annotations

import re

from fathoms.domain.brief import Brief

GENERALIST = "an experienced research analyst who checks every claim against its source"
MOST_WORDS = 16
"""Of a specialist's name; more is a speech."""

_PLAIN = re.compile(r"^[^\W\d_][\w\s,'’/&-]*$")
_ARTICLE = re.compile(r"^(?:an?|the)\s", re.IGNORECASE)


def persona(brief: Brief) -> str:
    """The specialist of this brief."""
    return brief.expert or GENERALIST


def named(said: str) -> str:
    """What a mind calls a specialist, fit for a prompt; nothing where it is more than a name."""
    name = " ".join(said.split()).strip(" .")
    name = re.sub(r"^you are\s+", "", name, flags=re.IGNORECASE)
    if not _PLAIN.match(name) or len(name.split()) > MOST_WORDS:
        return ""
    return name if _ARTICLE.match(name) else f"an expert: {name}"
