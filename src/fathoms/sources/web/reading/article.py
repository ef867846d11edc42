"""The article of a web page: what its author wrote, without what the site puts around it.

Knows: the marks by which sites name their furniture (elements, roles, class names), and trafilatura as a second
opinion.  Does not know: any site by name.
"""

from __future__ import annotations

from fathoms.sources.formats.html import parse as parse_document
from fathoms.sources.formats.parsed import Parsed


def parse(source: str) -> Parsed:
    """The readable text of a page. Raises Unreadable when there is none."""
    return parse_document(source)
