"""What several roles show of the same things: sources' own words about themselves, findings, lists.

Knows: how they look in a prompt.  Does not know: which role asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, groupby, repeat
from textwrap import indent

from fathoms.domain.evidence import Hit
from fathoms.domain.plan import AnswerForm, Form
from fathoms.domain.report import CitedTable, Finding, Layout, Paragraph, Statement
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import SubQuestion
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.fences import fenced
from fathoms.text.addresses import document

_MOST_TOPICS = 12
_MOST_DOCUMENTS = 6
_MOST_HEADINGS = 8
_MOST_HITS = 10
_SNIPPET = 240
_STOPPED = re.compile(r"[^\s.!?。！？][.!?。！？:：]$")
"""Words that end with one stop."""

NOTHING = "(none)"


def listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines) or NOTHING


def account(form: Form) -> str:
    """A kind of account, and what it consists of."""
    return f"{form.value} ({form.parts})" if form.parts else form.value


def questions(subs: Sequence[SubQuestion]) -> str:
    return listed(f"{sub.id} ({sub.status.value.lower()}): {sub.text}" for sub in subs)


def shape(form: AnswerForm | None) -> str:
    """The form that the plan settled, with what its table is to show."""
    if form is None:
        return ""
    told = [f"The answer is to be: {account(form.form)}."]
    told += [f"Rows: {'; '.join(form.rows)}."] if form.rows else []
    told += [f"Columns: {'; '.join(form.columns)}."] if form.columns else []
    told += [f"It is to look like this: {'; '.join(form.wishes)}."] if form.wishes else []
    return " ".join(told)


def surveys(found: Sequence[Survey]) -> str:
    """Each source under its name; its headings are the words of its documents."""
    return "\n".join(_survey(survey) for survey in found) or NOTHING


def _survey(survey: Survey) -> str:
    told = [f"{survey.kind.value}, relevance {survey.relevance:.2f}"]
    if survey.documents:
        told.append(f"{survey.documents:,} documents")
    if survey.first_date and survey.last_date:
        told.append(f"{survey.dated:,} of them dated, {survey.first_date.year}-{survey.last_date.year}")
    topics = ", ".join(survey.topics[:_MOST_TOPICS])
    lines = ["; ".join(told), f"topics: {topics}" if topics else "", *survey.tree, *_nearest(survey)]
    return block("survey", survey.source, "\n".join(line for line in lines if line))


def _nearest(survey: Survey) -> Iterable[str]:
    """The documents nearest to the question, each with its first headings."""
    by_document: dict[str, list[str]] = {}
    for heading in survey.headings:
        by_document.setdefault(heading.document, []).append(heading.text)
    for name, texts in list(by_document.items())[:_MOST_DOCUMENTS]:
        yield f"near the question: {name}: {'; '.join(dict.fromkeys(texts[:_MOST_HEADINGS]))}"


def hits(answer: SearchAnswer) -> str:
    """The best passage of each document that a search led to."""
    best: dict[str, Hit] = {}
    for hit in answer.hits:
        best.setdefault(document(hit.url), hit)
    return (
        "\n".join(
            block("hit", f"H{number}", hit.snippet[:_SNIPPET], title=" > ".join((hit.title, *hit.title_path[1:]))[:120])
            for number, hit in enumerate(list(best.values())[:_MOST_HITS], 1)
        )
        or NOTHING
    )


def findings(found: Sequence[Finding]) -> str:
    """What each part concluded, in its own first lines; which facts carry it stands with the facts."""
    return (
        "\n".join(
            block(
                "finding", finding.task, " ".join(s.text for s in finding.summary) or NOTHING, on=finding.question[:160]
            )
            for finding in found
        )
        or NOTHING
    )


def drafted(found: Sequence[Finding], marks: Callable[[Statement], str] = lambda _: "") -> str:
    """What each part says, whole, as it was laid out."""
    return (
        "\n".join(block("finding", one.task, _laid(one.paragraphs, marks), on=one.question[:160]) for one in found)
        or NOTHING
    )


def _laid(paragraphs: Sequence[Paragraph], marks: Callable[[Statement], str]) -> str:
    """As a writer would have written it, so that it can be sent back as it stands."""
    blocks: list[str] = []
    steps = 0
    for part in paragraphs:
        blocks += [f"### {part.label}"] if part.label else []
        if part.layout is Layout.PROSE:
            blocks += _pieces(part.statements, marks)
        elif part.layout is Layout.LIST:
            blocks += [_listed(part, repeat("   - " if part.within else "- "), marks)]
        else:
            before = steps if part.goes_on else 0
            steps = before + len(part.items)
            blocks += [_listed(part, (f"{number}. " for number in count(before + 1)), marks)]
        blocks += [_table(part.table, marks)] if part.table else []
    return "\n\n".join(filter(None, blocks)) or NOTHING


def _pieces(said: Iterable[Statement], marks: Callable[[Statement], str]) -> Iterator[str]:
    """Sentences on one line, blocks of code between their fences with their marks on the line after them."""
    for (code, number), group in groupby(said, key=lambda one: (one.code, one.paragraph)):
        if code:
            yield from (f"{fenced(one.text, code)}\n{marks(one)}".rstrip() for one in group)
        else:
            yield ("\n" if number else "") + " ".join(_marked(one, marks) for one in group)


def _listed(part: Paragraph, markers: Iterator[str], marks: Callable[[Statement], str]) -> str:
    """Each item on a line of its own; its code and what follows that is set in below it."""
    shown = []
    for item, marker in zip(part.items, markers, strict=False):
        told = indent("\n".join(_pieces(item, marks)), " " * len(marker))
        shown.append(marker + told[len(marker) :])
    return "\n".join(shown)


def _table(table: CitedTable, marks: Callable[[Statement], str]) -> str:
    lines = [f"| {' | '.join((table.corner, *table.columns))} |", "|---" * (len(table.columns) + 1) + "|"]
    for row in table.rows:
        cells = (_marked(cell, marks) if cell else "" for cell in row.cells)
        lines.append(f"| {' | '.join((row.label, *cells))} |")
    return "\n".join(lines)


def _marked(statement: Statement, marks: Callable[[Statement], str]) -> str:
    """A sentence with its marks before its stop, and bold where its writer set it so."""
    strong = statement.strong
    said, stop = statement.text.replace(strong, f"**{strong}**", 1) if strong else statement.text, ""
    if _STOPPED.search(said):
        said, stop = said[:-1], said[-1]
    return f"{said} {marks(statement)}".rstrip() + stop
