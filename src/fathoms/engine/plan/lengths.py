"""How many words each part of a report may have: a budget for whoever writes it.

Knows: the lengths of a report.  Does not know: who writes; nothing is cut afterwards by counting.
"""

from __future__ import annotations

from fathoms.domain.report import Length

WORDS = {Length.SHORT: 300, Length.STANDARD: 1_600, Length.LONG: 4_500}
"""Of the whole report, its answer included."""
OPENING = 250
"""Words of the answer and what follows it, beside the sections."""
LEAST = 80
"""Words below which a section says nothing."""


def section_words(length: Length, sections: int) -> int:
    """What is left for one of so many sections."""
    share = (WORDS[length] - OPENING) / max(1, sections)
    return max(LEAST, 10 * round(share / 10))
