"""What the page docs/how-to/with-and-without-a-model.md shows, made by asking: `python -m tests.docs.side_by_side`
writes it into the page.

The model is played: a script says what a careful writer would make of the quotes that it is shown, and one thing that
no quote says, so that the page can show what becomes of that.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from fathoms.testing.model_server import Answer, Asked, Fault, ModelServer, honest
from tests.docs.page_steps import ROOT

PAGE = ROOT / "docs" / "how-to" / "with-and-without-a-model.md"
QUESTION = "How deep is the harbour of Anselm, and what does it cost to enter it?"
DEPTH, FEE = "How deep is the harbour of Anselm?", "What does it cost to enter the harbour of Anselm?"
DOCUMENTS = {
    "depth.md": "# Soundings\n\nThe harbour of Anselm is nine metres deep at low water. Its bar silts up in winter.\n",
    "fees.md": "# Fees\n\nTo enter the harbour of Anselm costs forty crowns. Fishing boats of the town pay nothing.\n",
}


def played(asked: Asked) -> Answer | str | Fault:
    """A model that plans two tasks, quotes whole sentences, and writes."""
    match asked.role:
        case "plan":
            tasks = [
                {"id": "1", "question": DEPTH, "heading": "Depth", "sub_questions": [DEPTH]},
                {"id": "2", "question": FEE, "heading": "Cost of entry", "sub_questions": [FEE]},
            ]
            return {"tasks": tasks, "strategy": "aspect", "broad": False, "approach": "one task for each thing asked"}
        case "finding":
            return _section(asked)
        case "editor":
            marks = _marks(asked)
            told = f"The harbour of Anselm is nine metres deep at low water {marks['nine metres']}."
            paid = f"To enter it costs forty crowns {marks['forty crowns']}."
            return {"short_answer": f"{told} {paid}", "key_points": []}
        case "judge":
            verdicts = [
                {"id": key, "verdict": "beyond" if "largest" in text else "supported"}
                for key, text in asked.blocks("statement").items()
            ]
            return {"verdicts": verdicts}
    return honest(asked)


def _section(asked: Asked) -> Answer:
    marks = _marks(asked)
    if f"This section answers: {DEPTH}" in asked.user:
        deep = f"At low water the harbour is nine metres deep {marks['nine metres']}."
        text = f"{deep} It is the largest harbour of the coast {marks['nine metres']}."
    else:
        text = f"Entering the harbour costs forty crowns {marks['forty crowns']}."
    paragraphs = [{"heading": "", "text": text}]
    return {"paragraphs": paragraphs, "depth": "adequate", "sufficient": True, "trust": "high"}


def _marks(asked: Asked) -> dict[str, str]:
    """By the words that a fact holds, the mark that cites it."""
    facts = asked.blocks("fact").items()
    return {words: f"[{key}]" for words in ("nine metres", "forty crowns") for key, text in facts if words in text}


def asked_for(place: Path, *flags: str) -> str:
    """The report as it is printed, without its last part, which tells of this very run."""
    command = [sys.executable, "-m", "fathoms", "ask", QUESTION, "--docs", "harbour", "--yes", *flags]
    known = os.environ | {"FATHOMS_HOME": str(place / "home")}
    done = subprocess.run(command, cwd=place, env=known, capture_output=True, text=True, timeout=120, check=True)
    told = re.split(r"^## (?:About this report|How this was made)$", done.stdout, flags=re.MULTILINE)[0].strip()
    return re.sub(r"harbour-[0-9a-f]{8}", "harbour-…", told)  # named after where the folder is


def made() -> tuple[str, str]:
    """The same question without and with a model."""
    with tempfile.TemporaryDirectory() as folder, ModelServer(played) as server:
        place = Path(folder)
        (place / "harbour").mkdir()
        for name, text in DOCUMENTS.items():
            (place / "harbour" / name).write_text(text, encoding="utf-8")
        without = asked_for(place)
        return without, asked_for(place, "--fresh", "--model", f"{server.url}#a-model")


def filled(page: str) -> str:
    """The page with the two reports in its two blocks."""
    reports = iter(made())
    fenced = re.compile(r"^````markdown\n.*?^````$", re.MULTILINE | re.DOTALL)
    return fenced.sub(lambda _: f"````markdown\n{next(reports)}\n````", page)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
