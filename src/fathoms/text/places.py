"""Places that a text names, as far as a short list of countries and regions goes.

Knows: country names of every language in `text/lang/`, and the region each lies in.  Does not know: cities; a place
that is not listed is compared by its words alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from fathoms.text.lang import languages

_OF_REGION = "names"
"""Under this key a language file names the region itself."""


@cache
def _regions() -> dict[str, str]:
    """Country → the region it lies in."""
    return {country: region for region, country, _ in _listed() if country != region}


@cache
def _pattern() -> tuple[re.Pattern[str], dict[str, str]]:
    """One pattern for all names, longest first, and the place that each name means."""
    meant = {name: place for _, place, names in _listed() for name in (place, *names)}
    alternatives = [_as_pattern(name) for name in sorted(meant, key=len, reverse=True)]
    return re.compile("|".join(alternatives)), meant


def _listed() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Region, place and its names, language by language; a region is a place in itself."""
    for language in languages():
        for region, countries in language.places.items():
            for country, names in countries.items():
                yield region, region if country == _OF_REGION else country, names


def _as_pattern(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)" if name.isascii() else re.escape(name)


def mentioned(text: str) -> tuple[str, ...]:
    """The listed places that the text names, in order, as often as it names them. Case matters: `turkey` is a bird."""
    pattern, meant = _pattern()
    return tuple(meant[match.group()] for match in pattern.finditer(text))


def spellings(place: str) -> tuple[str, ...]:
    """All names of a listed place."""
    return tuple(name for name, meant in _pattern()[1].items() if meant == place)


def listed(place: str) -> str | None:
    """The listed place that this name means, if any."""
    found = mentioned(place)
    return found[0] if found else None


def within(place: str, scope: str) -> bool:
    """Whether a listed place is, lies in, or holds the scope: a page on Europe may well tell of Germany."""
    if place == scope:
        return True
    return _regions().get(place) == scope or _regions().get(scope) == place
