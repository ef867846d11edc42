"""Things of one name: which pages are of the one that is meant, which of another, by what they say themselves.

Knows: the key of a subject ("planet" for Mercury), titles that tell namesakes apart in brackets.  Does not know: what a
name stands for; a page that says neither is taken as it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from fathoms.domain.thread import Drift, DriftKind, Sifted, ThreadState
from fathoms.text.addresses import document
from fathoms.text.naming import names
from fathoms.text.words import content_words

ANOTHER = "another {name}: {other}"


def another(title: str, words: Collection[str], keys: Mapping[str, str]) -> str:
    """Which namesake a page is of, where its title says so and nothing on it has the key; empty for all others."""
    for name, key in keys.items():
        found = re.match(rf"{re.escape(name)} \((?P<other>[^()]{{2,40}})\)", title.strip(), re.IGNORECASE)
        if found and not content_words(key) & frozenset(words):
            return ANOTHER.format(name=name, other=found["other"])
    return ""


def told(thread: ThreadState, sifted: Sifted) -> tuple[str, ...]:
    """What a round's pages say of the candidates, each with the page that does, and each once a thread."""
    found = dict.fromkeys((*_confirmed(thread, sifted), *_eliminated(sifted)))
    said = {note.partition(" by ")[0] for note in thread.disambiguation}
    return tuple(note for note in found if note.partition(" by ")[0] not in said)


def _confirmed(thread: ThreadState, sifted: Sifted) -> Iterator[str]:
    for name, key in thread.keys.items():
        for passage in sifted.kept:
            text = f"{passage.title} {passage.text}"
            if names(text, name) and content_words(key) <= content_words(text):
                yield f"{name} ({key}): confirmed by {passage.title}, {document(passage.url)}"
                break


def _eliminated(sifted: Sifted) -> Iterator[str]:
    yield from (f"{_named(drift)}: eliminated by {drift.url}" for drift in sifted.drifts if _named(drift))


def _named(drift: Drift) -> str:
    found = re.fullmatch(ANOTHER.format(name="(.+)", other="(.+)"), drift.detail)
    return f"{found[1]} ({found[2]})" if found and drift.drift is DriftKind.SUBJECT else ""
