"""What a page becomes: how much of its content is kept, and how much of what is kept is the site's furniture.

Each page is served over HTTP and fetched as `fathoms web fetch` does it. PAGES= names a folder of other pages: each
`NAME.html` with its content as plain text in `NAME.txt`.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from evals.page_styles import StyledPage, pages
from fathoms.app import settings
from fathoms.app.web import read_once
from fathoms.testing.engines import Reply, Service

PROOF = "60 pages in the styles of real sites: text recall above 95 %, boilerplate below 5 %"

LEAST_RECALL = 0.95
MOST_BOILERPLATE = 0.05
_UNIT = re.compile(r"[A-Za-z0-9]+|[぀-ヿ㐀-鿿]")


def _given(folder: Path) -> Iterator[StyledPage]:
    for path in sorted(folder.glob("*.html")):
        gold = path.with_suffix(".txt")
        if gold.exists():
            yield StyledPage(path.stem, path.read_text(encoding="utf-8"), gold.read_text(encoding="utf-8"))


def _units(text: str) -> Counter[tuple[str, str]]:
    """Pairs of neighbouring words (characters in Japanese): the same words elsewhere on the page do not count."""
    words = [word.lower() for word in _UNIT.findall(text)]
    return Counter(itertools.pairwise(words))


def _measured(page: StyledPage, service: Service, home: str) -> tuple[float, float]:
    service.reply = Reply(body=page.html.encode(), headers=(("Content-Type", "text/html; charset=utf-8"),))
    chosen = settings.load({"home": home, "allow_hosts": "127.0.0.1", "robots": "ignore"})
    _, read = asyncio.run(read_once(chosen, f"{service.url}/{page.name}"))
    want, have = _units(page.gold), _units(read.text)
    shared = sum((want & have).values())
    return shared / sum(want.values()), 1 - shared / max(sum(have.values()), 1)


def main() -> int:
    folder = os.environ.get("PAGES", "")
    rows: dict[str, list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as home, Service() as service:
        for page in _given(Path(folder)) if folder else pages():
            rows.setdefault(page.name.rpartition("-")[0] or page.name, []).append(_measured(page, service, home))
    print(f"{'style':<18} {'pages':>5} {'recall':>7} {'worst':>7} {'boilerplate':>11}")
    for style, figures in rows.items():
        recall, extra = (sum(values) / len(values) for values in zip(*figures, strict=True))
        worst = min(figure[0] for figure in figures)
        print(f"{style:<18} {len(figures):>5} {recall:>7.1%} {worst:>7.1%} {extra:>11.1%}")
    every = [figure for figures in rows.values() for figure in figures]
    if not every:
        print(f"no pages in {folder!r}: each needs NAME.html and NAME.txt")
        return 1
    recall, extra = (sum(values) / len(values) for values in zip(*every, strict=True))
    print(f"{len(every)} pages: recall {recall:.1%}, boilerplate {extra:.1%}")
    return 0 if recall > LEAST_RECALL and extra < MOST_BOILERPLATE else 1
