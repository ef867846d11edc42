"""What several roles show of the same things: sources' own words about themselves, findings, lists.

Knows: how they look in a prompt.  Does not know: which role asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, groupby

from fathoms.domain.draft import Edited
from fathoms.domain.evidence import Hit
from fathoms.domain.plan import AnswerForm, Form
from fathoms.domain.report import Finding, Layout, Paragraph, Statement
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
        told.append(f"dated {survey.first_date.year}-{survey.last_date.year}")
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


def written(edited: Edited, marks: Callable[[Statement], str]) -> str:
    """A report by one hand: its answer, its table and its sections by their numbers."""
    points = Paragraph(statements=edited.key_points, layout=Layout.LIST)
    parts = {"answer": (Paragraph(statements=edited.answer), points), "table": (Paragraph(table=edited.table),)}
    told = [block("draft", name, _laid(one, marks)) for name, one in parts.items() if any(part.told for part in one)]
    told += [
        block("draft", str(number), _laid(one.paragraphs, marks), heading=one.heading)
        for number, one in enumerate(edited.body, start=1)
    ]
    return "\n".join(told)


def _laid(paragraphs: Sequence[Paragraph], marks: Callable[[Statement], str]) -> str:
    lines: list[str] = []
    for part in paragraphs:
        lines += [part.label] if part.label else []
        lines += _laid_out(part, marks)
        lines += [f"| {part.table.corner} | {' | '.join(part.table.columns)} |"] if part.table else []
        for row in part.table.rows if part.table else ():
            cells = (f"{cell.text} {marks(cell)}".rstrip() if cell else "" for cell in row.cells)
            lines.append(f"| {row.label} | {' | '.join(cells)} |")
    return "\n".join(line for line in lines if line) or NOTHING


def _laid_out(part: Paragraph, marks: Callable[[Statement], str]) -> Iterator[str]:
    """Sentences on one line, items and steps on lines of their own, blocks of code between their fences."""
    number = count(1)
    for code, group in groupby(part.statements, key=lambda one: one.code):
        told = [(one.text, marks(one)) for one in group]
        if code:
            yield from (f"{fenced(text, code)}\n{cited}".rstrip() for text, cited in told)
        elif part.layout is Layout.PROSE:
            yield " ".join(f"{text} {cited}".rstrip() for text, cited in told)
        else:
            steps = part.layout is Layout.STEPS
            yield from (f"{f'{next(number)}.' if steps else '-'} {text} {cited}".rstrip() for text, cited in told)
