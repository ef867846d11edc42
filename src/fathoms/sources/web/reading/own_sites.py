"""Other hosts that a page calls its own: the links that say so, in English and Japanese, or are marked `rel="me"`.

Knows: the words of such links.  Does not know: whether the page is to be believed (`engine/evidence/confidence.py`).
"""

from __future__ import annotations

import re

import lxml.html

from fathoms.text.addresses import host_of, is_external

MOST = 20
LONGEST = 80
"""Characters of a link's words; a longer one is a sentence."""

_PLACE = (
    r"(?:web ?|home ?)?(?:site|page|portal|blog|shop|store|newsroom|documentation|docs|database|registry|archive)s?"
)
_OWN = re.compile(
    rf"\bour (?!partner|sponsor|friend|member|supplier|customer|competitor)(?:own |new |main )?(?:[\w-]+ )?{_PLACE}\b"
    rf"|\bofficial (?:[\w-]+ )?{_PLACE}\b"
    r"|公式(?:サイト|ホームページ|ウェブサイト|ページ)|当(?:社|庁|省|会|所|研究所)の(?:サイト|ホームページ|ウェブサイト)",
    re.IGNORECASE,
)


def own_sites(tree: lxml.html.HtmlElement) -> tuple[str, ...]:
    """The hosts, each once, in the order of their links."""
    found: dict[str, None] = {}
    for link in tree.iter("a"):
        target = link.get("href", "")
        if not is_external(target):
            continue
        said = " ".join(link.text_content().split())
        if "me" in link.get("rel", "").split() or (len(said) <= LONGEST and _OWN.search(said)):
            found.setdefault(host_of(target))
    return tuple(host for host in found if host)[:MOST]
