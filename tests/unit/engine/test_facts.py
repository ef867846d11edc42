"""From claims to facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from fathoms.domain.evidence import Confidence, ConflictStatus, Fact, Novelty, Passage
from fathoms.domain.plan import ExtractionSpec, Lean, Task
from fathoms.domain.step import Ruling
from fathoms.domain.thread import Admitted, Claim, ConflictClaim, SubQuestionStatus, ThreadState
from fathoms.engine.evidence import facts, stated
from fathoms.engine.thread.reading import keyed, passages
from fathoms.engine.thread.rounds import selfchecks
from tests.thread_making import NOW, after_round, make_brief, make_hit, make_page, make_passage, make_task, make_thread

TEXT = "Intro words.\n\nThe Skarrow array delivered 41 MW. Later it fell.\n\nThe ferry charges at Cold Quay."
PAGE = make_page(TEXT)


def read(text: str = TEXT, url: str = "kb://world/page.md") -> tuple[dict[str, str], tuple[Passage, ...]]:
    page = make_page(text, url=url)
    hit = make_hit(f"{url}#0-{len(text)}" if url.startswith("kb") else url, start=0, end=len(text))
    return {page.id: page.text}, keyed(passages(page, [hit], (), {}, max_chars=10_000))


def admit(
    *claims: Claim,
    thread: ThreadState | None = None,
    task: Task | None = None,
    text: str = TEXT,
    url: str = PAGE.url,
    rulings: Sequence[Ruling] = (),
) -> Admitted:
    pages, offered = read(text, url)
    task = task or make_task()
    return facts.admit(claims, offered, pages, thread or make_thread(task), task=task, round=1, rulings=rulings)


def claim(quote: str, **fields: object) -> Claim:
    return Claim.model_validate({"text": quote, "quote": quote, "passage": "S1", **fields})


def test_a_fact_carries_the_words_as_they_stand_in_the_page() -> None:
    admitted = admit(claim("The Skarrow array\ndelivered  41 MW."))
    evidence = admitted.facts[0].evidence[0]
    assert TEXT[evidence.start : evidence.end] == evidence.quote == "The Skarrow array delivered 41 MW."


def test_what_a_mind_noticed_beside_a_claim_stays_with_its_fact() -> None:
    (fact,) = admit(claim("Later it fell.", beware="Tides says that it rose.")).facts
    assert fact.beware == "Tides says that it rose."
    assert "beware" not in admit(claim("Later it fell.")).facts[0].model_dump()  # as facts of older homes


@pytest.mark.parametrize("bad", [claim("The Skarrow array delivered 42 MW."), claim("Intro words.", passage="S9")])
def test_a_claim_without_its_words_is_rejected_with_the_reason(bad: Claim) -> None:
    admitted = admit(bad, claim("Later it fell."))
    assert [fact.claim for fact in admitted.facts] == ["Later it fell."]
    assert len(admitted.rejected) == 1


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Skarrow delivered 41 MW at its best.", "Skarrow delivered 41 MW at its best."),
        ("Skarrow delivered 42 MW.", "The Skarrow array delivered 41 MW."),
        ("Skarrow delivered 41 kW.", "The Skarrow array delivered 41 MW."),
        ("Skarrow delivered 41 MW in 1978.", "The Skarrow array delivered 41 MW."),
        ("The Quillon array delivered 41 MW.", "The Skarrow array delivered 41 MW."),
    ],
    ids=["its own words", "another figure", "another unit", "a date of its own", "another name"],
)
def test_a_claim_with_what_stands_nowhere_in_its_source_says_no_more_than_its_quote(said: str, kept: str) -> None:
    admitted = admit(claim("The Skarrow array delivered 41 MW.", text=said))
    assert [fact.claim for fact in admitted.facts] == [kept]


NOT_DONE = (
    f"Osprey has rules.\n\n{'They are old and many. ' * 30}\n\nExamples of what not to do:\n\n"
    "- Take the keyboard.\n- Dive into details.\n"
)


def test_a_name_that_its_page_has_elsewhere_is_no_invention() -> None:
    said = "Osprey's rules say not to dive into details."
    assert [fact.claim for fact in admit(claim("Dive into details.", text=said), text=NOT_DONE).facts] == [said]


def test_an_item_whose_claim_does_not_hold_is_told_behind_what_announces_it_lest_it_say_the_opposite() -> None:
    admitted = admit(claim("- Dive into details.", text="The rules of Kestrel are against it."), text=NOT_DONE)
    assert [fact.claim for fact in admitted.facts] == ["Examples of what not to do: Dive into details."]


ROWS = "".join(f"| Option{n} | Something long about option {n}. | Yes |\n" for n in range(40))
HEADER = "| Field | Description | Editable |"
TABLE = f"# Basins\n\nSet at Kestrel Lock:\n\n{HEADER}\n|---|---|---|\n{ROWS}| Lock | Its gate. | No |\n"
OUTPUT = f"The Kestrel program prints:\n\n```text\n{'Name: north' * 60}\n\nClose Wait: 30.00s\n```\n"


@pytest.mark.parametrize(
    ("text", "quote", "said", "kept"),
    [
        (TABLE, "| Lock | Its gate. | No |", "At Kestrel, Lock is not Editable.", ""),
        (
            TABLE,
            "| Lock | Its gate. | No |",
            "At Osprey it is No.",
            "Field: Lock; Description: Its gate.; Editable: No",
        ),
        (TABLE, "| Lock | Its gate. | No |", "It is 7.", "Field: Lock; Description: Its gate.; Editable: No"),
        (OUTPUT, "Close Wait: 30.00s", "Kestrel waits 30 seconds.", ""),
        (OUTPUT, "Close Wait: 30.00s", "Kestrel waits 40 seconds.", "Close Wait: 30.00s"),
    ],
    ids=["a column and a caption", "another name", "another figure", "what announces output", "another time"],
)
def test_a_row_or_output_is_read_with_what_announces_it_and_no_more(
    text: str, quote: str, said: str, kept: str
) -> None:
    admitted = admit(claim(quote, text=said), text=text)
    assert [fact.claim for fact in admitted.facts] == [kept or said]


def test_a_passage_that_begins_within_a_table_knows_its_columns() -> None:
    page = make_page(TABLE)
    start = TABLE.index("| Lock")
    hit = make_hit(f"{page.url}#{start}-{len(TABLE)}", start=start, end=len(TABLE))
    (passage, *_) = passages(page, [hit], (), {}, max_chars=10_000)
    assert passage.announced.endswith(HEADER)


def test_a_name_that_was_asked_for_is_nobodys_invention() -> None:
    task = make_task(question="What did the Quillon array deliver?")
    admitted = admit(claim("Later it fell.", text="Later the Quillon array fell."), task=task)
    assert [fact.claim for fact in admitted.facts] == ["Later the Quillon array fell."]


def test_ids_come_from_the_content_alone() -> None:
    first, second = admit(claim("Later it fell.")), admit(claim("Later it fell."))
    assert first.facts[0].id == second.facts[0].id
    assert first.facts[0].id.startswith("f-")
    assert len(first.facts[0].id) == 14
    assert facts.fact_id("p", 1, 2, "x") != facts.fact_id("p", 1, 2, "y")


def test_a_quote_that_stands_for_its_claim_is_one_line_without_marks() -> None:
    quote = "> The Skarrow array\n> delivered `41 MW`."
    admitted = admit(claim(quote, text="The Skarrow array delivered 42 MW."), text=f"Intro.\n\n{quote}\n")
    assert [fact.claim for fact in admitted.facts] == ["The Skarrow array delivered `41 MW`."]
    assert admitted.facts[0].evidence[0].quote == quote


def test_the_same_claim_twice_is_one_fact() -> None:
    admitted = admit(claim("Later it fell."), claim("Later it fell."))
    assert len(admitted.facts) == 1
    assert "known already" in admitted.rejected[0]


@pytest.mark.parametrize(("loose", "relied"), [(False, True), (True, False)])
def test_a_claim_that_repeats_what_a_task_before_found_answers_with_that(loose: bool, relied: bool) -> None:
    (known,) = admit(claim("Later it fell.")).facts
    thread = make_thread(known=(known,))
    again = admit(claim("Later it fell.", answers=("q1", "q9"), loose=loose), thread=thread)
    assert again.facts == ()
    assert again.relies_on == ({"q1": (known.id,)} if relied else {})


def test_a_later_round_that_repeats_a_fact_confirms_nothing() -> None:
    thread = make_thread().model_copy(update={"facts": admit(claim("Later it fell.")).facts})
    again = admit(claim("Later it fell."), thread=thread)
    assert again.facts == ()
    reworded = admit(claim("Later it fell.", text="It fell later."), thread=thread)
    assert reworded.facts[0].novelty is Novelty.CONFIRMING
    assert reworded.facts[0].confirms == thread.facts[0].id
    assert reworded.corroborated == (), "the same words are no second source"


@pytest.mark.parametrize(
    ("lean", "confidence"),
    [
        (Lean.INTERNAL, Confidence.VERIFIED),
        (Lean.EXTERNAL, Confidence.PLAUSIBLE),
        (Lean.BOTH, Confidence.PLAUSIBLE),
        (Lean.TASKS, Confidence.PLAUSIBLE),
    ],
)
def test_own_documents_are_verified_for_internal_subjects(lean: Lean, confidence: Confidence) -> None:
    assert admit(claim("Later it fell."), task=make_task(lean=lean)).facts[0].confidence is confidence


def test_a_second_independent_source_raises_the_fact_it_confirms() -> None:
    task = make_task(lean=Lean.EXTERNAL)
    first = admit(claim("The Skarrow array delivered 41 MW."), task=task, url="https://reuters.com/a")
    assert first.facts[0].confidence is Confidence.PLAUSIBLE
    thread = make_thread(task).model_copy(update={"facts": first.facts})
    other = "The Skarrow array delivered 41 MW, it was said. Nothing else."
    second = admit(
        claim("The Skarrow array delivered 41 MW, it was said."),
        task=task,
        thread=thread,
        text=other,
        url="https://apnews.com/b",
    )
    assert second.facts[0].novelty is Novelty.CONFIRMING
    assert second.facts[0].confidence is Confidence.VERIFIED
    raised = second.corroborated[0]
    assert (raised.id, raised.confidence) == (first.facts[0].id, Confidence.VERIFIED)
    assert [item.source for item in raised.evidence] == ["web", "web"]


def test_two_sources_of_one_round_verify_each_other() -> None:
    task = make_task(lean=Lean.EXTERNAL)
    pages, offered = {}, []
    for url in ("https://reuters.com/a", "https://apnews.com/b"):
        page = make_page(f"The Skarrow array delivered 41 MW, says {url}.", url=url)
        pages[page.id] = page.text
        offered += passages(page, [make_hit(url)], {"skarrow"}, {}, max_chars=1000)
    claims = [claim("The Skarrow array delivered 41 MW", passage=key) for key in ("S1", "S2")]
    admitted = facts.admit(claims, keyed(offered), pages, make_thread(task), task=task, round=1)
    assert [fact.confidence for fact in admitted.facts] == [Confidence.VERIFIED] * 2
    assert [len(fact.evidence) for fact in admitted.facts] == [2, 1]
    assert admitted.corroborated == ()


def test_a_fact_of_another_task_is_confirmed_but_never_changed() -> None:
    task = make_task(lean=Lean.EXTERNAL)
    known = admit(claim("Later it fell."), task=task, url="https://reuters.com/a").facts
    thread = make_thread(task, known=known)
    again = admit(claim("Later it fell."), task=task, thread=thread, text="Later it fell.", url="https://apnews.com/b")
    assert again.facts[0].confirms == known[0].id
    assert again.facts[0].confidence is Confidence.VERIFIED
    assert again.corroborated == ()


def test_only_known_sub_questions_are_covered_and_by_no_loose_claim() -> None:
    admitted = admit(claim("Later it fell.", answers=("q1", "q7")), claim("Intro words.", answers=("q1",), loose=True))
    assert [fact.answers for fact in admitted.facts] == [("q1",), ()]


def test_subjects_are_those_the_words_name_and_those_the_mind_knows_by_another_name() -> None:
    task = make_task(subjects=("Skarrow array", "Heron ferry", "Cold Quay"))
    admitted = admit(claim("The Skarrow array delivered 41 MW.", subjects=("Heron ferry", "Atlantis")), task=task)
    assert admitted.facts[0].subjects == ("Skarrow array", "Heron ferry")


def test_the_tasks_own_cap_on_facts_holds() -> None:
    task = make_task(spec=ExtractionSpec(budget=1))
    admitted = admit(claim("Later it fell."), claim("Intro words."), task=task)
    assert len(admitted.facts) == 1
    assert "asks for 1 facts" in admitted.rejected[0]


def test_words_outside_the_passage_get_their_own_address() -> None:
    page = make_page(TEXT)
    hit = make_hit("kb://world/page.md#0-12", start=0, end=12)
    offered = keyed(passages(page, [hit], (), {}, max_chars=20))
    task = make_task()
    admitted = facts.admit([claim("Later it fell.")], offered, {page.id: TEXT}, make_thread(task), task=task, round=1)
    start = TEXT.index("Later")
    assert admitted.facts[0].evidence[0].url == f"kb://world/page.md#{start}-{start + 14}"


def test_a_fact_that_was_dropped_is_rejected_with_the_reason_and_the_others_stay() -> None:
    claims = (claim("The Skarrow array delivered 41 MW."), claim("Later it fell."))
    before = admit(*claims)
    after = admit(*claims, rulings=[Ruling(fact=before.facts[0].id, drop=True, reason="checker: not so")])
    assert after.facts == before.facts[1:]
    assert after.rejected == ("'The Skarrow array delivered 41 MW.': dropped by checker: not so",)
    assert after.invented == 0


def test_nothing_takes_the_place_of_a_fact_that_was_dropped() -> None:
    claims = (claim("The Skarrow array delivered 41 MW."), claim("Later it fell."))
    task = make_task(spec=ExtractionSpec(budget=1))
    (first,) = admit(*claims, task=task).facts
    assert admit(*claims, task=task, rulings=[Ruling(fact=first.id, drop=True, reason="x")]).facts == ()


@pytest.mark.parametrize(
    ("at_most", "left"),
    [
        (Confidence.UNVERIFIED, Confidence.UNVERIFIED),
        (Confidence.PLAUSIBLE, Confidence.PLAUSIBLE),
        (Confidence.VERIFIED, Confidence.PLAUSIBLE),
    ],
)
def test_a_ruling_lowers_a_confidence_and_never_raises_one(at_most: Confidence, left: Confidence) -> None:
    said, place = claim("Later it fell."), "https://www.reuters.com/a"
    (fact,) = admit(said, url=place).facts
    assert fact.confidence is Confidence.PLAUSIBLE
    (ruled,) = admit(said, url=place, rulings=[Ruling(fact=fact.id, at_most=at_most, reason="x")]).facts
    assert ruled.confidence is left


@pytest.mark.parametrize("ruling", [{"drop": True}, {"at_most": Confidence.UNVERIFIED}])
def test_a_fact_that_was_ruled_on_corroborates_nothing(ruling: dict[str, Any]) -> None:
    said = claim("The Skarrow array delivered 41 MW.")
    thread = make_thread()
    (earlier,) = admit(said, url="https://one.example/a").facts
    thread = thread.model_copy(update={"facts": (earlier,)})
    before = admit(said, thread=thread, url="https://two.example/b")
    assert before.corroborated
    ruled = Ruling(fact=before.facts[0].id, reason="x", **ruling)
    assert admit(said, thread=thread, url="https://two.example/b", rulings=[ruled]).corroborated == ()


def said(text: str) -> Fact:
    brief = make_brief(known_facts=(text,))
    return stated.fact(stated.pages(brief, at=NOW, title="Stated ({number})")[0])


def test_a_fact_that_a_task_before_called_loose_may_answer_a_later_one() -> None:
    before = admit(claim("Later it fell.", loose=True)).facts
    thread = make_thread(known=before)
    again = claim("Later it fell.", answers=("q1",))
    admitted = admit(again, again, thread=thread)
    assert [(fact.id, fact.loose, fact.answers) for fact in admitted.facts] == [(before[0].id, False, ("q1",))]
    after = after_round(thread, facts=admitted.facts, coverage={"q1": 0.9})
    assert after.sub_questions[0].status is SubQuestionStatus.ANSWERED
    assert selfchecks(after) == ()


def test_what_the_user_stated_is_known_confirmed_by_sources_and_backs_none_of_them() -> None:
    known = said("The Skarrow array delivered 41 MW.")
    assert known.evidence[0].url == "brief://fact/1"
    thread = make_thread(known=(known,))
    quote = claim("The Skarrow array delivered 41 MW.", answers=("q1",))
    admitted = admit(quote, thread=thread, url="https://example.com/x")
    assert admitted.facts[0].confirms == known.id
    assert admitted.facts[0].confidence is Confidence.UNVERIFIED, "the user's own words are no second source"
    assert admitted.corroborated == ()


def test_what_the_user_stated_answers_nothing_by_itself() -> None:
    known = said("The Skarrow array delivered 41 MW.")
    thread = after_round(make_thread(known=(known,)), coverage={"q1": 0.9}, relies_on={"q1": (known.id,)})
    assert thread.sub_questions[0].status is SubQuestionStatus.OPEN


def test_a_source_that_contradicts_what_the_user_stated_is_an_open_conflict() -> None:
    known = said("The Skarrow array delivered 39 MW.")
    found = admit(claim("The Skarrow array delivered 41 MW.", answers=("q1",))).facts
    disagree = ConflictClaim(about="its output", left=known.id, right=found[0].id)
    thread = after_round(make_thread(known=(known,)), facts=found, conflicts=[disagree], coverage={"q1": 0.9})
    assert [(c.left, c.status) for c in thread.conflicts] == [(known.id, ConflictStatus.OPEN)]


CAPITAL = "Paris is the capital of France. It has been so since 987."


@pytest.mark.parametrize(
    ("other", "url", "raised"),
    [
        ("The capital of France is Paris, on the Seine. It has two million people.", "https://two.example/b", True),
        ("The capital of France is Paris, on the Seine.", "https://www.one.example/b", False),
        ("The capital of France is Lyon, on the Rhone.", "https://two.example/b", False),
        ("Paris is not the capital of France.", "https://two.example/b", False),
        ("Paris has two million people.", "https://two.example/b", False),
        (CAPITAL, "https://two.example/b", False),
    ],
    ids=["says the same and more", "one publisher", "another answer", "a denial", "not on what is asked", "a copy"],
)
def test_two_hosts_that_nobody_knows_agree_only_where_each_says_what_is_asked_in_its_own_words(
    other: str, url: str, raised: bool
) -> None:
    thread = make_thread(make_task(sub_questions=("What is the capital of France?",)))
    passages = (
        make_passage(CAPITAL, key="S1", url="https://one.example/a"),
        make_passage(other, key="S2", url=url),
    )
    claims = [
        Claim(text=passage.text, passage=passage.key, quote=passage.text, answers=("q1",)) for passage in passages
    ]
    texts = {passage.page_id: passage.text for passage in passages}
    admitted = facts.admit(claims, passages, texts, thread, task=make_task(), round=1)
    wanted = Confidence.PLAUSIBLE if raised else Confidence.UNVERIFIED
    assert {fact.confidence for fact in admitted.facts} == {wanted}
    if raised:
        _, second = admitted.facts[0].evidence
        assert second.quote == "The capital of France is Paris, on the Seine."
        assert texts[second.page_id][second.start : second.end] == second.quote


SETTINGS = (
    "# Settings\n\n## Server\n\n### `address`\n\nThe address that clients see.\n\n"
    "### `presence`\n\n```\n# no heading\n```\n\nSet it to false to disable tracking.\n\n"
    "## Media\n\nFiles stay for a year.\n"
)


@pytest.mark.parametrize(
    ("quote", "headings"),
    [
        ("The address that clients see.", ("Settings", "Server", "address")),
        ("Set it to false to disable tracking.", ("Settings", "Server", "presence")),
        ("Files stay for a year.", ("Settings", "Media")),
    ],
)
def test_a_quote_stands_under_its_own_heading_where_its_passage_has_several(
    quote: str, headings: tuple[str, ...]
) -> None:
    page = make_page(SETTINGS, url="kb://world/settings.md")
    shown = make_passage(SETTINGS, page_id=page.id, title_path=("Settings", "Server", "address"))
    task, pages = make_task(), {page.id: page.text}
    made = facts.admit((claim(quote),), (shown,), pages, make_thread(task), task=task, round=1)
    assert made.facts[0].evidence[0].title_path == headings
