"""The difference between two runs as Markdown.

Knows: the layout.  Does not know: how the difference was found (`report/delta.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fathoms.domain.delta import ChangedFact, Delta
from fathoms.domain.evidence import Conflict, Fact
from fathoms.domain.report import Reference
from fathoms.report.render.markdown import address, escaped
from fathoms.report.words import words_for


def render(delta: Delta) -> str:
    """What changed, in the language of the question; a line that says so when nothing did."""
    words = words_for(delta.language)
    told = words.delta
    blocks = [f"# {escaped(delta.question)}", escaped(told["between"].format(earlier=delta.earlier, later=delta.later))]
    if delta.unchanged:
        blocks.append(escaped(told["unchanged"]))
    parts: tuple[tuple[str, Iterable[str]], ...] = (
        (told["changed"], (_changed(pair, told["new_figures"]) for pair in delta.changed)),
        (told["appeared"], map(_fact, delta.appeared)),
        (told["vanished"], map(_fact, delta.vanished)),
        (told["edited"], map(_source, delta.edited_sources)),
        (told["new_sources"], map(_source, delta.new_sources)),
        (told["gone_sources"], map(_source, delta.gone_sources)),
        (told["raised"], map(_conflict, delta.raised)),
        (told["settled"], map(_conflict, delta.settled)),
        (told["closed_gaps"], map(escaped, delta.closed_gaps)),
        (told["new_gaps"], map(escaped, delta.new_gaps)),
        (words.criteria, (f"{words.met if r.met else words.not_met}: {escaped(r.text)}" for r in delta.turned)),
    )
    for heading, lines in parts:
        blocks += _part(heading, lines)
    return "\n\n".join(blocks) + "\n"


def _part(heading: str, lines: Iterable[str]) -> Iterator[str]:
    items = [f"- {line}" for line in lines]
    if items:
        yield f"## {escaped(heading)}"
        yield "\n".join(items)


def _fact(fact: Fact) -> str:
    return f"{escaped(fact.claim)} ({escaped(fact.evidence[0].title)})"


def _changed(pair: ChangedFact, new_figures: str) -> str:
    new = f" ({escaped(new_figures.format(figures=', '.join(pair.figures)))})" if pair.figures else ""
    title = escaped(pair.after.evidence[0].title)
    return f"{title}{new}\n  - − {escaped(pair.before.claim)}\n  - \\+ {escaped(pair.after.claim)}"


def _source(reference: Reference) -> str:
    return f"{escaped(reference.title)}, {address(reference.url)}"


def _conflict(conflict: Conflict) -> str:
    return f"{escaped(conflict.about)}: {escaped(conflict.left_says)} / {escaped(conflict.right_says)}"
