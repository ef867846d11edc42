"""A value of a block of code that no evidence holds becomes a blank; the rest of the block stays as it is."""

from __future__ import annotations

import pytest
from report_making import make_fact, make_page

from fathoms.engine.evidence.support import Grounds
from fathoms.report.build.blanking import blanked, left_out, stands

SAID = (
    "Create it with `nats stream add ORDERS --storage file --retention limits --replicas 3 --max-age=1y`. "
    "The key retention may be limits; the key storage is file."
)
GROUNDS = Grounds([make_fact(make_page(SAID), SAID)])
COMMAND = "nats stream add ORDERS --storage file --retention work --replicas 3"


@pytest.mark.parametrize("words", ["work", "--retention work", "`--retention work`", "retention=work"])
def test_a_value_that_a_judge_names_becomes_a_blank_named_after_its_flag(words: str) -> None:
    assert blanked(COMMAND, [words], GROUNDS) == COMMAND.replace("work", "<retention>")


@pytest.mark.parametrize(
    ("code", "words", "left"),
    [
        ("nats stream add --replicas 7", [], "nats stream add --replicas <replicas>"),
        ("nats stream add --max-age=7y --storage file", [], "nats stream add --max-age=<max-age> --storage file"),
        ("nats stream add --ack --storage file", [], "nats stream add --storage file"),
        ("nats stream add --tag a --storage file", [], "nats stream add --storage file"),
        ("nats stream add --storage file --replicas 3", ["--replicas"], "nats stream add --storage file"),
        ("nats stream add ORDERS 9", [], "nats stream add ORDERS <value>"),
        ("nats stream add \\\n  --storage file \\\n  --tag a", [], "nats stream add \\\n  --storage file"),
        ("nats stream add \\\n  --tag a \\\n  --storage file", [], "nats stream add \\\n  --storage file"),
        ("nats stream add\nnats frob now", ["frob now"], "nats stream add\nnats <value>"),
        ("nats stream add\nfrob now", ["frob"], "nats stream add"),
        ("# waits 9 s\nnats stream add", [], "nats stream add"),
        ("retention: work\nstorage: file", ["work"], "retention: <retention>\nstorage: file"),
        ('{"retention": "work", "storage": "file"}', ["work"], '{"retention": "<retention>", "storage": "file"}'),
        ('{\n  "storage": "file",\n  "shade": 4\n}', ["shade"], '{\n  "storage": "file"\n}'),
        ("retention = work", ["retention = work"], "retention = <retention>"),
        ("nats stream add --replicas $N --storage <kind>", [], "nats stream add --replicas $N --storage <kind>"),
    ],
)
def test_only_what_does_not_stand_is_left_out(code: str, words: list[str], left: str) -> None:
    assert blanked(code, words, GROUNDS) == left
    assert blanked(left, [], GROUNDS) == left


def test_of_an_example_of_the_reports_own_only_figures_and_what_a_judge_names_become_blanks() -> None:
    code = "nats stream add --tag a --replicas 7 --storage tape"
    assert blanked(code, [], GROUNDS, own=True) == "nats stream add --tag a --replicas <replicas> --storage tape"
    assert blanked(code, ["tape"], GROUNDS, own=True).endswith("--replicas <replicas> --storage <storage>")


def test_nothing_is_made_where_a_named_word_is_not_there_or_only_blanks_would_be_left() -> None:
    assert blanked(COMMAND, ["interest"], GROUNDS) == ""
    assert blanked("9", [], GROUNDS) == ""
    assert blanked("frob --shade 4", ["frob"], GROUNDS) == ""


def test_a_figure_of_the_question_is_the_users_own() -> None:
    asked = Grounds([make_fact(make_page(SAID), SAID)], asked="We have 5 servers.")
    assert blanked("nats stream add --replicas 5", [], asked) == "nats stream add --replicas 5"
    assert blanked("nats stream add --replicas 5", [], GROUNDS) == "nats stream add --replicas <replicas>"


@pytest.mark.parametrize(
    ("code", "holds"),
    [
        ("nats stream add ORDERS --storage file --replicas 3", True),
        ("nats stream add ORDERS --retention <retention>", True),
        ("# as a trial\nretention: limits", True),
        (COMMAND, False),
        ("nats stream add --replicas 7", False),
        ("nats stream add --tag <tag>", False),
        ("frob ORDERS", False),
    ],
)
def test_a_block_stands_when_each_command_flag_value_and_figure_does(code: str, holds: bool) -> None:
    assert stands(code, GROUNDS) is holds


def test_what_was_left_out_is_told_where_a_blank_stands_for_it() -> None:
    assert left_out(COMMAND, COMMAND.replace("work", "<retention>")) == "work"
    assert left_out(COMMAND, COMMAND.replace("work", "limits")) == ""
