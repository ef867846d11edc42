"""Links that lead on: what is noticed, what is followed, and what is not."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from fathoms.domain.evidence import Page, PageLink, SourceKind
from fathoms.domain.thread import (
    Failure,
    Insight,
    InsightKind,
    RoundRecord,
    Scope,
    SubQuestion,
    SubQuestionStatus,
    ThreadState,
)
from fathoms.engine.thread import links

ASKED = "How deep is the north quay of Skarrow?"
AT = datetime(2026, 1, 1, tzinfo=UTC)


def page(*found: PageLink, kind: SourceKind = SourceKind.EXTERNAL) -> Page:
    return Page(
        id="p-1",
        url="https://harbour.example/",
        title="Harbour authority",
        text="…",
        source="web",
        kind=kind,
        fetched_at=AT,
        links=found,
    )


def link(text: str, around: str = "", url: str = "https://harbour.example/soundings") -> PageLink:
    return PageLink(url=url, text=text, around=around or text)


def thread(*insights: Insight, read: tuple[str, ...] = (), lost: tuple[str, ...] = ()) -> ThreadState:
    record = RoundRecord(
        number=1,
        scope=Scope(round=1),
        insights=insights,
        read_urls=read,
        failures=tuple(Failure(what="read", target=url, reason="gone") for url in lost),
        at=AT,
    )
    return ThreadState(
        task="1",
        name="1-quay",
        sub_questions=(SubQuestion(id="q1", text=ASKED),),
        rounds=(record,),
        budget=3,
        ceiling=3,
    )


@pytest.mark.parametrize(
    ("text", "around", "is_noticed"),
    [
        ("Depth of the north quay", "", True),  # 2 of 4 words
        ("The quay", "", False),  # 1 of 4
        ("The quay", "The quay in the north of the harbour", True),  # its paragraph has the second
        ("Details", "How deep is the north quay of Skarrow: details", False),  # none in the link itself
    ],
)
def test_a_link_counts_where_it_and_its_paragraph_speak_of_half_of_what_is_asked(
    text: str, around: str, *, is_noticed: bool
) -> None:
    found = links.noticed([page(link(text, around))], [ASKED])
    assert bool(found) is is_noticed
    assert all(one.kind is InsightKind.LINKED_SOURCE and one.url.endswith("/soundings") for one in found)


def test_a_link_in_a_document_of_ones_own_is_never_followed() -> None:
    assert links.noticed([page(link(ASKED), kind=SourceKind.INTERNAL)], [ASKED]) == ()


def test_of_many_links_the_best_six_are_kept_each_page_once() -> None:
    many = [link(ASKED, url=f"https://harbour.example/{n}") for n in range(9)]
    found = links.noticed([page(link("north quay", url="https://harbour.example/0"), *many)], [ASKED])
    assert len(found) == links.MOST_NOTICED
    assert len({one.url for one in found}) == links.MOST_NOTICED


def test_two_links_a_round_are_followed_and_none_that_was_read_or_could_not_be() -> None:
    found = links.noticed([page(*(link(ASKED, url=f"https://harbour.example/{n}") for n in range(5)))], [ASKED])
    begun = thread(*found, read=("https://harbour.example/0",), lost=("https://harbour.example/1",))
    assert [hit.url for hit in links.to_follow(begun)] == ["https://harbour.example/2", "https://harbour.example/3"]


def test_a_link_to_what_is_answered_already_is_not_followed() -> None:
    found = links.noticed([page(link(ASKED))], [ASKED])
    begun = thread(*found)
    done = begun.sub_questions[0].model_copy(update={"status": SubQuestionStatus.ANSWERED})
    assert links.to_follow(begun)
    assert links.to_follow(begun.model_copy(update={"sub_questions": (done,)})) == ()
