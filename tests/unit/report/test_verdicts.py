"""A report on a claim says what speaks for it and what against it, or that nothing does."""

from __future__ import annotations

import pytest
from report_making import make_fact, make_outcome, make_page, make_report, make_task

from fathoms.domain.plan import AnswerForm, Form

LAID = make_page("The mainland cable was laid in 1987.", url="kb://world/a.md", title="Energy")
LATER = make_page("The mainland cable was laid in 1991, says the log.", url="kb://world/b.md", title="Log")
BESIDE = make_page("The cable is rated at 140 MW.", url="kb://world/c.md", title="Grid")
CLAIM = "the cable was laid in 1987"


def verdict(*pages, language="en", claim=CLAIM):
    task = make_task("1", f"Fact check: {claim}")
    facts = [make_fact(page, page.text) for page in pages]
    form = AnswerForm(form=Form.VERDICT, rows=(claim,))
    return make_report([make_outcome(task, facts)], [task], question=task.question, form=form, language=language)


def test_what_speaks_against_a_claim_comes_first_then_what_speaks_for_it():
    (section,) = verdict(BESIDE, LAID, LATER).sections
    told = [(paragraph.label.split(" · ")[0], one.text) for paragraph in section.paragraphs for one in paragraph.told]
    assert told == [("Speaks against it", LATER.text), ("Speaks for it", LAID.text), ("", BESIDE.text)]
    assert [one.strong for p in section.paragraphs for one in p.told] == [LATER.text, LAID.text, ""]


@pytest.mark.parametrize(
    ("pages", "said"),
    [
        ((LAID,), "Passages that speak for it: 1; against it: none."),
        ((LATER,), "Passages that speak against it: 1; for it: none."),
        ((LAID, LATER), "Passages that speak against it: 1; for it: 1."),
        ((BESIDE,), "No passage was found that confirms or denies it."),
    ],
)
def test_the_claim_is_told_with_what_was_found_on_it(pages, said):
    note = verdict(*pages).sections[0].note
    assert f"“{CLAIM}”" in note
    assert said in note
    assert "not judged" in note


def test_in_japanese_it_is_told_in_japanese():
    page = make_page("海底ケーブルは1987年に敷設された。", url="kb://world/j.md", title="電力")
    note = verdict(page, language="ja", claim="海底ケーブルは1987年に敷設された").sections[0].note
    assert "支持する記述：1件" in note
