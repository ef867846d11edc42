"""How sections of quotes are laid out: a comparison as one table, each passage in one place.

Knows: sections, the plan and the question.  Does not know: any format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rapidfuzz import fuzz

from fathoms.domain.evidence import Fact
from fathoms.domain.plan import Plan, Strategy, TaskRole
from fathoms.domain.report import Paragraph, Report, Section, Shape, Statement, Voice
from fathoms.engine.intake.extent import extent_of
from fathoms.report.build.comparison import rows_asked_for
from fathoms.report.statements import every_section
from fathoms.text.figures import numerals
from fathoms.text.words import tokens

ALIKE = 88
"""Similarity, 0-100, from which two passages say the same, if neither holds another figure."""

WORD_FOR_WORD = fuzz.ratio
"""How alike quotes are: a short paragraph is no repeat of a longer one for having no other words."""

ONE_SIDE = 0.5


def stands_apart(report: Report) -> bool:
    """Selected passages come from many hands and stand apart; sentences that a model wrote run on."""
    return report.run_facts.voice is Voice.QUOTED


def quoted_sections(
    sections: Sequence[Section], plan: Plan, question: str, pool: Mapping[str, Fact]
) -> tuple[Section, ...]:
    """Sections of quoted passages, each passage once. What was looked for one side at a time is one comparison."""
    sides = _sides(plan)
    if len(sections) < 2 or not sides or any(section.children for section in sections):
        across = {task.id: task.subjects for task in plan.tasks if task.role is TaskRole.WHOLE}
        told = told_once(sections, WORD_FOR_WORD)
        return tuple(_across(one, across.get(one.task, ()), question, pool) for one in told)
    whole, *each = sections
    found = rows_asked_for(extent_of(question).aspects, sides, pool.values())
    apart = (_farther(paragraph) for section in each for paragraph in section.paragraphs)
    merged = whole.model_copy(
        update={
            "paragraphs": (*whole.paragraphs, *apart),
            "gaps": tuple(dict.fromkeys(gap for section in sections for gap in section.gaps)),
            "shape": Shape.COMPARISON if found else Shape.PASSAGES,
            "sides": sides if found else (),
            "rows": found,
        }
    )
    return told_once((merged,), WORD_FOR_WORD)


def _across(section: Section, sides: tuple[str, ...], question: str, pool: Mapping[str, Fact]) -> Section:
    """What tells all parts of a split question together sets its subjects side by side, where they can be."""
    rows_found = rows_asked_for(extent_of(question).aspects, sides, pool.values()) if len(sides) > 1 else ()
    if not rows_found:
        return section
    return section.model_copy(update={"shape": Shape.COMPARISON, "sides": sides, "rows": rows_found, "see": ()})


def _sides(plan: Plan) -> tuple[str, ...]:
    """What a plan compares: its first task is about all of it, each other task about one."""
    first, *others = plan.tasks
    each = tuple(task.subjects[0] for task in others if len(task.subjects) == 1)
    return first.subjects if plan.strategy is Strategy.COMPARATIVE and first.subjects == each else ()


def _farther(paragraph: Paragraph) -> Paragraph:
    """What only one side was searched for is farther from the request than what the whole of it found."""
    told = (statement.model_copy(update={"near": statement.near * ONE_SIDE}) for statement in paragraph.statements)
    return paragraph.model_copy(update={"statements": tuple(told)})


def told_once(
    sections: Sequence[Section], alike: Callable[[str, str], float] = fuzz.token_set_ratio
) -> tuple[Section, ...]:
    """Each passage where it stands first; a later section that loses one points there.

    Where one section has it as an answer and another as loosely related, it stands in the former."""
    told = _Told(sections, alike)
    return tuple(_without_repeats(section, told) for section in sections)


class _Told:
    """What has been told so far, and in which section."""

    def __init__(self, sections: Sequence[Section], alike: Callable[[str, str], float]) -> None:
        self._alike = alike
        self._told: list[tuple[str, str, frozenset[str]]] = []
        told = ((section.task, p.statements) for section in every_section(sections) for p in section.paragraphs)
        self._answers = {one.text: task for task, said in told for one in said if not one.loose}

    def place(self, statement: Statement, task: str) -> str | None:
        """The section that has told it already, or will as an answer; else it is told here."""
        if statement.loose and statement.text in self._answers:
            return self._answers[statement.text]
        running, figures = " ".join(tokens(statement.text)), numerals(statement.text)
        for before, where, known in self._told:
            if running == before or (figures <= known and self._alike(running, before) >= ALIKE):
                return where
        self._told.append((running, task, figures))
        return None


def _tells(section: Section) -> bool:
    """Whether anything is left of what was dug into below a section; else a heading would stand over nothing."""
    return bool(section.paragraphs or section.rows or section.sources or section.children or section.gaps)


def _without_repeats(section: Section, told: _Told) -> Section:
    kept: list[Paragraph] = []
    see: list[str] = []
    for paragraph in section.paragraphs:
        said = []
        for statement in paragraph.statements:
            where = told.place(statement, section.task)
            if where is None or (where == section.task and section.shape is Shape.TIMELINE):
                said.append(statement)  # each moment of a timeline keeps its passage
            elif where != section.task:
                see.append(where)
        if said:
            kept.append(paragraph.model_copy(update={"statements": tuple(said)}))
    update: dict[str, object] = {
        "paragraphs": tuple(kept),
        "see": tuple(dict.fromkeys(see)),
        "children": tuple(filter(_tells, (_without_repeats(child, told) for child in section.children))),
    }
    if not section.rows and see:
        kept = [_farther(paragraph) if paragraph.label in section.sides else paragraph for paragraph in kept]
        update["paragraphs"] = tuple(kept)
    if not section.rows and not set(section.sides) <= {paragraph.label for paragraph in kept}:
        update |= {"shape": Shape.PASSAGES, "sides": ()}
    return section.model_copy(update=update)
