"""How a face says what to do about an error: from a table of its own words, one template for each kind of step.

Knows: how words are filled in and joined.  Does not know: the words of any face.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from fathoms.errors import FathomsError, NextStep, OneOf

Words = Mapping[type[NextStep], str]
"""A template for every kind of step but `OneOf`, which is made of others."""


def phrased(step: NextStep, words: Words) -> str:
    """What to do, as a clause."""
    if isinstance(step, OneOf):
        return ", or ".join(phrased(one, words) for one in step.steps)
    return words[type(step)].format(**{field.name: _listed(step, field.name) for field in dataclasses.fields(step)})


def told(error: FathomsError, words: Words) -> str:
    """What went wrong, and what to do next."""
    message = str(error)
    if error.next_step is None:
        return message
    return f"{message}{' ' if message.endswith('?') else '; '}{phrased(error.next_step, words)}"


def _listed(step: NextStep, name: str) -> str:
    value = getattr(step, name)
    return " and ".join(f"`{one}`" for one in value) if isinstance(value, tuple) else str(value)
