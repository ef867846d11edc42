"""Multi-hop questions through the whole thread: how much of the gold evidence do its facts carry?

HotpotQA with room for 12 facts (gold sentences), MuSiQue with room for 25 (gold passages); each question is a plan of
one task over a knowledge base made of the whole corpus. `DATA=` names another folder with `hotpotqa/` and `musique/`
in the same format (`corpus.jsonl`, `questions.jsonl`); without the data the proof is skipped. `LIMIT=` takes the
first so many questions.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals import SKIPPED
from evals.answers import squeezed
from fathoms.app.build import make_embedder
from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.brief import Effort
from fathoms.domain.plan import ExtractionSpec, Gates, Mode, Plan, Strategy, Task
from fathoms.domain.report import Finding
from fathoms.domain.revision import RevisePolicy
from fathoms.domain.thread import ThreadState
from fathoms.errors import UsageError
from fathoms.minds.extractive import ExtractiveMind
from fathoms.ports.mind import ConcludeRequest

PROOF = "HotpotQA and MuSiQue through the whole thread: gold sentences in 12 facts, gold passages in 25"

DATA = Path(os.environ.get("DATA", "/work/shared/data"))
LIMIT = int(os.environ.get("LIMIT", "0")) or None
EMBED = os.environ.get("EMBED", "1") != "0"
"""`EMBED=0` leaves out the measurement with vectors."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A question set, the room its threads get, and what they must reach."""

    name: str
    facts: int
    rounds: int
    mode: Mode
    effort: Effort
    least: float
    by_sentence: bool

    def plan(self, question: str) -> Plan:
        """One task; its spec allows so many facts a round that all rounds together keep to the room."""
        task = Task(
            id="1",
            question=question,
            importance=0.5,
            spec=ExtractionSpec(budget=self.facts // self.rounds),
            gates=None if self.mode is Mode.SIMPLE else Gates(corroboration=self.facts, max_iterations=self.rounds),
        )
        return Plan(mode=self.mode, strategy=Strategy.SINGLE, tasks=(task,))


BARS = (
    Bar("hotpotqa", 12, rounds=2, mode=Mode.SIMPLE, effort=Effort.STANDARD, least=0.87, by_sentence=True),
    Bar("musique", 25, rounds=5, mode=Mode.COMPLEX, effort=Effort.DEEP, least=0.82, by_sentence=False),
)


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    gold: frozenset[str]
    """Ids of documents."""
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """One question set: gold passages on each step of the way, gold sentences at its end."""

    gold: int
    found: int
    read: int
    quoted: int
    sentences: int
    said: int
    facts: int
    most_facts: int
    rounds: int
    threads: int
    stops: Counter[str]

    def recall(self, bar: Bar) -> float:
        return self.said / self.sentences if bar.by_sentence else self.quoted / self.gold


class Watched(ExtractiveMind):
    """The built-in mind; the thread it concludes is kept to be looked at."""

    def __init__(self) -> None:
        self.ended: ThreadState | None = None

    async def conclude(self, request: ConcludeRequest) -> Finding:
        self.ended = request.thread
        return await super().conclude(request)


def lines(path: Path) -> Iterator[dict[str, object]]:
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def write_documents(corpus: Path, folder: Path) -> None:
    """One Markdown file per passage, named by its id, with its title in the front matter."""
    for row in lines(corpus):
        title = json.dumps(str(row["title"]), ensure_ascii=False)
        (folder / f"{row['id']}.md").write_text(f"---\ntitle: {title}\n---\n\n{row['text']}\n", encoding="utf-8")


def questions_of(path: Path) -> list[Question]:
    return [
        Question(
            text=str(row["question"]).strip(),
            gold=frozenset(map(str, _listed(row, "gold"))),
            sentences=tuple(map(str, _listed(row, "gold_sentences"))),
        )
        for row in lines(path)
    ][:LIMIT]


def _listed(row: dict[str, object], name: str) -> list[object]:
    value = row.get(name, [])
    assert isinstance(value, list)
    return value


async def measure(bar: Bar, embedder: str) -> Measured:
    """All questions of a set through the product, one run each."""
    with tempfile.TemporaryDirectory() as scratch:
        docs, home = Path(scratch) / "documents", Path(scratch) / "home"
        docs.mkdir()
        write_documents(DATA / bar.name / "corpus.jsonl", docs)
        async with Service(load({"home": str(home), "embedder": embedder})) as service:
            await service.ingest((docs,))
            asked = questions_of(DATA / bar.name / "questions.jsonl")
            return summed([(q, await thread_of(service, docs, bar, q.text)) for q in asked])


async def thread_of(service: Service, docs: Path, bar: Bar, question: str) -> ThreadState:
    mind = Watched()
    service.shop.make_mind = lambda name: mind
    ask = Ask(
        question=question,
        docs=(docs,),
        effort=bar.effort,
        suggested=bar.plan(question),
        revise=RevisePolicy.STATIC,
        fresh=True,
        learn=False,
    )
    row = await service.propose(ask)
    await service.carry_out(row.order.run)
    if mind.ended is None:
        raise RuntimeError(f"no thread concluded for {question!r}: {service.run(row.order.run).status}")
    return mind.ended


def summed(threads: Sequence[tuple[Question, ThreadState]]) -> Measured:
    total: Counter[str] = Counter()
    for question, thread in threads:
        quotes = [squeezed(item.quote) for fact in thread.facts for item in fact.evidence]
        total["gold"] += len(question.gold)
        total["found"] += len(question.gold & {_id(u) for record in thread.rounds for u in record.urls})
        total["read"] += len(question.gold & {_id(u) for record in thread.rounds for u in record.read_urls})
        total["quoted"] += len(question.gold & {_id(item.url) for fact in thread.facts for item in fact.evidence})
        total["sentences"] += len(question.sentences)
        total["said"] += sum(any(squeezed(wanted) in quote for quote in quotes) for wanted in question.sentences)
    return Measured(
        gold=total["gold"],
        found=total["found"],
        read=total["read"],
        quoted=total["quoted"],
        sentences=total["sentences"],
        said=total["said"],
        facts=sum(len(thread.facts) for _, thread in threads),
        most_facts=max(len(thread.facts) for _, thread in threads),
        rounds=sum(len(thread.rounds) for _, thread in threads),
        threads=len(threads),
        stops=Counter(thread.stopped.value if thread.stopped else "never" for _, thread in threads),
    )


def _id(url: str) -> str:
    return url.partition("#")[0].rpartition("/")[2].removesuffix(".md")


def embedders() -> tuple[str, ...]:
    """None, and that of the extra `semantic` where it is installed."""
    if not EMBED:
        return ("",)
    try:
        make_embedder(load({"embedder": "minilm"}))
    except UsageError as missing:
        print(f"measured without vectors only: {missing}")
        return ("",)
    return ("", "minilm")


def main() -> int:
    missing = [bar.name for bar in BARS if not (DATA / bar.name / "questions.jsonl").is_file()]
    if missing:
        print(f"{str(DATA)!r} has no {' or '.join(missing)}; name a folder that has with DATA=")
        print("skipped: no data")
        return SKIPPED
    rows = [(bar, embedder, asyncio.run(measure(bar, embedder))) for embedder in embedders() for bar in BARS]
    columns = ("set", "embedder", "threads", "rounds", "facts", "found", "read", "quoted", "sentences")
    print("".join(f"{name:>10}" for name in columns) + "  stopped")
    for bar, embedder, m in rows:
        cells = (
            bar.name,
            embedder or "none",
            str(m.threads),
            f"{m.rounds / m.threads:.2f}",
            f"{m.facts / m.threads:.1f}",
        )
        shares = (m.found / m.gold, m.read / m.gold, m.quoted / m.gold, m.said / m.sentences if m.sentences else 0.0)
        told = ", ".join(f"{reason} {count}" for reason, count in sorted(m.stops.items()))
        print("".join(f"{cell:>10}" for cell in (*cells, *(f"{share:.3f}" for share in shares))) + f"  {told}")
    plain = [(bar, m) for bar, embedder, m in rows if not embedder]
    print("; ".join(_figure(bar, m) for bar, m in plain))
    return 0 if all(m.recall(bar) >= bar.least and m.most_facts <= bar.facts for bar, m in plain) else 1


def _figure(bar: Bar, measured: Measured) -> str:
    unit = "sentence" if bar.by_sentence else "passage"
    return f"{bar.name}: gold {unit} recall {measured.recall(bar):.3f} (≥ {bar.least}) with at most {bar.facts} facts"
