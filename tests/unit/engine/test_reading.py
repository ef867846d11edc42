"""Which hits are read, and which passages of their pages."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathoms.domain.evidence import Passage
from fathoms.domain.survey import SearchAnswer
from fathoms.engine.thread import reading
from fathoms.engine.thread.reading import (
    beyond,
    choose_hits,
    documents_known,
    fused,
    keyed,
    paid_shares,
    passages,
    remembering,
    shares,
    shown_before,
)
from fathoms.engine.thread.sections import paragraphs
from fathoms.text.words import content_words
from tests.thread_making import make_evidence, make_fact, make_hit, make_page, make_task, make_thread, on


def answer(*urls: str, source: str = "kb") -> SearchAnswer:
    return SearchAnswer(hits=tuple(make_hit(url, source=source) for url in urls))


def chosen(*already: str, **answers: SearchAnswer) -> list[str]:
    return [hit.url for hit in choose_hits(answers, already_read=already)]


def test_at_most_five_documents_are_read_with_all_that_was_found_in_them() -> None:
    assert len(chosen(kb=answer(*(f"kb://w/{n}.md#0-9" for n in range(9))))) == 5
    assert len(chosen(kb=answer(*(f"kb://w/d.md#{n}-{n + 9}" for n in range(9))))) == 9


def test_many_queries_give_one_ranking_of_documents() -> None:
    first = answer("kb://w/a#0-9", "kb://w/b#0-9", "kb://w/b#10-19")
    second = answer("kb://w/c#0-9", "kb://w/b#20-29")
    urls = [hit.url for hit in fused([first, second]).hits]
    assert urls == ["kb://w/a#0-9", "kb://w/c#0-9", "kb://w/b#0-9", "kb://w/b#20-29", "kb://w/b#10-19"]
    assert fused([first]).hits == first.hits
    assert len(fused([answer(*(f"kb://w/{n}#0-9" for n in range(9)))]).hits) == 5


def test_what_a_ranking_holds_beyond_the_documents_that_are_kept_is_not_forgotten() -> None:
    answers = [answer("kb://c/a#0-9", "kb://c/b#0-9", "kb://c/a#9-19"), answer("kb://c/b#0-9", "kb://c/c#0-9")]
    assert [hit.url for hit in fused(answers, most=2).hits] == ["kb://c/b#0-9", "kb://c/a#0-9", "kb://c/a#9-19"]
    assert [hit.url for hit in beyond(answers, most=2)] == ["kb://c/c#0-9"]
    assert beyond(answers, most=3) == ()


def test_the_page_that_one_query_names_is_read_before_those_that_every_query_touches() -> None:
    touched = [f"kb://w/reference-{n}#0-9" for n in range(5)]
    answers = [answer(f"kb://w/own-{n}#0-9", *touched) for n in range(4)]
    read = {hit.url.partition("#")[0] for hit in fused(answers).hits}
    assert read >= {f"kb://w/own-{n}" for n in range(4)}
    assert len(read) == 5


def test_what_every_query_touches_does_not_take_what_others_leave_where_reading_is_paid_for() -> None:
    short, reference = make_page("a" * 3_000, url="kb://w/short"), make_page("b" * 90_000, url="kb://w/reference")
    pages = [short, reference, *(make_page("c" * 2_000, url=f"kb://w/{n}") for n in range(3))]
    assert paid_shares(pages, 100_000, known=()) == (3_000, reading.LONG, 2_000, 2_000, 2_000)
    assert paid_shares([reference], 100_000, known=()) == (90_000,), "alone it has the whole room"
    assert paid_shares(pages, 20_000, known=()) == (3_000, 11_000, 2_000, 2_000, 2_000), "a small window decides"


def test_of_a_document_that_another_task_took_facts_from_only_what_bears_on_the_round_is_shown() -> None:
    text = "".join(f"# Part {n}\n\n{'Something else stands here. ' * 40}\n\n" for n in range(30))
    page = make_page(text + "# Ferry\n\nThe ferry draws 3 MW.", url="kb://w/reference")
    evidence = make_evidence("quay", url="kb://w/reference#0-9")
    known = documents_known(make_thread(make_task(), known=(make_fact("The quay.", evidence=[evidence]),)))
    (most,) = paid_shares([page], 100_000, known)
    found = passages(page, [], content_words("ferry draws"), {}, max_chars=most)
    assert most == reading.KNOWN
    assert ["ferry draws 3 MW" in passage.text for passage in found] == [True]


def test_what_is_left_of_a_ranking_says_how_high_its_own_query_puts_it() -> None:
    first = SearchAnswer(hits=(make_hit("kb://c/a#0-9", score=2.0), make_hit("kb://c/c#0-9", score=0.5)))
    second = SearchAnswer(hits=(make_hit("kb://c/b#0-9", score=0.5), make_hit("kb://c/c#0-9", score=0.45)))
    assert [hit.score for hit in beyond([first, second], most=2)] == [0.9]


def test_what_was_shown_within_a_longer_part_is_not_read_again() -> None:
    assert chosen("kb://w/1#0-500", kb=answer("kb://w/1#100-200")) == ["kb://w/1#100-200"], "its own span is unknown"
    within = SearchAnswer(hits=(make_hit("kb://w/1#100-200", start=100, end=200),))
    assert chosen("kb://w/1#0-500", kb=within) == []
    assert chosen("kb://w/1#0-150", kb=within) == ["kb://w/1#100-200"]


def test_what_earlier_runs_know_is_read_first() -> None:
    known = [make_hit("kb://w/known#0-9")]
    answers = remembering({"kb": answer("kb://w/a#0-9", "kb://w/known#0-9")}, known)
    assert [hit.url for hit in choose_hits(answers, already_read=())] == ["kb://w/known#0-9", "kb://w/a#0-9"]
    assert [hit.url for hit in remembering({}, known)["kb"].hits] == ["kb://w/known#0-9"]


def test_short_documents_leave_their_share_to_long_ones() -> None:
    assert shares([1_000, 100_000, 2_000], 40_000) == (1_000, 37_000, 2_000)
    assert shares([50_000, 50_000], 40_000) == (20_000, 20_000)
    assert shares([], 40_000) == ()


def test_sources_take_turns_each_giving_its_best_first() -> None:
    own = answer("kb://w/1#0-9", "kb://w/2#0-9", "kb://w/3#0-9", "kb://w/4#0-9")
    web = answer("https://a.org/1", "https://b.org/2", source="web")
    assert chosen(kb=own, web=web) == [
        "kb://w/1#0-9",
        "https://a.org/1",
        "kb://w/2#0-9",
        "https://b.org/2",
        "kb://w/3#0-9",
    ]


def test_a_page_is_read_once() -> None:
    web = answer("https://a.org/1?utm_source=x", "https://A.org/1", "https://a.org/1#part", "https://b.org/2")
    assert chosen(web=web) == ["https://a.org/1?utm_source=x", "https://b.org/2"]
    assert chosen("https://a.org/1", web=web) == ["https://b.org/2"]
    assert chosen("kb://w/1#0-9", kb=answer("kb://w/1#0-9", "kb://w/1#10-19")) == ["kb://w/1#10-19"]


def test_one_host_gives_two_at_most_but_own_documents_all() -> None:
    web = answer("https://a.org/1", "https://a.org/2", "https://a.org/3", "https://a.org:8443/4", "http://a.org/5")
    assert chosen(web=web) == ["https://a.org/1", "https://a.org/2", "https://a.org:8443/4", "http://a.org/5"]
    assert len(chosen(kb=answer(*(f"kb://w/{n}.md#0-9" for n in range(4))))) == 4


def test_no_answer_no_reading() -> None:
    assert chosen() == []
    assert chosen(kb=SearchAnswer()) == []


TEXT = (
    "# Skarrow\n\nOpening words about nothing.\n\n"
    "The turbines were delivered in 2024. They weigh 41 tonnes each.\n\n"
    "- porpoise curtailment\n- curtailment costs\n\n"
    "The porpoise returned; turbines stopped."
)
PAGE = make_page(TEXT, title="Skarrow", dated=on(2024), language="en")


def picked(
    wanted: str, *, cap: int = 10_000, spans: tuple[tuple[int, int], ...] = (), text: str = TEXT
) -> list[Passage]:
    page = make_page(text)
    hits = [make_hit(f"kb://world/page.md#{a}-{b}", start=a, end=b, score=0.9, title_path=("T",)) for a, b in spans]
    return list(passages(page, hits, content_words(wanted), {}, max_chars=cap))


def test_spans_are_exact() -> None:
    for passage in picked("turbines porpoise"):
        assert passage.text == TEXT[passage.start : passage.end]


def test_the_hits_own_span_comes_first_with_its_address_and_headings() -> None:
    start = TEXT.index("They weigh")
    end = TEXT.index(" each")
    first, *rest = picked("porpoise", spans=((start, end),))
    assert (first.start, first.end, first.url) == (start, end, f"kb://world/page.md#{start}-{end}")
    assert (first.title_path, first.score) == (("T",), 0.9)
    assert first.before == "The turbines were delivered in 2024."
    assert {p.score for p in rest} == {0.0}
    told = "".join(p.text for p in (first, *rest))
    assert all(word in told for word in TEXT.split()), "the rest of it is shown as well"


LONG = "# Skarrow\n\nOpening words.\n\n" + "".join(
    f"## Part {n}\n\n{filler} {word}.\n\n{filler}\n\n"
    for n, (word, filler) in enumerate(
        [("gulls", "Sand. " * 40), ("porpoise", "Mud. " * 40), ("cranes", "Clay. " * 40)]
    )
)


def test_a_document_that_fits_its_share_is_shown_whole() -> None:
    found = picked("porpoise", text=LONG, cap=len(LONG))
    assert sum(len("".join(p.text.split())) for p in found) == len("".join(LONG.split()))
    assert found[0].text.startswith("## Part 1"), "what is wanted comes first"
    assert all(not p.outline for p in found)


def test_of_one_that_does_not_fit_whole_sections_are_shown_with_the_outline() -> None:
    found = picked("porpoise", text=LONG, cap=len(LONG) // 2)
    assert [p.text.splitlines()[0] for p in found] == ["## Part 1"]
    assert found[0].text.rstrip().endswith("Mud."), "to its end"
    assert found[0].outline == ("Skarrow", "Part 0", "Part 1", "Part 2")
    assert found[0].title_path == ("A page", "Part 1")


def test_a_document_that_was_shown_whole_is_not_read_again_for_any_part_of_it() -> None:
    page = make_page(TEXT, url="kb://w/whole.md")
    shown = [passage.url for passage in passages(page, [], frozenset(), {}, max_chars=len(TEXT))]
    hits = [
        make_hit(f"{page.url}#{span.start}-{span.end}", start=span.start, end=span.end) for span in paragraphs(TEXT)
    ]
    assert chosen(*shown, kb=SearchAnswer(hits=tuple(hits))) == []
    again = shown_before(shown)[page.url]
    assert passages(page, hits, content_words(TEXT), {}, max_chars=len(TEXT), shown=again) == ()


def test_nothing_is_shown_twice() -> None:
    page = make_page(LONG)
    first = passages(page, [], content_words("porpoise"), {}, max_chars=len(LONG) // 2)
    shown = shown_before([p.url for p in first])[page.url]
    rest = passages(page, [], content_words("porpoise"), {}, max_chars=len(LONG), shown=shown)
    assert rest
    assert not any(a.start < b.end and b.start < a.end for a in first for b in rest)
    everything = shown_before([p.url for p in (*first, *rest)])[page.url]
    assert passages(page, [], content_words("porpoise"), {}, max_chars=len(LONG), shown=everything) == ()


def test_paragraphs_with_most_of_the_wanted_words_come_first_where_a_section_is_too_long() -> None:
    found = picked("porpoise turbines", cap=120)
    assert found[0].text == "The porpoise returned; turbines stopped."


def test_weights_decide_what_most_means() -> None:
    page = make_page("common common.\n\nrare.")
    wanted = content_words("common rare")
    weights = {"common": 0.1, "rare": 5.0}
    assert passages(page, [], wanted, weights, max_chars=15)[0].text == "rare."


def test_the_cap_leaves_paragraphs_out_and_never_cuts_one() -> None:
    for cap in range(1, 400, 7):
        found = picked("porpoise turbines delivered", cap=cap)
        assert sum(len(p.text) for p in found) <= cap
        whole = {TEXT[span.start : span.end] for span in paragraphs(TEXT)}
        for passage in found:
            if passage.text not in whole:
                assert all(len(paragraph) > cap for paragraph in whole if passage.text in paragraph)


def test_a_paragraph_beyond_the_cap_is_cut_at_sentence_ends_around_the_wanted_words() -> None:
    text = " ".join(f"Sentence number {n} stands here." for n in range(100)) + " The porpoise swam. More follows."
    found = picked("porpoise", cap=80, text=text)
    assert len(found) == 1
    assert "The porpoise swam." in found[0].text
    assert found[0].text.endswith(".")
    assert found[0].text.startswith("Sentence")
    assert len(found[0].text) <= 80


def test_a_sentence_beyond_the_cap_is_not_quoted_in_part() -> None:
    assert picked("porpoise", cap=50, text="porpoise " * 40) == []


def test_japanese_is_cut_at_its_own_sentence_ends() -> None:
    text = "潮が満ちる。" * 50 + "イルカが戻った。" + "潮が引く。" * 50
    found = picked("イルカ", cap=30, text=text)
    assert "イルカが戻った。" in found[0].text
    assert found[0].text.endswith("。")


def test_a_page_without_a_wanted_word_offers_its_opening_so_that_drift_can_be_seen() -> None:
    found = picked("zebra", cap=100)
    assert [p.text for p in found] == ["# Skarrow"]
    assert picked("zebra", spans=((0, 9),))[0].text == "# Skarrow"


def test_an_empty_page_offers_nothing() -> None:
    assert picked("anything", text="") == []
    assert picked("anything", text=" \n\n ") == []


@pytest.mark.parametrize("span", [(0, 10_000), (-1, 5), (9, 9), (9, 5)])
def test_a_span_that_is_not_in_the_page_is_ignored(span: tuple[int, int]) -> None:
    page = make_page(TEXT)
    hit = make_hit("kb://world/page.md#x", start=span[0], end=span[1])
    found = passages(page, [hit], content_words("porpoise"), {}, max_chars=10_000)
    assert all(p.url != hit.url for p in found)


def test_a_web_page_keeps_its_own_address_for_all_passages() -> None:
    page = make_page(TEXT, url="https://a.org/x")
    found = passages(page, [make_hit("https://a.org/x?utm_source=y")], content_words("porpoise"), {}, max_chars=999)
    assert {p.url for p in found} == {"https://a.org/x"}


def test_overlapping_hits_give_no_word_twice() -> None:
    found = picked("porpoise turbines", spans=((11, 60), (40, 100), (11, 60)))
    taken = sorted((p.start, p.end) for p in found)
    assert all(left[1] <= right[0] for left, right in pairwise(taken))


def test_keys_say_nothing_of_where_a_passage_comes_from() -> None:
    assert [p.key for p in keyed(picked("Sand Mud Clay", text=LONG))] == ["S1", "S2", "S3", "S4"]


def test_a_page_of_megabytes_stays_affordable_even_without_a_blank_line() -> None:
    text = "Words that fill the page go on. " * 60_000 + "The porpoise swam."
    found = picked("porpoise", cap=200, text=text)
    assert "porpoise" in found[0].text


@given(
    st.text(alphabet="ab.\n 。porpise-", max_size=400),
    st.integers(1, 120),
    st.lists(st.tuples(st.integers(-5, 400), st.integers(-5, 400)), max_size=3),
)
def test_whatever_the_page_passages_are_exact_disjoint_and_within_the_cap(
    text: str, cap: int, spans: list[tuple[int, int]]
) -> None:
    found = picked("porpoise ab", cap=cap, spans=tuple(spans), text=text)
    assert sum(p.end - p.start for p in found) <= cap
    taken = sorted((p.start, p.end) for p in found)
    assert all(left[1] <= right[0] for left, right in pairwise(taken))
    assert all(p.text == text[p.start : p.end] != "" for p in found)
