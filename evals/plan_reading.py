"""Plans without a model, read by machine and written down for a reader: are they made of the request's own parts?

`QUESTIONS=` names a file with one request a line or, between lines of `---`, requests of several lines; without it the
requests beside this file are planned. `SHEET=` names a file for the plans. Faults that a machine can see: a task with
words that the request has not, a wish for a form as a task, a sentence without an ask as a task, a word of the question
that stands in no task, words of another language.
"""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

from fathoms.domain.brief import EFFORT_LIMITS, Effort
from fathoms.domain.plan import Plan
from fathoms.minds.extractive import ExtractiveMind
from fathoms.ports.mind import BriefRequest, PlanRequest
from fathoms.text.words import content_words, is_spaceless

PROOF = "plans without a model: no invented words, no lost ask, no preamble or format as a task"

QUESTIONS = Path(os.environ.get("QUESTIONS", Path(__file__).parent / "plan_requests.txt"))
SOUND_SHARE = 0.8
_FORM = re.compile(r"\b(?:apa|markdown|bullet points|word limit|\d+ words)\b|字以内|字数|形式で", re.IGNORECASE)
_ASK = re.compile(r"[^.!。！\n]*[?？]")


def requests(text: str) -> list[str]:
    parts = re.split(r"^---\s*$", text, flags=re.MULTILINE)
    found = parts if len(parts) > 1 else text.splitlines()
    return [part.strip() for part in found if part.strip()]


async def planned(request: str) -> Plan:
    mind, limits = ExtractiveMind(), EFFORT_LIMITS[Effort.STANDARD]
    brief = await mind.brief(BriefRequest(question=request, effort=Effort.STANDARD, limits=limits))
    return await mind.plan(PlanRequest(brief=brief))


def faults(request: str, plan: Plan) -> list[str]:
    said = [text for task in plan.tasks for text in (task.question, *task.sub_questions)]
    invented = [text for text in said if content_words(text) - content_words(request)]
    found = [f"words of its own: {text}" for text in invented]
    if len(plan.tasks) > 1:
        found += [f"a wish for a form: {task.question}" for task in plan.tasks if _FORM.search(task.question)]
    told = frozenset[str]().union(*map(content_words, said))
    for ask in _ASK.findall(request):
        if content_words(ask) and len(content_words(ask) & told) < 0.6 * len(content_words(ask)):
            found.append(f"lost: {ask.strip()}")
    mixed = [text for text in said if is_spaceless(text) != is_spaceless(request) and len(text) > 40]
    return found + [f"another language: {text}" for text in mixed]


def sheet(request: str, plan: Plan, found: list[str]) -> str:
    lines = [f"## {' '.join(request.split())}", ""]
    for task in plan.tasks:
        subs = [f"   - {sub}" for sub in task.sub_questions if sub != task.question]
        lines += [f"{task.id}. {task.question}", *subs]
    return "\n".join((*lines, *(f"> {fault}" for fault in found), ""))


def main() -> int:
    if not QUESTIONS.is_file():
        print(f"skipped: no requests in {QUESTIONS}")
        return 0
    asked = requests(QUESTIONS.read_text(encoding="utf-8"))
    pages, sound = [], 0
    for request in asked:
        plan = asyncio.run(planned(request))
        found = faults(request, plan)
        sound += not found
        pages.append(sheet(request, plan, found))
        for fault in found:
            print(f"{' '.join(request.split())[:60]}: {fault}")
    if where := os.environ.get("SHEET"):
        Path(where).write_text("\n".join(pages), encoding="utf-8")
    print(f"{sound} of {len(asked)} plans without a fault that a machine can see")
    return 0 if sound >= SOUND_SHARE * len(asked) else 1
