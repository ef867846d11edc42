"""A passage that speaks of what is asked and was not shown to any mind."""

from __future__ import annotations

import pytest

from fathoms.domain.evidence import Hit
from fathoms.engine.plan.overlooked import HIGH, overlooked

ASKED = "Who dredged the harbour of Anselm?"
URL = "kb://docs/works.md"


def hit(snippet: str, start: int = 0, end: int = 50) -> Hit:
    return Hit(source="docs", url=f"{URL}#{start}-{end}", title="Works", snippet=snippet, start=start, end=end)


SPEAKS, SPEAKS_OF_ELSE = hit("A firm dredged the harbour of Anselm."), hit("The harbour of Oskal has a crane.")


@pytest.mark.parametrize(
    ("shown", "found"), [((), True), ((f"{URL}#0-49",), True), ((f"{URL}#0-50",), False), ((f"{URL}#0-900",), False)]
)
def test_a_passage_counts_until_all_of_it_was_shown(shown: tuple[str, ...], found: bool) -> None:
    assert (overlooked(ASKED, [SPEAKS], shown) is not None) is found


def test_one_that_speaks_of_something_else_or_ranks_low_does_not_count() -> None:
    assert overlooked(ASKED, [SPEAKS_OF_ELSE], ()) is None
    assert overlooked(ASKED, [*[SPEAKS_OF_ELSE] * (HIGH - 1), SPEAKS], ()) is SPEAKS
    assert overlooked(ASKED, [*[SPEAKS_OF_ELSE] * HIGH, SPEAKS], ()) is None
