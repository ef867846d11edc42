"""Languages are files: a further one needs no code."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from fathoms.text import lang

THIRD = """
name = "German"
function_words = "der die und das ist nicht"
stop_words = "der die das und"
[calendar]
months = "januar februar märz april mai juni juli august september oktober november dezember"
[numbers]
ones = "null eins zwei drei vier"
[denials]
words = ["nicht", "kein(?:e[mnrs]?)?"]
[units]
m = "Meter"
[places.Europe]
Germany = ["Deutschland", "deutsch"]
"""
READ = """
from fathoms.text import lang
from pathlib import Path
lang.FOLDER = Path(__import__("sys").argv[1])
from fathoms.text.dates import Date, dates_and_rest
from fathoms.text.denials import denies
from fathoms.text.figures import figures_in
from fathoms.text.places import mentioned
from fathoms.text.words import tokens
assert dates_and_rest("am 8 Oktober 2022")[0] == (Date(2022, 10, 8),)
assert denies("Das Tor ist nicht offen") and denies("keine Angabe")
assert [(figure.value, figure.unit.dimension) for figure in figures_in("drei Meter")] == [(3, "length")]
assert mentioned("in Deutschland") == ("Germany",)
assert tokens("das Tor und die Burg") == ["tor", "burg"]
"""


def test_a_file_dropped_into_the_folder_is_a_language(tmp_path: Path):
    (tmp_path / "xx.toml").write_text('name = "Third"\nstop_words = "ay bee"\n', "utf-8")
    [language] = lang.load(tmp_path)
    assert (language.code, language.name, language.stop_words) == ("xx", "Third", ("ay", "bee"))


def test_a_further_language_is_understood_without_code(tmp_path: Path):
    for file in lang.FOLDER.glob("*.toml"):
        shutil.copy(file, tmp_path)
    (tmp_path / "de.toml").write_text(THIRD, "utf-8")
    subprocess.run([sys.executable, "-c", READ, str(tmp_path)], check=True, timeout=60)


@pytest.mark.parametrize("text", ['name = "X"\nstop_wrods = "a"\n', "rank = 1\n", 'name = "X"\nstop_words = 3\n'])
def test_a_file_that_nobody_can_read_right_is_refused(tmp_path: Path, text: str):
    (tmp_path / "xx.toml").write_text(text, "utf-8")
    with pytest.raises(ValidationError):
        lang.load(tmp_path)


def test_every_shipped_file_is_a_language_with_a_name():
    assert {language.code for language in lang.languages()} >= {"en", "ja"}
    assert all(language.name for language in lang.languages())
