"""What becomes of an extraction: claims with their quotes, and what known facts answer."""

from __future__ import annotations

import json
from typing import Any

from fathoms.domain.evidence import Passage
from fathoms.domain.plan import Gates
from fathoms.domain.thread import Extraction, Scope
from fathoms.minds.llm.extract import extract
from fathoms.ports.meter import counted_by
from fathoms.ports.mind import ExtractRequest
from tests.thread_making import make_brief, make_fact, make_passage, make_task, make_thread
from tests.unit.minds.llm.asking_bench import Purse, asker

KNOWN = make_fact("The Skarrow quay cost 41 million crowns.")
GATES = Gates(themes=("cost of the quay", "builders"))
SETTING = "Set S3_ALIAS_HOST=files.example.com for the Skarrow quay."


async def extracted(passages: tuple[Passage, ...] = (make_passage(SETTING),), **answer: Any) -> Extraction:
    bench, _ = asker(json.dumps({"facts": [], **answer}))
    subs = ("What did the Skarrow quay cost?", "Who built the Skarrow quay?")
    task = make_task(question="What is known of the Skarrow quay?", sub_questions=subs, gates=GATES)
    request = ExtractRequest(
        brief=make_brief(),
        task=task,
        scope=Scope(round=1),
        thread=make_thread(task, known=(KNOWN,)),
        passages=passages,
    )
    with counted_by(Purse()):
        return await extract(bench, request)


async def test_what_known_facts_answer_need_not_be_quoted_again() -> None:
    found = await extracted(answered=["q1"])
    assert found.relies_on == {"q1": (KNOWN.id,)}
    assert found.coverage == {"q1": 1.0}


async def test_a_mind_says_which_of_the_points_are_covered() -> None:
    assert (await extracted(covered=["p1"])).covered == ("cost of the quay",)
    assert (await extracted(covered=[])).covered == ()
    assert (await extracted()).covered is None  # an answer that was cut off says nothing


async def test_what_no_fact_speaks_of_is_not_answered_by_saying_so() -> None:
    found = await extracted(answered=["q1"], facts=[{"source_id": "S1", "quote": SETTING, "claim": SETTING}])
    assert "q2" not in found.relies_on
    assert not (await extracted(sufficient=True)).relies_on


async def test_a_host_that_the_quote_holds_stays_in_its_claim() -> None:
    claim = "The Skarrow quay is served by S3_ALIAS_HOST=files.example.com."
    found = await extracted(facts=[{"source_id": "S1", "quote": SETTING, "claim": claim, "answers": ["q2"]}])
    assert [one.text for one in found.claims] == [claim]


async def test_the_name_of_a_label_that_stands_beside_the_quote_stays_in_its_claim() -> None:
    page = make_passage("The label quay.example.io/watch takes one value. With true the crane is watched.")
    claim = "With quay.example.io/watch set to true the crane is watched."
    told = {"source_id": "S1", "quote": "With true the crane is watched.", "claim": claim, "answers": ["q2"]}
    assert [one.text for one in (await extracted((page,), facts=[told])).claims] == [claim]
    invented = {**told, "claim": "With evil.example.io/x set to true the crane is watched."}
    assert all("evil" not in one.text for one in (await extracted((page,), facts=[invented])).claims)


async def test_what_would_mislead_a_reader_goes_with_its_fact_and_names_no_id_of_the_prompt() -> None:
    no_quote, told = ({"source_id": "S1", "quote": quote, "claim": SETTING} for quote in (" ", SETTING))
    notes = [
        "2: The sample (S4, F2) has no host, against S4; Upgrades says that S3 must be off.",
        "Of no fact.",
        "9: none",
    ]
    (claim,) = (await extracted(facts=[no_quote, told], beware=notes)).claims
    assert claim.beware == "The sample has no host, against another page; Upgrades says that another page must be off."
    assert [one.beware for one in (await extracted(facts=[told])).claims] == [""]


async def test_what_finds_no_room_in_the_prompt_is_named_as_passed_over() -> None:
    long = tuple(make_passage(f"{SETTING} " * 60 + f"Leaf {n}.", key=f"S{n}") for n in range(1, 8))
    assert (await extracted(long[:1])).passed_over == ()
    left = (await extracted(long)).passed_over
    assert left
    assert set(left) < {passage.key for passage in long}


ROW = "| Retention | How long. | 2.2.0 | No |"
CONTINUED = make_passage(ROW).model_copy(update={"announced": "| Field | Description | Since | Editable |"})


async def test_a_claim_on_a_row_may_name_its_columns() -> None:
    claim = "Retention is not editable."
    told = {"source_id": "S1", "quote": ROW, "claim": claim, "answers": ["q2"]}
    assert [one.text for one in (await extracted((CONTINUED,), facts=[told])).claims] == [claim]


async def test_a_row_that_does_not_carry_its_claim_is_said_column_by_column() -> None:
    told = {"source_id": "S1", "quote": ROW, "claim": "Herons nest upstream every spring.", "answers": ["q2"]}
    (claim,) = (await extracted((CONTINUED,), facts=[told])).claims
    assert claim.text == "Field: Retention; Description: How long.; Since: 2.2.0; Editable: No"


async def test_a_mind_that_has_not_enough_misses_what_it_asks_next() -> None:
    assert (await extracted(missing_question="Who paid?", follow_up=["Who lent?"])).reason == "Who paid?"
    assert (await extracted(follow_up=["Who lent?"])).reason == "Who lent?"
    assert (await extracted(follow_up=["Who lent?"], sufficient=True)).reason == ""
