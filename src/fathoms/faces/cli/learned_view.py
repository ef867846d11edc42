"""What was learnt as text: the counts of each type of question, and what they change.

Knows: counts and priors.  Does not know: how many samples make a prior.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from fathoms.app.queries import Looking
from fathoms.domain.learning import Counts, Priors
from fathoms.engine.run.learning import changes
from fathoms.faces.cli import terminal
from fathoms.faces.cli.layout import plural, table
from fathoms.faces.cli.session import configured, look

_NOTHING = "nothing yet: it takes more threads of this type"


def learned(home: str | None, *, as_json: bool) -> int:
    counts, priors = look(configured(home=home), Looking.learned)
    if as_json:
        told = {
            "counts": counts.model_dump(mode="json"),
            "priors": [one.model_dump(mode="json") for one in priors],
            "changes": {one.question_type: list(changes(one)) for one in priors},
        }
        terminal.result(json.dumps(told, indent=2))
    elif counts.types:
        terminal.result("\n".join(_lines(counts, priors)))
    else:
        terminal.note("nothing was learnt yet: no thread has ended in this home")
    return 0


def _lines(counts: Counts, priors: tuple[Priors, ...]) -> Iterator[str]:
    for count, prior in zip(counts.types, priors, strict=True):
        yield f"{count.question_type}: {plural(count.threads, 'thread')}, {plural(count.rounds, 'round')}"
        if count.simple:
            yield f"  simple was enough in {count.simple_right} of {count.simple}"
        for line in changes(prior) or (_NOTHING,):
            yield f"  changes: {line}"
    rows = [
        (one.question_type, one.phase.value, one.source, str(one.asked), str(one.paid), str(one.facts))
        for one in counts.yields
    ]
    yield ""
    yield table(("type", "phase", "source", "rounds", "paid", "facts"), rows, width=terminal.width())
