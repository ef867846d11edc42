"""The sections and what an editor made of them, as one report.

Knows: an edit is a body of its own, or words about the whole, an order and what to leave out as repetition.  Does not
know: whether any of it holds (`check.py`).  What an editor forgets stays: every section is told, and only what stands
elsewhere is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from fathoms.domain.draft import Edited, WrittenSection
from fathoms.domain.evidence import Conflict, ConflictStatus, Fact
from fathoms.domain.report import CitedTable, Cut, Flaw, Paragraph, Report, Section, Statement, TaskOutcome
from fathoms.engine.evidence.suspicions import leans_back
from fathoms.engine.plan.merging import alike
from fathoms.report.build.compose import numbered
from fathoms.report.statements import every_section, map_sections, own_statements
from fathoms.report.words import Words, words_for

LONGEST_TITLE = 120
"""Characters of a question that can head its own report."""
UNPLANNED = "w"
"""Before the number of a section that tells no task's findings in particular."""


def with_edit(report: Report, edited: Edited | None, outcomes: Sequence[TaskOutcome]) -> Report:
    """The report in the editor's order, with the answer and the table in front and what follows across at the end."""
    if edited is None or not report.found:
        return report
    pool = {fact.id: fact for outcome in outcomes for fact in outcome.facts}
    if edited.body:
        return _cited(_by_one_hand(report, edited, outcomes, pool), pool)
    written = map_sections(report.sections, lambda section: _written_again(section, edited.sections))
    sections, cuts = _without(written, frozenset(edited.repeated), words_for(report.language))
    update: dict[str, object] = {
        "answer": edited.answer,
        "summary": edited.key_points or (() if edited.answer else report.summary),
        "table": edited.table,
        "across": edited.across,
        "recommendations": edited.recommendations,
        "gaps": tuple(gap for gap in report.gaps if not _closed(gap, outcomes)),
        "sections": _nested(_led_in(_in_order(sections, edited.order), edited.lead_ins), outcomes),
        "cuts": (*report.cuts, *cuts),
    }
    return _cited(report.model_copy(update=update), pool)


def _by_one_hand(report: Report, edited: Edited, outcomes: Sequence[TaskOutcome], pool: Mapping[str, Fact]) -> Report:
    """The body as it was written. A drafted section that it tells nothing of stands behind it, so that none that was
    asked for is lost; what only dug into one, or into a disagreement, has told its writer what it found."""
    drafts = {section.task: section for section in every_section(report.sections)}
    cites = [_quoted((said for part in one.paragraphs for said in part.told), pool) for one in edited.body]
    written = {task: draft for task, draft in drafts.items() if not draft.sources}  # a list of sources stays a list
    found = {task: _quoted(own_statements(draft), pool) for task, draft in written.items()}
    homes = {task: home for task, quotes in found.items() if (home := _home(quotes, cites)) is not None}
    body = tuple(
        _section(one, place, tuple(task for task, home in homes.items() if home == place), drafts)
        for place, one in enumerate(edited.body)
    )
    asked = {section.task for section in report.sections}
    untold = tuple(
        draft.model_copy(update={"children": ()})
        for task, draft in drafts.items()
        if task not in homes and task in asked and (draft.paragraphs or draft.sources)
    )
    update = {
        "title": edited.title if len(report.question) > LONGEST_TITLE else "",
        "answer": edited.answer,
        "summary": edited.key_points if edited.answer or edited.key_points else report.summary,
        "recommendations": (),
        "table": edited.table,
        "gaps": tuple(_left_open(report, edited, outcomes)),
        "conflicts": tuple(_as_weighed(conflict, edited.weighed) for conflict in report.conflicts),
        "sections": (*body, *untold),
    }
    return report.model_copy(update=update)


def _as_weighed(conflict: Conflict, weighed: Sequence[str]) -> Conflict:
    """What whoever wrote the whole has settled, or found to make no difference, is no open end of it."""
    named = conflict.id in weighed and conflict.status is ConflictStatus.OPEN
    return conflict.model_copy(update={"status": ConflictStatus.WEIGHED}) if named else conflict


def without_emptied(report: Report) -> Report:
    """A report by one hand without the parts and columns of which the check left nothing but the heading."""
    if not report.by_one_hand:
        return report
    left = tuple(one for one in report.sections if one.paragraphs or one.gaps or one.sources or one.children)
    sections = map_sections(left, _without_empty_columns)
    return report.model_copy(update={"sections": sections, "table": _filled(report.table)})


def _without_empty_columns(section: Section) -> Section:
    told = (part.model_copy(update={"table": _filled(part.table)}) for part in section.paragraphs)
    return section.model_copy(update={"paragraphs": tuple(part for part in told if part.told)})


def _filled(table: CitedTable | None) -> CitedTable | None:
    """The columns in which some cell says something."""
    if table is None:
        return None
    kept = [at for at in range(len(table.columns)) if any(row.cells[at] for row in table.rows)]
    rows = tuple(row.model_copy(update={"cells": tuple(row.cells[at] for at in kept)}) for row in table.rows)
    return table.model_copy(update={"columns": tuple(table.columns[at] for at in kept), "rows": rows})


_Places = set[tuple[str, int, str]]


def _quoted(statements: Iterable[Statement], pool: Mapping[str, Fact]) -> _Places:
    """The words behind statements: two parts may have found the same ones as facts of their own."""
    return {pool[fact].evidence[0].place for one in statements for fact in one.facts if fact in pool}


def _home(found: _Places, cites: Sequence[_Places]) -> int | None:
    """Which part of a body tells most of what a draft found; None where none tells any of it."""
    shared = [len(found & cited) for cited in cites]
    return shared.index(max(shared)) if any(shared) else None


def _section(one: WrittenSection, place: int, tells: tuple[str, ...], drafts: Mapping[str, Section]) -> Section:
    """Under its own heading, or that of what it tells."""
    task = tells[0] if tells else f"{UNPLANNED}{place + 1}"
    heading = one.heading or (drafts[task].heading if tells else "")
    return Section(task=task, heading=heading, paragraphs=one.paragraphs, tells=tells)


def _left_open(report: Report, edited: Edited, outcomes: Sequence[TaskOutcome]) -> Iterator[str]:
    """What whoever wrote the whole found missing; what a part found nothing at all on; what code knows to be missing.
    What only parts miss makes no difference to the whole, by its writer: it stands with how the report was made."""
    findings = [outcome.finding for outcome in outcomes if outcome.finding]
    named = {gap for finding in findings for gap in finding.gaps}
    yield from edited.gaps
    blank = (one.question for one in findings if not one.paragraphs and not one.discovery)
    yield from (question for question in blank if not any(alike(question, gap) for gap in edited.gaps))
    yield from (gap for gap in report.gaps if gap not in named and gap not in edited.gaps)


def _written_again(section: Section, again: Mapping[str, tuple[Paragraph, ...]]) -> Section:
    return section.model_copy(update={"paragraphs": again[section.task]}) if section.task in again else section


def _closed(gap: str, outcomes: Sequence[TaskOutcome]) -> bool:
    """Whether a later task asked for just this and found it."""
    findings = (outcome.finding for outcome in outcomes if outcome.finding)
    answered = (one for one in findings if one.sub_questions and all(sub.founded for sub in one.sub_questions))
    return any(alike(gap, finding.question) for finding in answered)


def _cited(report: Report, pool: Mapping[str, Fact]) -> Report:
    return numbered(report, {**pool, **{fact.id: fact for fact in report.facts}})


def _in_order(sections: Sequence[Section], order: Sequence[str]) -> tuple[Section, ...]:
    """Those that the editor names come as named; the others keep their places after them."""
    places = {task: at for at, task in enumerate(order)}
    return tuple(sorted(sections, key=lambda section: places.get(section.task, len(places))))


def _led_in(sections: Sequence[Section], lead_ins: Mapping[str, str]) -> tuple[Section, ...]:
    """Each section but the first behind the sentence that leads to it."""
    return tuple(
        section.model_copy(update={"paragraphs": (Paragraph(statements=(Statement(text=said),)), *section.paragraphs)})
        if place and section.paragraphs and (said := lead_ins.get(section.task))
        else section
        for place, section in enumerate(sections)
    )


def _nested(sections: Sequence[Section], outcomes: Sequence[TaskOutcome]) -> tuple[Section, ...]:
    """What closed the gap of one section stands inside of it, not as a section of its own."""
    named = {outcome.task: outcome.finding.gaps for outcome in outcomes if outcome.finding}
    home = {
        late.task: early.task
        for late in sections
        for early in sections
        if late.task != early.task and any(alike(gap, late.question) for gap in named.get(early.task, ()))
    }
    inside = {task: name for task, name in home.items() if name not in home}
    return tuple(
        section.model_copy(
            update={"children": (*section.children, *(one for one in sections if inside.get(one.task) == section.task))}
        )
        for section in sections
        if section.task not in inside
    )


def _by_themselves(paragraph: Paragraph) -> Iterator[Statement]:
    """Its sentences without those that code follows, or one that leans on them: neither is read without the other."""
    said = paragraph.statements
    for one, after in zip_longest(said, said[1:]):
        if not one.code and not (after and (after.code or leans_back(after.text))):
            yield one


def _without(
    sections: Sequence[Section], repeated: frozenset[str], words: Words
) -> tuple[tuple[Section, ...], tuple[Cut, ...]]:
    """A section keeps at least one of its sentences: no editor makes one disappear. What goes is recorded."""
    cuts: list[Cut] = []

    def repeats(text: str) -> bool:
        """Also where the report has told, in brackets before it, whom a sentence is about."""
        return text in repeated or (text.startswith("[") and text.partition("] ")[2] in repeated)

    def trimmed(section: Section) -> Section:
        gone = [s.text for one in section.paragraphs for s in _by_themselves(one) if repeats(s.text)]
        kept = tuple(
            one.model_copy(update={"statements": tuple(s for s in one.statements if s.text not in gone)})
            for one in section.paragraphs
        )
        left = tuple(one for one in kept if one.told)
        if not left:
            return section
        cuts.extend(Cut(task=section.task, text=text, reason=words.flaws[Flaw.REPEATED]) for text in gone)
        return section.model_copy(update={"paragraphs": left})

    return map_sections(sections, trimmed) if repeated else tuple(sections), tuple(cuts)
