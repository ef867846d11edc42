"""Things of one name: which pages are of the one that is meant."""

from __future__ import annotations

import pytest

from fathoms.domain.thread import DriftKind, Sifted, ThreadState
from fathoms.engine.thread import drift, namesakes
from tests.thread_making import make_brief, make_passage, make_task, make_thread

PLANET = make_passage("A year on Mercury lasts 88 days on this planet.", title="Mercury", url="https://a.example/p")
ELEMENT = make_passage("Mercury melts at minus 38.8 degrees.", title="Mercury (element)", url="https://b.example/e")


def meaning(key: str = "planet") -> ThreadState:
    return make_thread(make_task(question="How long is a year on Mercury?")).model_copy(
        update={"keys": {"Mercury": key}}
    )


@pytest.mark.parametrize(
    ("title", "text", "drifts"),
    [
        ("Mercury (element)", "Mercury melts at minus 38.8 degrees.", True),
        ("Mercury (element)", "Unlike the planet Mercury, the element melts.", False),
        ("Mercury (planet)", "A year on Mercury lasts 88 days.", False),
        ("Mercury", "Mercury melts at minus 38.8 degrees.", False),
        ("Freddie Mercury (singer)", "Mercury sang.", False),
    ],
)
def test_a_page_of_another_thing_of_the_same_name_drifts(title: str, text: str, drifts: bool) -> None:
    page = make_passage(text, title=title, url="https://a.example/x")
    sifted = drift.sift([page], make_brief(), make_task(subjects=()), meaning())
    assert [one.drift for one in sifted.drifts] == ([DriftKind.SUBJECT] if drifts else [])


def test_a_name_without_a_key_has_no_namesakes() -> None:
    thread = make_thread(make_task(subjects=()))
    assert drift.sift([ELEMENT], make_brief(), make_task(subjects=()), thread).drifts == ()
    assert namesakes.told(thread, Sifted(kept=(PLANET,))) == ()


def test_candidates_are_confirmed_or_eliminated_by_named_pages_once() -> None:
    thread = meaning()
    sifted = drift.sift([PLANET, ELEMENT], make_brief(), make_task(subjects=()), thread)
    told = namesakes.told(thread, sifted)
    assert told == (
        "Mercury (planet): confirmed by Mercury, https://a.example/p",
        "Mercury (element): eliminated by https://b.example/e",
    )
    later = thread.model_copy(update={"disambiguation": told})
    assert namesakes.told(later, sifted) == ()
