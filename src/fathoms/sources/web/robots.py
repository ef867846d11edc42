"""robots.txt, as RFC 9309 has it: the group that names us, else the one for all; the longest rule decides.

Knows: the file's language.  Does not know: how it is fetched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

MOST_BYTES = 512_000
_SECONDS = re.compile(r"\d{1,4}(?:\.\d{1,6})?")
_LONGEST_DELAY = 5.0
"""A longer pause is not waited for: one person's few pages are no crawl."""


@dataclass(frozen=True, slots=True)
class Rule:
    allow: bool
    pattern: str

    def matches(self, path: str) -> bool:
        """Piece by piece between the stars, never by a regular expression: the pattern is a stranger's."""
        to_the_end = self.pattern.endswith("$")
        first, *others = (self.pattern[:-1] if to_the_end else self.pattern).split("*")
        if not path.startswith(first):
            return False
        if not others:
            return not to_the_end or path == first
        position = len(first)
        for piece in others[:-1]:
            found = path.find(piece, position)
            if found < 0:
                return False
            position = found + len(piece)
        rest = path[position:]
        return rest.endswith(others[-1]) if to_the_end else others[-1] in rest


@dataclass(frozen=True, slots=True)
class Robots:
    rules: tuple[Rule, ...] = ()
    delay: float = 0.0

    def allows(self, path: str) -> bool:
        """Whether a path with its query may be fetched; of equally long rules the allowing one wins."""
        if path == "/robots.txt":
            return True
        best = max(
            (rule for rule in self.rules if rule.matches(path)),
            key=lambda rule: (len(rule.pattern), rule.allow),
            default=None,
        )
        return best is None or best.allow


EVERYTHING = Robots()
NOTHING = Robots(rules=(Rule(allow=False, pattern="/"),))


def parse(text: str, agent: str) -> Robots:
    """The rules for us. `agent` is our user agent; a group is ours when its product name stands in it."""
    groups = {"": _Group(), agent.lower(): _Group()}
    current: set[str] = set()
    heading = False
    for line in text.splitlines():
        name, _, value = line.partition("#")[0].partition(":")
        name, value = name.strip().lower(), value.strip()
        if name == "user-agent":
            current = (current if heading else set()) | _meant(value.lower(), agent.lower())
            heading = True
        elif name in ("allow", "disallow", "crawl-delay"):
            heading = False
            for group in current:
                groups[group].take(name, value)
    ours = groups[agent.lower()]
    chosen = ours if ours.spoken else groups[""]
    return Robots(rules=tuple(chosen.rules), delay=chosen.delay)


def _meant(name: str, agent: str) -> set[str]:
    if name == "*":
        return {""}
    return {agent} if name and name in agent else set()


@dataclass(slots=True)
class _Group:
    rules: list[Rule] = field(default_factory=list)
    delay: float = 0.0
    spoken: bool = False

    def take(self, name: str, value: str) -> None:
        self.spoken = True
        if name == "crawl-delay":
            if _SECONDS.fullmatch(value):
                self.delay = min(float(value), _LONGEST_DELAY)
        elif value:
            self.rules.append(Rule(allow=name == "allow", pattern=value))
