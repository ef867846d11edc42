"""From the arguments of a command to what is asked of the service.

Knows: what a terminal can spoil about a question.  Does not know: what any option is for (`app/asking.py`).
"""

from __future__ import annotations

from fathoms.app import asking
from fathoms.app.settings import Settings
from fathoms.domain.asking import Ask
from fathoms.errors import UsageError
from fathoms.faces.cli.session import configured


def request(question: str, given: asking.Given, *, home: str | None) -> tuple[Settings, Ask]:
    """All settings, and the question with those of them that belong to it."""
    try:
        question.encode()
    except UnicodeEncodeError:
        raise UsageError("the question is not valid UTF-8 text; check the encoding of your terminal") from None
    return asking.request(question, given, configured(home=home))
