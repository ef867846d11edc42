"""The fake world through five shapes of search service: a run of `fathoms ask --web` each, with the extractive mind.

The world counts on its side which service was asked and which pages were fetched. A citation counts as read only if the
world served that page to this run, and its quote must stand in the page as the world has it.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path

from evals import SKIPPED
from evals.fake_world import FOLDER, QUICK, World, missing, questions
from fathoms.domain.evidence import SourceKind
from fathoms.domain.report import Report

PROOF = "SearXNG, Tavily, Brave, Serper, Firecrawl: a whole run each without a model, every cited page read"

ENGINES = ("searxng", "tavily", "brave", "serper", "firecrawl")


@dataclass(frozen=True)
class Row:
    engine: str
    code: int
    searches: int
    other_searches: int
    """Requests to search services of another shape."""
    model_calls: int
    fetched: int
    cited: int
    read: int
    quotes: int
    quotes_found: int

    @property
    def holds(self) -> bool:
        return (
            self.code == 0
            and self.searches > 0
            and self.other_searches == self.model_calls == 0
            and self.cited == self.read > 0
            and self.quotes == self.quotes_found > 0
        )


def measure(world: World, engine: str, question: str, home: Path) -> Row:
    world.reset(engine, **QUICK)
    settings = {
        "model": "",
        "engines": engine,
        f"engine_{engine}_url": f"http://127.0.0.1:{world.port}/{engine}",
        f"engine_{engine}_key": "" if engine == "searxng" else "a-key",
    }
    asked = world.ask(question, home, **settings)
    if asked.code:
        print(asked.err[-1_500:])
    log = world.log()
    shapes = [entry["shape"] for entry in log if entry["kind"] == "search"]
    served = {entry["url"] for entry in log if entry["kind"] == "page" and entry.get("status") == 200}
    cited = {r.url for r in asked.report.references if r.kind is SourceKind.EXTERNAL} if asked.report else set()
    quotes = _quotes(asked.report) if asked.report else set()
    return Row(
        engine=engine,
        code=asked.code,
        searches=shapes.count(engine),
        other_searches=len(shapes) - shapes.count(engine),
        model_calls=world.stats()["llm_calls"],
        fetched=len(served),
        cited=len(cited),
        read=len(cited & served),
        quotes=len(quotes),
        quotes_found=sum(_plain(quote) in _pages().get(_slug(url), "") for quote, url in quotes),
    )


def _quotes(report: Report) -> set[tuple[str, str]]:
    """What the report stands on: quotes, each with the page it is said to be from."""
    return {(evidence.quote, evidence.url) for fact in report.facts for evidence in fact.evidence}


@cache
def _pages() -> dict[str, str]:
    """The pages as their author has them, by slug."""
    rows = (json.loads(line) for line in (FOLDER / "corpus.jsonl").read_text(encoding="utf-8").splitlines())
    return {row["slug"]: _plain(f"{row['title']} {' '.join(row['paras'])}") for row in rows}


def _slug(url: str) -> str:
    return url.rpartition("/w/")[2].partition("#")[0]


def _plain(text: str) -> str:
    return " ".join(text.split())


def main() -> int:
    if why := missing():
        print(why)
        return SKIPPED
    asked = questions()
    with World() as world, tempfile.TemporaryDirectory() as folder:
        rows = [
            measure(world, engine, asked[n % len(asked)], Path(folder) / engine) for n, engine in enumerate(ENGINES)
        ]
    header = ("engine", "exit", "searches", "elsewhere", "models", "fetched", "cited", "read", "quotes", "in page")
    print("  ".join(f"{name:>9}" for name in header))
    for row in rows:
        print("  ".join(f"{value:>9}" for value in astuple(row)), "" if row.holds else " FALLS SHORT")
    held = sum(row.holds for row in rows)
    cited, read = sum(row.cited for row in rows), sum(row.read for row in rows)
    found, quotes = sum(row.quotes_found for row in rows), sum(row.quotes for row in rows)
    print(
        f"{held} of {len(rows)} engines hold a whole run: {read} of {cited} cited pages read, "
        f"{found} of {quotes} quotes stand in them"
    )
    return 0 if held == len(rows) else 1
