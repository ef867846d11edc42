"""Prompts: Markdown files with a version, a system part and a request with places to fill in.

    <!-- version: 1 -->
    # System
    …
    # Request
    … {{question}} … {{blocks sources}} …

Knows: how a prompt file is read and filled; a place without a value or a value without a place is a mistake. A place
says itself that it takes marked blocks: what is put anywhere else cannot forge one. What stands between
`{{with pages}}` and `{{end}}` is said only where there are any.
Does not know: what any prompt says.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from importlib import resources

from fathoms.minds.llm.blocks import escaped

_FILE = re.compile(r"<!-- version: (\d+) -->\s*# System\n(.*?)\n# Request\n(.*)", re.DOTALL)
_PLACE = re.compile(r"\{\{(?P<takes>blocks )?(?P<name>(?!end\b)\w+)\}\}")
_ONLY_WITH = re.compile(r"\{\{with (?P<name>\w+)\}\}(?P<said>.*?)\{\{end\}\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt ready to be sent."""

    system: str
    user: str


@dataclass(frozen=True, slots=True)
class Template:
    name: str
    version: int
    system: str
    request: str

    @property
    def places(self) -> frozenset[str]:
        return frozenset(place["name"] for place in _PLACE.finditer(self.system + self.request))

    def filled(self, **values: str) -> Prompt:
        """Values are put in once, so that a place written inside a value stays text."""
        if self.places != values.keys():
            odd = ", ".join(sorted(self.places ^ values.keys()))
            raise ValueError(f"prompt {self.name!r} does not fit its values: {odd}")

        def put(place: re.Match[str]) -> str:
            value = values[place["name"]]
            return value if place["takes"] else escaped(value)

        def fill(text: str) -> str:
            said = _ONLY_WITH.sub(lambda part: part["said"] if values[part["name"]] else "", text)
            return _without_gaps(_PLACE.sub(put, said))

        return Prompt(fill(self.system), fill(self.request))


@functools.cache
def template(name: str) -> Template:
    text = resources.files("fathoms.minds.llm").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8")
    found = _FILE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"the prompt file {name}.md lacks its version, its system part or its request")
    return Template(name, int(found[1]), found[2].strip(), found[3].strip())


def _without_gaps(text: str) -> str:
    """An empty value leaves no hole."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in text.splitlines())).strip()
