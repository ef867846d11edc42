"""A question in a language that was not understood is told from one that the sources do not answer."""

from __future__ import annotations

import pytest

from fathoms.domain.evidence import Confidence, Evidence, Fact, SourceKind
from fathoms.domain.plan import TaskStatus
from fathoms.domain.report import TaskOutcome
from fathoms.domain.survey import Survey
from fathoms.runtime.languages import not_understood

GERMAN = "Wie viele Turbinen hat das Kraftwerk und was hat es gekostet?"
FRENCH = "Combien de turbines compte le parc de Kittlehead, et combien a-t-il coûté ?"
CHINESE = "明月水电站有多少台涡轮机？造价是多少？"
POLISH = "Ile turbin ma elektrownia i ile kosztowała jej budowa?"
JAPANESE = "発電所にはタービンが何台ありますか。"
ENGLISH = "How many turbines does the power station have?"


def survey(*languages: str) -> Survey:
    counted = tuple((code, 3) for code in languages)
    return Survey(source="documents", kind=SourceKind.INTERNAL, phases=(), languages=counted)


def outcome(*, loose: bool) -> TaskOutcome:
    evidence = Evidence(
        page_id="p", url="kb://d/a", title="A", quote="q", start=0, end=1, source="s", kind=SourceKind.INTERNAL
    )
    fact = Fact(id="f", claim="q", evidence=(evidence,), confidence=Confidence.PLAUSIBLE, loose=loose)
    return TaskOutcome(task="1", status=TaskStatus.DONE, facts=(fact,))


def told(question: str, *languages: str, by_model: bool = False, loose: bool = True) -> str:
    found = not_understood(question, (survey(*languages),), (outcome(loose=loose),), by_model=by_model)
    assert all((failure.what, failure.target) == ("language", question) for failure in found)
    return " / ".join(failure.reason for failure in found)


@pytest.mark.parametrize("question", [GERMAN, FRENCH, CHINESE])
def test_another_language_than_that_of_the_documents_is_named_as_the_reason(question: str) -> None:
    assert "another language than the documents (en, ja)" in told(question, "en", "ja")
    assert "another language" in told(question, "en", by_model=True)


def test_documents_in_the_same_language_need_a_model_too() -> None:
    assert "only with a model" in told(POLISH, "pl")
    assert told(POLISH, "pl", by_model=True) == ""


@pytest.mark.parametrize(("question", "language"), [(GERMAN, "de"), (FRENCH, "fr"), (CHINESE, "zh")])
def test_a_language_with_a_file_of_its_own_needs_none(question: str, language: str) -> None:
    assert told(question, language) == ""


def test_a_language_that_is_understood_is_no_reason() -> None:
    assert told(ENGLISH, "en") == told(JAPANESE, "en", "ja") == ""


def test_where_the_language_of_either_is_not_known_nothing_is_said() -> None:
    assert told("Kittlehead turbines?", "de") == told(ENGLISH) == ""


def test_what_was_found_needs_no_reason() -> None:
    assert told(GERMAN, "en", loose=False) == ""
