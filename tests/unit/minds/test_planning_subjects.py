"""What a question is about: the thing, not the place it happens to name first."""

from __future__ import annotations

from datetime import date

import pytest

from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.evidence import SourceKind
from fathoms.domain.survey import Survey
from fathoms.minds.extractive.plan.briefing import make_brief
from fathoms.minds.extractive.read.shapes import take_apart
from fathoms.ports.mind import BriefRequest


def brief(question: str, *, newest: int | None = None) -> Brief:
    last = date(newest, 6, 1) if newest else None
    survey = Survey(source="kb", kind=SourceKind.INTERNAL, phases=(), last_date=last)
    return make_brief(
        BriefRequest(
            question=question,
            effort=Effort.STANDARD,
            limits=EFFORT_LIMITS[Effort.STANDARD],
            surveys=(survey,),
        )
    )


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("Give me a comprehensive overview of offshore wind in Scotland.", "offshore wind in Scotland"),
        ("Describe in detail tidal power in Veskerry.", "tidal power in Veskerry"),
        ("How does ferry charging at Cold Quay work, and what are its limits?", "ferry charging at Cold Quay"),
        ("What is the capital of France?", "France"),
        ("Who invented the telephone?", "telephone"),
        ("How many turbines has the array, and what did it cost?", "array"),
        ("How many cars does the old ferry carry?", "old ferry"),
        ("How many people has the fire brigade trained since 2020?", "fire brigade"),
        ("How many porpoises were counted?", "porpoises"),
        ("Why is the sky blue?", "sky"),
        ("At what temperature does ethanol boil at sea level?", "ethanol"),
        ("Conduct a thorough review of desalination.", "desalination"),
        ("Analyze the causes and consequences of the 2008 financial crisis comprehensively.", "2008 financial crisis"),
        ("Give an overview of solid-state batteries: makers, problems and prices.", "solid-state batteries"),
        ("日本における潮流発電の歴史と現状について教えてください。", "日本における潮流発電"),
        ("フェリーの電動化の経緯と現状を詳しく教えてください。", "フェリーの電動化"),
        ("再生可能エネルギーの導入の課題と対策を分析してください。", "再生可能エネルギーの導入"),
        ("フランスの首都は何ですか。", "フランス"),
    ],
)
def test_the_subject_is_what_is_asked_about(question: str, subject: str) -> None:
    assert take_apart(question).subject == subject


def test_a_long_noun_phrase_is_never_cut_inside_a_word() -> None:
    question = "Describe thoroughly the safety record of lithium iron phosphate batteries in home storage systems."
    assert take_apart(question).subject == "safety record of lithium iron phosphate batteries"


def test_a_unit_is_no_subject() -> None:
    assert brief("How much of the 12 MW of wind is used by Veskerry?").subjects[0].name == "Veskerry"


@pytest.mark.parametrize(
    ("question", "newest", "period"),
    [
        ("What is the outlook to 2030 for green hydrogen?", 2026, None),
        ("What is the outlook to 2030 for green hydrogen?", None, None),
        ("How did output change from 2022 to 2030?", 2026, (2022, 2026)),
        ("How did output change in 2026?", 2026, (2026, 2026)),
        ("How did output change in 2027?", 2026, None),
        ("How did output change in 2021?", 2026, (2021, 2021)),
        ("How did output change in 2020?", 2026, None),
    ],
)
def test_only_years_that_documents_can_be_from_are_a_scope(
    question: str, newest: int | None, period: tuple[int, int] | None
) -> None:
    found = brief(question, newest=newest).period
    assert ((found.first, found.last) if found else None) == period


def test_no_subject_of_a_list_is_left_out() -> None:
    sides = ("Kittlehead", "Skarrow", "Veskerry", "Marlock", "Genoa", "Lerwick", "Bergen", "Oban", "Stavanger")
    listed = f"{', '.join(sides[:-1])} and {sides[-1]}"
    assert tuple(subject.name for subject in brief(f"Compare {listed}.").subjects) == sides
