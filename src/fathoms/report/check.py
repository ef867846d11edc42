"""The check before a report ships: each statement held against its quotes, the unsupported ones cut.

Knows: where statements stand in a report, and what to do with one that fails.
Does not know: how support is judged (`support.py`).  Pure, and safe to repeat on a checked report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from fathoms.domain.evidence import Fact
from fathoms.domain.report import Cut, Report, Section, Shape, Statement, Support
from fathoms.report.compose import closest_passages, numbered, statements_of
from fathoms.report.support import Flaw, judge
from fathoms.report.words import Words, words_for


@dataclass(frozen=True, slots=True)
class Checked:
    """A statement with its support set, and what is wrong with it if it cannot ship."""

    statement: Statement
    flaw: Flaw | None = None
    detail: str = ""


def check(statement: Statement, facts: Mapping[str, Fact]) -> Checked:
    """Set a statement's support from the facts it cites; keys that name no fact are dropped."""
    known = tuple(dict.fromkeys(fact_id for fact_id in statement.facts if fact_id in facts))
    if not known:
        bare = statement.model_copy(update={"facts": (), "support": Support.UNCHECKED})
        return Checked(bare) if _claims_nothing(statement.text) else Checked(bare, Flaw.UNCITED)
    judgement = judge(statement.text, [item for fact_id in known for item in facts[fact_id].evidence])
    settled = statement.model_copy(update={"facts": known, "support": judgement.support})
    return Checked(settled, judgement.flaw, judgement.detail)


def checked(report: Report) -> Report:
    """The report as it may ship: support set, unsupported statements cut and recorded, sources renumbered."""
    sieve = _Sieve(facts={fact.id: fact for fact in report.facts}, words=words_for(report.language))
    summary = sieve.passing("", report.summary)
    sections = tuple(_checked_section(section, sieve) for section in report.sections)
    cited = any(statement.facts for statement in summary + tuple(_all_statements(sections)))
    found = report.found and (cited or any(section.sources for section in sections))
    cuts = (*report.cuts, *sieve.cuts)
    passed = report.model_copy(
        update={
            "found": found,
            "summary": summary if found else (),
            "sections": sections if found else (),
            "insights": report.insights if found else (),
            "closest": report.closest if found or report.closest else closest_passages(report.facts),
            "cuts": cuts,
        }
    )
    return numbered(_with_rates(passed), sieve.facts)


def _checked_section(section: Section, sieve: _Sieve) -> Section:
    """The section without what was cut. A side that lost its passages is no side of a table."""
    passing = [
        paragraph.model_copy(update={"statements": sieve.passing(section.task, paragraph.statements)})
        for paragraph in section.paragraphs
    ]
    paragraphs = tuple(paragraph for paragraph in passing if paragraph.statements)
    update: dict[str, object] = {
        "paragraphs": paragraphs,
        "children": tuple(_checked_section(child, sieve) for child in section.children),
    }
    if not set(section.sides) <= {paragraph.label for paragraph in paragraphs}:
        update |= {"shape": Shape.PASSAGES, "sides": ()}
    return section.model_copy(update=update)


def _with_rates(report: Report) -> Report:
    """Shares over everything that was drafted, cut statements included, so that a cut does not flatter."""
    stated = [s for s in (*report.summary, *_all_statements(report.sections)) if s.facts]
    supported = sum(1 for statement in stated if statement.support is Support.SUPPORTED)
    drafted = len(stated) + len(report.cuts)
    rates = {"checked": 0.0, "supported": 0.0}
    if drafted:
        rates = {"checked": (supported + len(report.cuts)) / drafted, "supported": supported / drafted}
    return report.model_copy(update={"run_facts": report.run_facts.model_copy(update=rates)})


def _all_statements(sections: Iterable[Section]) -> tuple[Statement, ...]:
    return tuple(statement for section in sections for statement in statements_of(section))


def _claims_nothing(text: str) -> bool:
    """A question or a lead-in states no fact, so it needs no citation."""
    return text.rstrip().endswith(("?", "？", ":", "：")) and not any(character.isdigit() for character in text)


@dataclass(slots=True)
class _Sieve:
    """Lets statements through and remembers those it held back."""

    facts: Mapping[str, Fact]
    words: Words
    cuts: list[Cut] = field(default_factory=list)

    def passing(self, task: str, statements: Iterable[Statement]) -> tuple[Statement, ...]:
        passed: list[Statement] = []
        for statement in statements:
            result = check(statement, self.facts)
            if result.flaw is None:
                passed.append(result.statement)
            else:
                reason = self.words.flaws[result.flaw].format(detail=result.detail)
                self.cuts.append(Cut(task=task, text=statement.text, reason=reason))
        return tuple(passed)
