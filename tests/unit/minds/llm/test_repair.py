"""Malformed answers: mended where there is no doubt, else refused with words that a model can act on."""

from __future__ import annotations

import pytest

from fathoms.domain.report import Depth
from fathoms.minds.llm import repair
from fathoms.minds.llm.shapes import ExtractShape, FindingShape, ParentShape, Shape, schema_of

FINDING = '{"paragraphs": [{"heading": "", "text": "So."}], "depth": "deep", "sufficient": true}'
FACTS = '{"facts": [{"source_id": "S1", "quote": "a b", "claim": "a b"}, {"source_id": "S2", "quote": "c"'


def read(text: str, shape: type[Shape] = FindingShape) -> Shape:
    return repair.read(text, shape, schema_of(shape))


@pytest.mark.parametrize(
    "text",
    [
        FINDING,
        f"```json\n{FINDING}\n```",
        f"Here it is:\n\n{FINDING}\n\nI hope that this helps {{really}}.",
        f"<think>Maybe {{depth}}? Let me see.</think>{FINDING}",
        f"I should think first… </think>\n{FINDING}",
        f"```\n{FINDING}",
        FINDING.replace('"deep"', '"DEEP "').replace("true", '"yes"'),
        FINDING.replace("paragraphs", "Paragraphs"),
        FINDING.replace("[{", "{").replace("}]", "}"),
    ],
)
def test_what_leaves_no_doubt_is_mended(text: str) -> None:
    found = read(text)
    assert isinstance(found, FindingShape)
    assert (found.depth, found.sufficient, found.paragraphs[0].text) == (Depth.DEEP, True, "So.")


def test_of_an_answer_that_was_cut_off_what_is_complete_is_kept() -> None:
    found = read(FACTS + ', "claim": "c d"}, {"source_id": "S3", "quo', ExtractShape)
    assert isinstance(found, ExtractShape)
    assert [fact.source_id for fact in found.facts] == ["S1", "S2"]


def test_a_bare_list_stands_for_the_first_list_of_its_shape() -> None:
    found = read('[{"source_id": "S1", "quote": "a", "claim": "a"}]', ExtractShape)
    assert isinstance(found, ExtractShape)
    assert len(found.facts) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        ("<think>only thoughts</think>", "empty"),
        ("I cannot answer.", "no JSON object"),
        ('{"paragraphs": []}', "depth"),
        (FINDING.replace('"deep"', '"bottomless"'), "depth"),
        (FINDING.replace("true", '"perhaps"'), "sufficient"),
    ],
)
def test_what_would_need_guessing_is_refused_with_the_reason(text: str, told: str) -> None:
    with pytest.raises(repair.Unusable, match=told):
        read(text)


def test_a_cut_answer_that_lacks_what_must_be_said_is_refused() -> None:
    with pytest.raises(repair.Unusable, match="depth"):
        read('{"paragraphs": [{"heading": "", "text": "So."}], "dep')


def test_a_number_in_the_place_of_text_is_text_and_a_text_of_its_own_fills_the_only_field() -> None:
    assert read('{"text": 42}', ParentShape) == ParentShape(text="42")


@pytest.mark.parametrize(
    "text", ['{"facts": [{"source_id": "S1", "quo', '{"facts": [', '{"facts": [{"source_id": "S1", "quote": "half a qu']
)
def test_an_answer_cut_off_before_its_first_item_is_no_empty_answer(text: str) -> None:
    with pytest.raises(repair.Unusable, match=r"cut off|no JSON object"):
        read(text, ExtractShape)


def test_an_answer_that_holds_nothing_and_is_whole_is_an_answer() -> None:
    found = read('{"facts": []}', ExtractShape)
    assert isinstance(found, ExtractShape)
    assert found.facts == []


def test_a_quote_whose_claim_was_cut_off_speaks_for_itself() -> None:
    found = read('{"facts": [{"source_id": "S1", "quote": "a b", "claim": "a', ExtractShape)
    assert isinstance(found, ExtractShape)
    assert [(fact.quote, fact.claim) for fact in found.facts] == [("a b", "")]


@pytest.mark.parametrize(
    ("text", "endless"),
    [
        ("0" * 50, True),
        ("a turbine, " * 8, True),
        ("a turbine, " * 7, False),
        ("It is said that " + "(1000) 1000 " * 30 + "(10", True),
        ("Every word of this sentence says something that the word before it did not say.", False),
    ],
)
def test_going_round_in_circles_is_noticed(text: str, endless: bool) -> None:
    assert repair.loops(text) is endless
