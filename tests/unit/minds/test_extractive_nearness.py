"""How near a passage is to the request: its words, its rank, its page, and the figures that are in doubt."""

from __future__ import annotations

from fathoms.domain.evidence import Fact
from fathoms.domain.plan import Task, TaskRole
from fathoms.minds.extractive.select.nearness import Nearness
from tests.mind_making import conclude_request, fact, thread

ASKED = "When was the crane of Anselm moved, and what did the move cost?"


def near(one: Fact, *others: Fact, ask: str = ASKED, role: TaskRole = TaskRole.PART, sub: str = "") -> float:
    task = Task(id="1", question=ask, role=role)
    return Nearness(conclude_request(thread(sub or ask, facts=(one, *others)), task)).of(one)


def test_a_passage_that_carries_the_whole_request_is_nearer_than_one_that_carries_a_word_of_it():
    whole = fact("The crane of Anselm was moved in 2019 at a cost of 3 million marks.", score=0.5)
    chance = fact("The crane driver of Tarn retired.", page="p-2", score=0.5)
    assert near(whole, chance) > 2 * near(chance, whole) > 0


def test_the_request_counts_even_where_a_part_of_it_has_lost_its_subject():
    part = "What did the move cost?"
    right = fact("Moving the crane of Anselm cost 3 million marks.", score=0.5)
    wrong = fact("The move of the library cost 2 million marks.", page="p-2", score=0.5)
    assert near(right, wrong, sub=part) > near(wrong, right, sub=part)


def test_far_below_the_best_of_its_thread_is_farther():
    best = fact("The crane of Anselm was moved in 2019.", score=0.8)
    poor = fact("The crane of Anselm was moved in 2019.", page="p-2", score=0.2)
    assert near(best, poor) > near(poor, best)


def test_what_only_a_second_attempt_found_or_nobody_asked_for_is_farther():
    first, second = (fact("The crane of Anselm was moved.", page=f"p-{n}", score=0.5, round=n) for n in (1, 2))
    assert near(first, second) > near(second, first)
    assert near(first) > near(first, role=TaskRole.WHOLE)


def test_a_mention_elsewhere_is_farther_where_the_subject_has_a_page_of_its_own():
    ask = "What is the Anselm Crane?"
    own = fact("It lifts 40 tonnes.", title="Anselm Crane", score=0.5)
    aside = fact("The Anselm Crane closed the parade.", page="p-2", title="Harbour feast", score=0.5)
    assert near(own, aside, ask=ask) > near(aside, own, ask=ask)
    assert near(aside, ask=ask) > near(aside, own, ask=ask), "without such a page a mention is all there is"


def test_which_of_two_figures_is_right_is_said_only_by_who_gives_one():
    ask = "Which is right about the crane lifts: “40 tonnes” or “45 tonnes”?"
    assert near(fact("The crane lifts 45 tonnes."), ask=ask) > 0
    assert near(fact("The crane lifts 12 tonnes."), ask=ask) == 0


def test_a_passage_is_farther_under_headings_that_say_nothing_of_the_request():
    words = "The crane of Anselm was moved in 2019 at a cost of 3 million marks."
    home = fact(words, title="The move of the crane of Anselm", score=0.5)
    aside = fact(words, page="p-2", title="Works report", score=0.5)
    assert near(home, aside) > near(aside, home)


def test_a_long_name_does_not_outweigh_the_thing_asked_for():
    ask = "What did the Great North Quay Crane cost?"
    named = fact("The Great North Quay Crane was painted green by the school.", score=0.5)
    told = fact("The crane cost 3 million marks.", page="p-2", title="Crane", score=0.5)
    assert near(told, named, ask=ask) > near(named, told, ask=ask)


def test_a_part_of_the_request_that_a_passage_answers_counts_in_full():
    ask = "How was the crane of Anselm moved, and which salary did its driver earn?"
    paid = fact("The driver of the crane of Anselm earned a salary of 900 marks.", score=0.5)
    part = "Which salary did the driver of the crane of Anselm earn?"
    assert near(paid, ask=ask, sub=part) > near(paid, ask=ask)


def test_a_piece_of_a_history_is_near_without_saying_all_that_is_asked():
    piece = fact("In 1990 the Anselm Crane was moved to the quay.", title="Anselm Crane", score=0.5)
    history = near(piece, ask="What is the history of the Anselm Crane from its order to its sale?")
    plain = near(piece, ask="Who ordered the Anselm Crane and sold it?")
    assert history > plain
