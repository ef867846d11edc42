"""Plans without a model, read by machine and written down for a reader: are they made of the request's own parts?

Each request goes through the product's own planning (`Service.propose`) on the example documents. `QUESTIONS=` names
files with one request a line or, between lines of `---`, requests of several lines (a colon between two files);
without it the requests beside this file are planned: those that the rules were developed on, and those that were looked
at once. `SHEET=` names a file for the plans. Faults that a machine can see: a refusal; words that the request has not;
a text that is cut; a wish for a form or a sentence about the asker as a task; a question that stands in no part; words
of another language.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.run import Proposal
from fathoms.text.lang import languages
from fathoms.text.words import content_words

PROOF = "plans without a model: own words, nothing lost, cut or made up, no preamble or format as a task"

HERE = Path(__file__).parent
OWN = (HERE / "plan_requests.txt", HERE / "plan_requests_unseen.txt")
QUESTIONS = tuple(map(Path, filter(None, os.environ.get("QUESTIONS", "").split(os.pathsep)))) or OWN
DOCS = HERE.parent / "examples" / "world"
SOUND_SHARE = 0.8
TOLD_SHARE = 0.6
"""Of the words of a question: what must stand in the parts of the plan."""
_FORM = re.compile(
    r"\b(?:apa|markdown|bullet points|word limit|[\d.,]+ (?:words|wörter|palabras)|quellenangaben|bibliografía)\b"
    r"|字以内|字数|字左右|字程度|形式で|出典を|格式",
    re.IGNORECASE,
)
_ASKER = re.compile(
    r"^(?:I(?:'m| am| manage| work| have)|We (?:are|have|run|operate)|Our \w+ (?:is|wants|has)|Ich (?:bin|arbeite)"
    r"|Für meine|Trabajo|Estoy|Nuestr[ao]|我(?:是|正|们|国)|作为|私は|弊社|当社)(?!.*interested)"
)
_QUESTION = re.compile(r"[^.!?。！？\n]*[?？]")
_OPEN_END = re.compile(r"(?:[,、，;:：(（\-]|\b(?:and|or|und|oder|y|o|et|of|the|in|de|der|die)|[をのとがはに])$")
_KANA = re.compile(r"[぀-ヿ]")


def requests(text: str) -> list[str]:
    parts = re.split(r"^---\s*$", text, flags=re.MULTILINE)
    found = parts if len(parts) > 1 else text.splitlines()
    return [part.strip() for part in found if part.strip()]


def _squeezed(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()


def parts_of(request: str, proposal: Proposal) -> list[str]:
    """The tasks and sub-questions that are not simply the whole request."""
    texts = dict.fromkeys(text for task in proposal.plan.tasks for text in (task.question, *task.sub_questions))
    return [text for text in texts if len(_squeezed(text)) < 0.7 * len(_squeezed(request))]


def faults(request: str, proposal: Proposal) -> Iterator[str]:
    if proposal.verdict is not None and not proposal.verdict.feasible:
        yield f"refused: {proposal.verdict.reasons[0].text}"
        return
    parts, whole = parts_of(request, proposal), _squeezed(request)
    for text in parts:
        if content_words(text) - content_words(request):
            yield f"words of its own: {text}"
        pieces = re.split(r" – |: | \(|、|, ", text)
        if any(_squeezed(piece) not in whole for piece in pieces) or _OPEN_END.search(text.rstrip()):
            yield f"cut: {text}"
        if _FORM.search(text):
            yield f"a wish for a form: {text}"
        if _ASKER.search(text):
            yield f"preamble: {text}"
    told = content_words(" ".join(parts))
    for question in () if not parts and _lone(request) else _QUESTION.findall(request):
        words = content_words(question)
        if words and len(words & told) < TOLD_SHARE * len(words):
            yield f"lost: {question.strip()}"
    said = " ".join((proposal.plan.approach, *(task.rationale for task in proposal.plan.tasks)))
    if _KANA.search(said) and not _KANA.search(request):
        yield f"another language: {said}"


def _lone(request: str) -> bool:
    return len(_QUESTION.findall(request)) < 2


def sheet(request: str, proposal: Proposal, found: list[str]) -> str:
    form = proposal.plan.form.form.value if proposal.plan.form else "-"
    lines = [f"## {' '.join(request.split())}", "", f"({proposal.brief.language}, {form})"]
    for task in proposal.plan.tasks:
        subs = [f"   - {sub}" for sub in task.sub_questions if sub != task.question]
        lines += [f"{task.id}. {task.question}{' !' if task.extra_rounds else ''}", *subs]
    return "\n".join((*lines, *(f"> {fault}" for fault in found), ""))


async def read(asked: list[str], home: Path) -> list[tuple[str, Proposal]]:
    async with Service(load({"home": str(home)})) as service:
        await service.ingest((DOCS,))
        rows = [(request, await service.propose(Ask(question=request, docs=(DOCS,)))) for request in asked]
    return [(request, row.proposal) for request, row in rows if row.proposal is not None]


def rules() -> str:
    """How much the reading of requests is made of."""
    asking = sum(len(words) for one in languages() for words in one.questions.model_dump().values())
    shape = sum(len(words) for one in languages() for words in one.request.model_dump().values())
    return f"{len(languages())} languages; {asking} words and patterns on how one asks, {shape} on what is asked for"


def main() -> int:
    missing = [path for path in QUESTIONS if not path.is_file()]
    if missing:
        print(f"skipped: no requests in {', '.join(map(str, missing))}")
        return 0
    pages: list[str] = []
    shares: list[float] = []
    for path in QUESTIONS:
        with tempfile.TemporaryDirectory() as home:
            proposals = asyncio.run(read(requests(path.read_text(encoding="utf-8")), Path(home)))
        sound = 0
        for request, proposal in proposals:
            found = list(faults(request, proposal))
            sound += not found
            pages.append(sheet(request, proposal, found))
            for fault in found:
                print(f"{' '.join(request.split())[:60]}: {fault}")
        shares.append(sound / max(len(proposals), 1))
        print(f"{path.name}: {sound} of {len(proposals)} plans without a fault that a machine can see")
    if where := os.environ.get("SHEET"):
        Path(where).write_text("\n".join(pages), encoding="utf-8")
    print(rules())
    print(f"plans without a fault: {', '.join(f'{share:.0%}' for share in shares)} (≥ {SOUND_SHARE:.0%} each)")
    return 0 if min(shares, default=0) >= SOUND_SHARE else 1
