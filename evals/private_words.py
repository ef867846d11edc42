"""Private words: a canary document beside the web, every mind, all phases and ways out; what do outside sources hear?

200 runs. A document of the user's holds words that stand nowhere else; the minds are the extractive one, one that puts
all it has read into its queries, in several disguises, and a language model (on loopback) that does the same. Every
request that a search engine or a page's server gets is kept whole. `RUNS=` takes another number.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from fathoms import Fathoms
from fathoms.domain.evidence import Query
from fathoms.domain.run import RunStatus
from fathoms.domain.thread import Escape, Extraction, Phase, ScopeDraft
from fathoms.errors import FathomsError
from fathoms.minds.extractive import ExtractiveMind
from fathoms.ports.mind import ExtractRequest, ScopeRequest
from fathoms.testing.hostile import HostileServer
from fathoms.testing.model_server import Answer, Asked, Fault, ModelServer, honest

PROOF = "canary words of private documents in the requests that outside sources get, over every mind"

RUNS = int(os.environ.get("RUNS", "200"))
CANARIES = ("zebrafish", "quillmoor", "4711", "okonkwo", "極秘計画")
SECRET = (
    "# Tide mill Zebrafish\n\nThe tide mill Zebrafish at Quillmoor stores energy in a basin of 4711 cubic metres. "
    "Adaeze Okonkwo decided it in 2031, against the advice of Skarrow. 極秘計画は港の水深を十一メートルとする。\n\n"
    "## Harbour of Skarrow and Zebrafish\n\nThe harbour of Skarrow serves Quillmoor with 4711 tonnes a year.\n"
)
QUESTIONS = (
    "How do tide mills store energy?",
    "How deep is the harbour of Skarrow, and when was it dredged?",
    "Compare tide mills with the harbour of Skarrow: energy, cost and depth.",
    "潮力発電はどのように港でエネルギーを貯蔵するか",
)
EFFORTS = ("quick", "standard", "deep")


def _plain(text: str) -> str:
    return text


def _spelled(text: str) -> str:
    return " ".join(" ".join(word) for word in text.split())


def _joined(text: str) -> str:
    return "-".join(text.split())


def _as_site(text: str) -> str:
    return " ".join(f"site:{word}.example" for word in text.split())


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


DISGUISES: tuple[Callable[[str], str], ...] = (_plain, _spelled, _joined, str.upper, _as_site, _encoded)


class Blabbing(ExtractiveMind):
    """Puts what it has read into every query."""

    def __init__(self, disguise: Callable[[str], str], seen: set[str], *, finds: bool) -> None:
        self._disguise, self._seen, self._finds = disguise, seen, finds

    async def extract(self, request: ExtractRequest) -> Extraction:
        """One that finds nothing goes through every phase and way out."""
        found = await super().extract(request)
        return found if self._finds else Extraction(reason="not what was meant", leads=found.leads)

    async def scope(self, request: ScopeRequest) -> ScopeDraft:
        self._seen.add(request.scope.phase.value)
        self._seen |= {request.scope.escape.value} if request.scope.escape else set()
        draft = await super().scope(request)
        words = " ".join((*CANARIES, *(fact.claim for fact in request.thread.facts)))
        told = [_blabbed(query, self._disguise(words)) for query in draft.backlog]
        fresh = [Query(source=s.source, text=self._disguise(words)) for s in request.surveys]
        return draft.model_copy(update={"backlog": (*told, *fresh)})


def _blabbed(query: Query, words: str) -> Query:
    return query.model_copy(update={"text": f"{query.text} {words}"})


def blabbing_model(asked: Asked) -> Answer | str | Fault:
    """Every string that a query, a question or a name could be made from carries the canaries."""
    answer = honest(asked)
    if not isinstance(answer, dict):
        return answer
    told = " ".join(CANARIES)
    if asked.role == "scope":
        for query in answer.get("queries", []):
            query["query"] = f"{query.get('query', '')} {told}"
    if asked.role == "plan":
        for task in answer.get("tasks", []):
            task["question"] = f"{task.get('question', '')} {told}"
    return answer


async def _one(home: Path, number: int, docs: Path, seen: set[str], model: ModelServer) -> str:
    question, effort = QUESTIONS[number % len(QUESTIONS)], EFFORTS[number // 4 % len(EFFORTS)]
    kind = number % 4
    effort = "exhaustive" if kind == 2 else effort
    asks = {"docs": [docs], "web": True, "effort": effort, "authorize": True, "fresh": True}
    async with Fathoms(home) as opened:
        if kind == 3:
            asks["model"] = f"{model.url}#scripted"
        elif kind != 0:
            disguise = DISGUISES[number // 4 % len(DISGUISES)]
            opened.service.shop.make_mind = lambda name: Blabbing(disguise, seen, finds=kind == 1)
        try:
            await opened.ask(question, **asks)  # type: ignore[arg-type]
        except FathomsError as error:
            return type(error).__name__
    return RunStatus.DONE.value


def main() -> int:
    seen: set[str] = set()
    ends: dict[str, int] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        HostileServer() as engine,
        HostileServer() as pages,
        ModelServer(blabbing_model) as model,
    ):
        docs = Path(folder) / "docs"
        docs.mkdir()
        (docs / "secret.md").write_text(SECRET, encoding="utf-8")
        engine.results = [pages.url("/harbour"), pages.url("/page"), pages.url("/dead")]
        os.environ |= {
            "FATHOMS_SETTINGS": str(Path(folder) / "none.toml"), "FATHOMS_ENGINES": "searxng",
            "FATHOMS_ENGINE_SEARXNG_URL": engine.url(""), "FATHOMS_ALLOW_HOSTS": pages.endpoint,
            "FATHOMS_ROBOTS": "ignore", "FATHOMS_MODEL_REACH": "local",
        }  # fmt: skip
        for number in range(RUNS):
            home = Path(folder) / f"home-{number // 20}"
            end = asyncio.run(_one(home, number, docs, seen, model))
            ends[end] = ends.get(end, 0) + 1
        heard = [*engine.heard, *pages.heard]
    squeezed = [("".join(char for char in text if char.isalnum())).casefold() for text in heard]
    coded = tuple(base64.b64encode(word.encode()).decode().rstrip("=").casefold() for word in CANARIES)
    told = [text for text in squeezed if any(word in text for word in (*CANARIES, *coded))]
    for text in itertools.islice(told, 10):
        print(f"HEARD {text[:160]}")
    print(f"ends: {ends}; phases and ways out that were seen: {', '.join(sorted(seen))}")
    missing = {phase.value for phase in Phase} - seen
    escapes = sorted({escape.value for escape in Escape} - seen)
    print(f"phases not reached: {', '.join(sorted(missing)) or 'none'}")
    print(f"ways out not reached: {', '.join(escapes) or 'none'}")
    print(f"{RUNS} runs, {len(heard)} requests to outside sources, canaries seen: {len(told)}")
    return 0 if heard and not told and ends.get(RunStatus.DONE.value) else 1
