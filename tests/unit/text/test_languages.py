"""Languages are files: a further one needs no code."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from fathoms.text import lang

HOW_TO = Path(__file__).parents[3] / "docs" / "how-to" / "add-a-language.md"
ELSEWHERE = """
import sys
from pathlib import Path
from fathoms.text import lang
lang.FOLDER = Path(sys.argv[1])
"""


def block(kind: str) -> str:
    """The one code block of this kind in the how-to."""
    [found] = re.findall(rf"```{kind}\n(.*?)```", HOW_TO.read_text("utf-8"), re.DOTALL)
    return str(found)


def test_a_file_dropped_into_the_folder_is_a_language(tmp_path: Path):
    (tmp_path / "xx.toml").write_text('name = "Third"\nstop_words = "ay bee"\n', "utf-8")
    [language] = lang.load(tmp_path)
    assert (language.code, language.name, language.stop_words) == ("xx", "Third", ("ay", "bee"))


def test_the_steps_of_the_how_to_make_a_further_language_without_code(tmp_path: Path):
    for file in lang.FOLDER.glob("*.toml"):
        shutil.copy(file, tmp_path)
    (tmp_path / "de.toml").write_text(block("toml"), "utf-8")
    subprocess.run([sys.executable, "-c", ELSEWHERE + block("python"), str(tmp_path)], check=True, timeout=60)


@pytest.mark.parametrize("text", ['name = "X"\nstop_wrods = "a"\n', "rank = 1\n", 'name = "X"\nstop_words = 3\n'])
def test_a_file_that_nobody_can_read_right_is_refused(tmp_path: Path, text: str):
    (tmp_path / "xx.toml").write_text(text, "utf-8")
    with pytest.raises(ValidationError):
        lang.load(tmp_path)


def test_every_shipped_file_is_a_language_with_a_name():
    assert {language.code for language in lang.languages()} >= {"en", "ja"}
    assert all(language.name for language in lang.languages())
