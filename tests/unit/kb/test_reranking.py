"""What a search found, read again with the question: the best first, and whether it answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evals.ablation import RULES as ABLATED
from evals.ablation import without
from fathoms.domain.knowledge import Found
from fathoms.sources.kb.reranking import CLOSELY, NEAR, POOL, reranked
from fathoms.text.pieces import ANSWER_WORDS

QUESTION = "How long does the ferry take to the outer island?"


class Reader:
    """Scores a passage by the number that stands in it."""

    name = "reader"

    def __init__(self, *, multilingual: bool = False, answers_from: float | None = 0.0) -> None:
        self.multilingual, self.answers_from = multilingual, answers_from
        self.read: list[str] = []

    def score(self, question, texts):
        self.read += texts
        return [float(text.rpartition(" ")[2]) for text in texts]


def hits(*scores: float, language: str = "en") -> list[Found]:
    return [
        Found(
            chunk=n, document=1, collection="c", path="a.md", title="Ferry", title_path=("Ferry", "Times"),
            text=f"passage {score}", start=0, end=9, score=1 - n / 10, language=language,
        )
        for n, score in enumerate(scores)
    ]  # fmt: skip


def test_the_readers_choice_comes_first_and_the_others_by_both_scores():
    found = reranked(QUESTION, hits(-2, -9, 4, -3), (), Reader(), limit=4)
    assert [one.chunk for one in found] == [2, 0, 3, 1]
    assert found[0].score == 1.0 > found[1].score


def test_the_reader_sees_the_headings_above_a_passage():
    reader = Reader()
    reranked(QUESTION, hits(1, 2), (), reader, limit=2)
    assert set(reader.read) == {"Ferry › Times\npassage 1", "Ferry › Times\npassage 2"}


@pytest.mark.parametrize(("score", "answers"), [(0.0, True), (-0.1, False)])
def test_a_passage_answers_from_the_readers_own_mark_on(score, answers):
    found = reranked(QUESTION, hits(score, -9), (), Reader(answers_from=0.0), limit=2)
    assert [one.answers for one in found] == [answers, False]


def test_a_reader_without_a_mark_says_nothing_of_answers():
    assert [one.answers for one in reranked(QUESTION, hits(3, 2), (), Reader(answers_from=None), limit=2)] == [
        None,
        None,
    ]


@pytest.mark.parametrize(
    "question", ["フェリーは離島まで何分かかりますか", "Wie lange braucht die Fähre bis zu der Insel?"]
)
def test_a_reader_of_english_leaves_other_languages_as_they_were(question):
    given = hits(1, 5)
    assert reranked(question, given, (), Reader(), limit=2) == tuple(given)
    assert reranked(question, given, (), Reader(multilingual=True), limit=2)[0].chunk == 1


def test_a_reader_of_english_leaves_documents_in_other_languages_as_they_were():
    given = hits(1, 5, language="ja")
    assert reranked("useRef createRef", given, (), Reader(), limit=2) == tuple(given)


def test_only_the_best_of_the_search_are_read():
    reader = Reader()
    assert len(reranked(QUESTION, hits(*range(POOL + 5)), (), reader, limit=3)) == 3
    assert len(dict.fromkeys(reader.read)) == POOL


def test_passages_that_are_about_the_same_are_read_beside_those_of_the_search():
    reader = Reader()
    near = [replace(one, chunk=one.chunk + 100, score=0.5) for one in hits(*[7] * (NEAR + 3))]
    found = reranked(QUESTION, hits(1, 2), [*hits(1), *near], reader, limit=1)
    assert len(reader.read) == 2 + NEAR + 1  # the best one is read once more, part by part
    assert found[0].chunk == 100


def test_what_the_search_put_first_is_never_farther_down_than_the_third_place():
    found = reranked(QUESTION, hits(-9, 5, 4, 3, 2), (), Reader(), limit=5)
    assert [one.chunk for one in found] == [1, 2, 0, 3, 4]
    assert sorted((one.score for one in found), reverse=True) == [one.score for one in found]


class PartReader(Reader):
    """Likes a few words that say what has sunk, and no whole passage."""

    def score(self, question, texts):
        return [float("sunk" in text and len(text.split()) < 90) for text in texts]


SUNK = "The quay had sunk by then."


def filler(sentences: int) -> str:
    return " ".join(f"Filler number {n} says little of note here." for n in range(sentences))


def passages(*texts: str) -> list[Found]:
    return [replace(one, text=text, start=100) for one, text in zip(hits(*range(len(texts))), texts, strict=True)]


def pointed_at(found: Found) -> str:
    start, end = found.focus or (found.start, found.start)
    return found.text[start - found.start : end - found.start]


def test_of_the_best_passage_the_part_that_answers_best_is_pointed_at():
    given = passages(f"{filler(12)} {SUNK} {filler(12)}", filler(12))
    first, _ = reranked(QUESTION, given, (), PartReader(), limit=2)
    assert SUNK in pointed_at(first)
    assert len(pointed_at(first).split()) <= ANSWER_WORDS


@pytest.mark.parametrize(("place", "is_first"), [(CLOSELY - 1, True), (CLOSELY, False)])
def test_the_passage_with_the_best_part_of_the_first_three_comes_first(place, is_first):
    given = passages(*[filler(12)] * place, f"{filler(12)} {SUNK}")
    found = reranked(QUESTION, given, (), PartReader(), limit=place + 1)
    assert (SUNK in pointed_at(found[0])) is is_first
    assert sorted((one.score for one in found), reverse=True) == [one.score for one in found]


def test_of_each_of_the_first_three_the_part_that_answers_best_is_pointed_at():
    given = passages(*[f"{filler(12)} {SUNK} {filler(12)}"] * (CLOSELY + 1))
    found = reranked(QUESTION, given, (), PartReader(), limit=CLOSELY + 1)
    assert [SUNK in pointed_at(one) for one in found] == [True] * CLOSELY + [False]
    assert all(len(pointed_at(one).split()) <= ANSWER_WORDS for one in found)


@pytest.mark.parametrize("rule", ABLATED)
def test_every_rule_that_is_taken_away_to_measure_it_is_there(rule: str) -> None:
    with without(rule):
        pass


def test_a_passage_that_is_nothing_but_a_label_has_no_part_that_answers():
    label = replace(hits(9)[0], text="(the-ferry)=\n")
    found = reranked(QUESTION, [*hits(1, 2), replace(label, chunk=7)], (), LabelReader(), limit=3)
    assert {one.chunk: one.focus is not None for one in found} == {0: True, 1: True, 7: False}


class LabelReader(Reader):
    """Puts a label first."""

    def score(self, question, texts):
        return [99.0 if text.endswith(")=\n") else float(text.rpartition(" ")[2]) for text in texts]
