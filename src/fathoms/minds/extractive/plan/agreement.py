"""Questions of a plan in good English: "What are heat pumps?", not "What is heat pumps?".

Knows: which nouns are plural by their looks.  Does not know: any other language; Japanese has no number.
"""

from __future__ import annotations

import re

_PLURAL = {"What is": "What are", "How does": "How do", "What does": "What do"}
_SINGULAR_END = re.compile(r"(?:ss|us|is|ics|news|series|species)$", re.IGNORECASE)
_TAIL = re.compile(r"\s(?:of|in|at|on|for|near|within|from|to|with)\s.*$")


def filled(template: str, *names: str) -> str:
    """The template with the names in it, its verb agreeing with the first of them."""
    question = template.format(*names)
    opening = next((opening for opening in _PLURAL if question.startswith(f"{opening} {names[0]}")), "")
    return _PLURAL[opening] + question[len(opening) :] if opening and is_plural(names[0]) else question


def is_plural(name: str) -> bool:
    """Whether a noun phrase is plural: by the last word of its head. A proper name is one thing."""
    head = _TAIL.sub("", name)
    last = head.rpartition(" ")[2]
    article = re.match(r"an?\s", name)
    return last[:1].islower() and last.endswith("s") and not _SINGULAR_END.search(last) and not article
