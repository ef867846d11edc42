"""What a model writes becomes paragraphs, lists, steps and tables; nothing that it wrote is lost on the way."""

from __future__ import annotations

from fathoms.domain.report import Layout
from fathoms.minds.llm import laying
from fathoms.minds.llm.citing import Keys
from tests.thread_making import make_fact

CRANE = make_fact("The harbour crane lifts forty tonnes.", id="f1")
ROPES = make_fact("New ropes for the crane cost nine thousand crowns.", id="f2")
KEYS = Keys.of((CRANE, ROPES), "What does the harbour crane lift and cost?")


def test_prose_lists_steps_and_tables_stand_in_their_order() -> None:
    text = (
        "The crane lifts forty tonnes [F1].\n\n"
        "- **Ropes** cost nine thousand crowns [F2].\n- The crane lifts forty [F1].\n"
        "\n1. Take the ropes off [F2].\n2. Put new ropes on [F2].\n\n"
        "| Part | Lifts | Cost |\n|---|---|---|\n"
        "| Crane | forty tonnes [F1] | |\n| Ropes | | nine thousand crowns [F2] |\n"
    )
    prose, listed, steps, table = laying.paragraphs(text, KEYS)
    assert [one.layout for one in (prose, listed, steps)] == [Layout.PROSE, Layout.LIST, Layout.STEPS]
    assert listed.statements[0].text == "Ropes cost nine thousand crowns."
    assert [one.facts for one in steps.statements] == [("f2",), ("f2",)]
    assert table.table
    assert table.table.columns == ("Lifts", "Cost")
    assert [(row.label, [cell and cell.facts for cell in row.cells]) for row in table.table.rows] == [
        ("Crane", [("f1",), None]),
        ("Ropes", [None, ("f2",)]),
    ]


def test_a_heading_of_its_own_names_what_follows_it() -> None:
    first, second = laying.paragraphs(
        "### Lifting\n\nIt lifts forty tonnes [F1].\n\n**Cost**\n\n- Nine thousand [F2].", KEYS
    )
    assert (first.label, second.label) == ("Lifting", "Cost")


def test_a_cell_that_cites_nothing_goes_on_to_the_check() -> None:
    (part,) = laying.paragraphs("| Part | Cost |\n|---|---|\n| Ropes | cheap |", KEYS)
    assert [(one.text, one.facts) for one in part.told] == [("cheap", ())]


def test_a_name_of_many_words_that_nobody_used_opens_no_row() -> None:
    rows = [("Secrets of the deep blue sea", ["forty tonnes [F1]"]), ("Crane", ["forty tonnes [F1]"])]
    made = laying.table(["Lifts"], rows, KEYS)
    assert made
    assert [row.label for row in made.rows] == ["Crane"]


def test_a_table_whose_columns_are_sentences_is_told_as_a_list() -> None:
    header = "| Part | Secrets of the deep blue sea that nobody knows |"
    (part,) = laying.paragraphs(f"{header}\n|---|---|\n| Crane | lifts forty tonnes [F1] |", KEYS)
    assert part.layout is Layout.LIST
    assert [one.text for one in part.statements] == ["Crane: lifts forty tonnes"]
