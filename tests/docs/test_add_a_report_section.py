"""The steps of docs/how-to/add-a-report-section.md, applied to a copy of the package and tried in every format."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pypdfium2
import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "add-a-report-section.md").read_text(encoding="utf-8")
MOST_FILES = 4
HEADING = "In figures"
DOCUMENT = "# Kittlehead\n\nThe Kittlehead array has sixteen turbines, 24 MW in all, and was finished in 2023.\n"


def changes() -> list[tuple[str, str, str]]:
    """File, the lines that stand there, and the lines that stand there afterwards, for each change of the page."""
    found = []
    for block in re.findall(r"^```diff\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        name, *lines = block.splitlines()
        before = "\n".join(line[1:] for line in lines if not line.startswith("+"))
        after = "\n".join(line[1:] for line in lines if not line.startswith("-"))
        found.append((name.removeprefix("--- "), before, after))
    return found


def test_a_section_touches_at_most_four_files() -> None:
    assert 0 < len({name for name, _, _ in changes()}) <= MOST_FILES


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the changed package, a document, and a finished run on it."""
    place = tmp_path_factory.mktemp("section")
    shutil.copytree(ROOT / "src" / "fathoms", place / "src" / "fathoms", ignore=shutil.ignore_patterns("__pycache__"))
    for name, before, after in changes():
        file = place / name
        text = file.read_text(encoding="utf-8")
        assert text.count(f"\n{before}\n") == 1, f"{name} has no one place for {before!r}"
        file.write_text(text.replace(f"\n{before}\n", f"\n{after}\n"), encoding="utf-8")
    (place / "docs").mkdir()
    (place / "docs" / "array.md").write_text(DOCUMENT, encoding="utf-8")
    asked = fathoms(place, "ask", "How many turbines has the Kittlehead array?", "--docs", "docs", "--yes")
    assert asked.returncode == 0, asked.stderr
    return place


def fathoms(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    known = os.environ | {"PYTHONPATH": str(place / "src"), "FATHOMS_HOME": str(place / "home")}
    command = [sys.executable, "-m", "fathoms", *words]
    return subprocess.run(command, env=known, cwd=place, capture_output=True, text=True, timeout=120, check=False)


def exported(place: Path, form: str) -> Path:
    target = place / f"report.{form}"
    done = fathoms(place, "export", "last", "--format", form, "-o", str(target))
    assert done.returncode == 0, done.stderr
    return target


def text_of(file: Path) -> str:
    match file.suffix:
        case ".pdf":
            with pypdfium2.PdfDocument(file) as opened:
                return "\n".join(page.get_textpage().get_text_bounded() for page in opened)
        case ".docx":
            with zipfile.ZipFile(file) as parts:
                return re.sub(r"<[^>]+>", " ", parts.read("word/document.xml").decode())
        case _:
            return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("form", ["markdown", "html", "pdf", "docx"])
def test_every_format_shows_the_new_section_before_the_sources(changed: Path, form: str) -> None:
    shown = text_of(exported(changed, form))
    section = shown[shown.rindex(HEADING) :]
    assert "sixteen turbines" in section[: section.rindex("References")]


def test_the_statements_of_the_new_section_are_checked_and_kept(changed: Path) -> None:
    (said,) = json.loads(text_of(exported(changed, "json")))["in_figures"]
    assert said["support"] == "supported"
    assert said["facts"]


def test_the_contents_of_a_page_lead_to_the_new_section(changed: Path) -> None:
    page = text_of(exported(changed, "html"))
    assert f'<a href="#figures">{HEADING}</a>' in page
    assert '<section id="figures">' in page


def test_why_knows_the_sentence(changed: Path) -> None:
    told = fathoms(changed, "why", "last", "sixteen turbines, 24 MW in all")
    assert told.returncode == 0, told.stderr
    assert "array.md" in told.stdout
