"""Which questions stay with the user's documents, and which go out."""

from __future__ import annotations

import pytest

from fathoms.domain.evidence import SourceKind
from fathoms.domain.survey import Survey
from fathoms.engine.thread.reach import Reach, reach, within
from fathoms.text.words import tokens
from tests.thread_making import make_survey

WEB = make_survey("web", kind=SourceKind.EXTERNAL)


def documents(text: str = "", *, relevance: float = 0.5) -> Survey:
    return make_survey(relevance=relevance, documents=3, state="s", weights=dict.fromkeys(tokens(text), 1.0))


def far(question: str, kb: Survey | None = None, *, task: str = "", both_named: bool = True) -> Reach:
    return reach(question, task or question, (kb or documents(), WEB), both_named=both_named)[0]


@pytest.mark.parametrize(
    "question",
    [
        "How does our system handle retries?",
        "What is our current retention period?",
        "Which database do we use for billing?",
        "What do the internal guidelines say on travel?",
        "弊社の勤怠システムはどう動いていますか",
        "Wie funktioniert unser Abrechnungssystem?",
    ],
)
def test_what_is_ones_own_never_goes_out(question: str) -> None:
    assert far(question) is Reach.HOME


@pytest.mark.parametrize(
    "question",
    [
        "How old is our planet?",
        "How many moons are in our solar system?",
        "Why do we sleep?",
        "What is the capital of France?",
        "How does our retention compare with the industry?",
        "当社の離職率は業界と比べてどうか",
    ],
)
def test_what_is_everybodys_or_asks_for_both_goes_out(question: str) -> None:
    assert far(question) is Reach.EVERYWHERE


def test_of_a_question_that_asks_for_both_the_own_task_stays_at_home() -> None:
    question = "How does our retention compare with the industry?"
    assert far(question, task="What is our retention?") is Reach.HOME
    assert far(question, task="What retention is usual in the industry?") is Reach.EVERYWHERE


@pytest.mark.parametrize(
    ("question", "known", "stays"),
    [
        ("Who leads Project Falcon?", "the project falcon team", True),
        ("Who leads Project Gutenberg?", "the falcon team", False),
        ("What does INC-2041 describe?", "inc-2041 inc 2041", True),
        ("What is stored in billing_events?", "billing_events billing events", True),
    ],
)
def test_a_name_of_internal_form_that_the_documents_know_stays(question: str, known: str, stays: bool) -> None:
    assert (far(question, documents(known)) is Reach.HOME) is stays


def test_a_probe_above_four_fifths_keeps_the_first_round_at_home() -> None:
    kb, question = documents(relevance=0.9), "How many turbines has the array?"
    assert far(question, kb, both_named=False) is Reach.HOME_FIRST
    assert [s.source for s in within((kb, WEB), Reach.HOME_FIRST, round=1)] == ["kb"]
    assert [s.source for s in within((kb, WEB), Reach.HOME_FIRST, round=2)] == ["kb", "web"]
    assert far(question, documents(relevance=0.8), both_named=False) is Reach.EVERYWHERE


def test_who_names_documents_and_the_web_has_both_searched() -> None:
    assert far("How many turbines has the array?", documents(relevance=0.9), both_named=True) is Reach.EVERYWHERE


@pytest.mark.parametrize("question", ["What is the latest price of a turbine?", "タービンの最新の価格は"])
def test_words_of_currency_send_a_question_out(question: str) -> None:
    assert far(question, documents(relevance=0.9), both_named=False) is Reach.EVERYWHERE


def test_without_documents_there_is_no_home_to_stay_at() -> None:
    empty = make_survey(phases=())
    for surveys in ((WEB,), (empty, WEB)):
        assert reach("How does our system work?", "", surveys, both_named=True)[0] is Reach.EVERYWHERE
