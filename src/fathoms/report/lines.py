"""What a report says in words of its own: labels, flags, counts, who said what, the account of the run.

Knows: the report and the words of its language.  Does not know: any format, nor the order of parts (`parts.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from fathoms.domain.discovery import RankedSource
from fathoms.domain.evidence import Conflict, ConflictStatus, LedgerEntry, Voice
from fathoms.domain.plan import TaskStatus
from fathoms.domain.report import (
    CriterionResult,
    Cut,
    Flaw,
    GateResult,
    Paragraph,
    Report,
    SearchedFor,
    Section,
    SharedPoint,
    Statement,
    Support,
)
from fathoms.domain.report import Voice as WhoseWords
from fathoms.report.statements import every_section, statements, statements_of
from fathoms.report.words import Words
from fathoms.text.asks import speech_of
from fathoms.text.words import content_words, fold, overlap

MOST_NAMED = 1
"""Documents that are named behind a gap; the others are counted."""
SAYS_SO = 0.5
"""Word overlap at which a label already says that its passages are loose."""


def summary_of(report: Report) -> tuple[Statement, ...]:
    """The summary, unless the only section says no more than it."""
    said = {statement.text for statement in report.summary}
    if len(report.sections) == 1 and said >= {statement.text for statement in statements_of(report.sections[0])}:
        return ()
    return report.summary


def section_number(section: Section, report: Report) -> str:
    """A lone section needs no number, nor do written ones, whose order is an editor's; a child shows its place."""
    if report.run_facts.voice is WhoseWords.WRITTEN:
        return ""
    return section.task if len(report.sections) > 1 or "." in section.task else ""


def label_of(paragraph: Paragraph, words: Words, *, under: str = "") -> str:
    """The paragraph's label, unless it repeats the heading; one with only loose passages says so for all of them."""
    label = "" if fold(paragraph.label) == fold(under) else paragraph.label
    if not all_loose(paragraph):
        return label
    says_so = overlap(content_words(label), content_words(words.loose)) >= SAYS_SO or not label
    return words.loose if says_so else f"{label} ({words.loose})"


def all_loose(paragraph: Paragraph) -> bool:
    return bool(paragraph.statements) and all(statement.loose for statement in paragraph.statements)


def flag_of(statement: Statement, words: Words, *, quoted: bool = True) -> str:
    """What a reader must know of a statement: that it is loose or unverified, or that nobody could check a quote.

    How many of the sentences that a mind wrote were checked stands in the appendix, not behind each of them."""
    marks = [words.loose] if statement.loose else []
    if statement.unverified:
        marks.append(words.unverified)
    unchecked = quoted and statement.facts and statement.support is Support.UNCHECKED
    return "; ".join(marks) or (words.unchecked if unchecked else "")


def sides_of(section: Section) -> dict[str, tuple[Statement, ...]]:
    """The statements of each side of a comparison, sides in their order."""
    return {
        side: tuple(s for paragraph in section.paragraphs if paragraph.label == side for s in paragraph.statements)
        for side in section.sides
    }


def besides(section: Section) -> tuple[Paragraph, ...]:
    """The paragraphs that belong to no side of a comparison."""
    return tuple(paragraph for paragraph in section.paragraphs if paragraph.label not in section.sides)


def source_line(source: RankedSource) -> str:
    """One source of a curated list: title, address, tags, reason."""
    tags = f" [{', '.join(tag.value for tag in source.tags)}]" if source.tags else ""
    return f"{source.title} ({source.url}){tags}: {source.reason}"


def found_line(report: Report, words: Words) -> str:
    """The one honest line at the end of quoted passages: in how many documents they stand, and what was not found."""
    found = words.found_in_one if len(report.references) == 1 else words.found_in.format(count=len(report.references))
    more = (words.left_out.format(count=report.left_out),) if report.left_out else ()
    return " ".join(
        (found, *more, *(gap if gap.endswith((".", "。", "?", "？")) else f"{gap}." for gap in report.gaps))
    )


def unfinished_lines(report: Report, words: Words) -> Iterator[str]:
    for lost in report.unfinished:
        sentence = words.task_status(lost.status)
        yield sentence.format(task=lost.task, question=lost.question, reason=lost.reason or lost.status.value)


def failure_lines(report: Report) -> Iterator[str]:
    for failure in report.failures:
        yield f"{failure.what}: {failure.target}: {failure.reason}"


_ENDS = tuple(".?!…。？！")


def asked_and_advised(gap: str) -> tuple[str, str]:
    """What is missing, and what its writer advises until it is known, if anything."""
    asked, _, advised = gap.partition("; ")
    return asked, advised


def gap_lines(report: Report, words: Words) -> Iterator[str]:
    """What is missing, each with what follows from it, and with where it was looked for, as far as that is known: in a
    report by one hand that stands with how it was made (`looked_lines`)."""
    looked = {one.gap: one for one in report.searched_for}
    for gap in report.gaps:
        one = looked.get(gap, SearchedFor(gap=gap))
        where = "" if report.by_one_hand else _looked_in(one, words)
        unread = words.not_read.format(title=one.unread) if one.unread else ""
        asked, advised = asked_and_advised(gap)
        if advised and asked[-1:] not in _ENDS:
            asked += "?" if speech_of(report.language).asks(asked) and not {"?", "？"} & set(asked) else "."
        advice = f"{advised[:1].upper()}{advised[1:].rstrip('.')}." if advised else ""
        yield " ".join(filter(None, (asked, advice, where, unread))) if where or unread or advice else gap


def looked_lines(report: Report, words: Words) -> Iterator[str]:
    """Where what is missing in a report by one hand was looked for."""
    for one in report.searched_for if report.by_one_hand else ():
        if one.documents:
            yield f"{asked_and_advised(one.gap)[0]} {_looked_in(one, words)}"


def _looked_in(one: SearchedFor, words: Words) -> str:
    named = one.documents
    more = words.and_more.format(count=len(named) - MOST_NAMED) if len(named) > MOST_NAMED else ""
    titles = words.between_titles.join(named[:MOST_NAMED])
    return words.looked_in.format(titles=titles, more=more) if named else ""


def cut_lines(report: Report, words: Words) -> Iterator[str]:
    """What did not hold, each once, however many sections had it."""
    yield from dict.fromkeys(f"{cut.text} ({cut.reason})" for cut in _lost(report, words))


def _lost(report: Report, words: Words) -> list[Cut]:
    """The cuts without those of what the report tells elsewhere."""
    return [cut for cut in report.cuts if cut.reason != words.flaws[Flaw.REPEATED]]


def shared_line(point: SharedPoint, words: Words) -> str:
    return words.shared_by.format(shared=point.shared, tasks=", ".join(point.tasks))


def voice_line(voice: Voice, words: Words, *, briefly: bool = False) -> str:
    """Who says it, when, and how authoritative that is; briefly, who, and when if that is known."""
    if voice.stated:
        return words.stated_by_you
    if briefly:
        return f"{voice.title} ({voice.dated.isoformat()})" if voice.dated else voice.title
    dated = voice.dated.isoformat() if voice.dated else words.undated
    return words.voice.format(title=voice.title, dated=dated, tier=words.tiers[voice.tier])


def settled_line(entry: LedgerEntry, words: Words) -> str:
    """What settled a conflict, and why; empty while it is open."""
    conflict = entry.conflict
    if conflict.settled_by is None:
        return conflict.resolution
    says = next((voice.says for voice in entry.voices if voice.fact == conflict.upheld), "")
    return words.settled[conflict.settled_by].format(says=says, witness=conflict.witness)


def conclusion_lines(report: Report, words: Words) -> Iterator[str]:
    """Where the question stands now, counted: what a reader may take away and what not."""
    if not report.found:
        return
    counts = {
        "met": sum(result.met for result in report.criteria),
        "criteria": len(report.criteria),
        "open": sum(conflict.status is ConflictStatus.OPEN for conflict in report.conflicts),
        "lost": sum(one.status is not TaskStatus.DONE for one in report.unfinished),
        "answered": report.run_facts.answered,
        "asked": report.run_facts.asked,
    }
    shown = (("answered", "asked"), ("criteria", "criteria"), ("open", "open"), ("lost", "lost"))
    yield from (words.conclusion_lines[line].format(**counts) for line, least in shown if counts[least])


def see_line(section: Section, report: Report, words: Words) -> str:
    """Where else a section is told. A written one says so only when nothing of it is told here."""
    if report.run_facts.voice is WhoseWords.QUOTED:
        return words.see.format(parts=", ".join(section.see)) if section.see else ""
    if not section.see or section.paragraphs or section.rows:
        return ""
    headings = {one.task: one.heading for one in every_section(report.sections)}
    return words.see.format(parts=", ".join(f"“{headings.get(task, task)}”" for task in section.see))


def state_of(conflict: Conflict, words: Words) -> str:
    return f"{words.conflict_status(conflict.status)}, {words.severity[conflict.severity]}"


def about_rows(report: Report, words: Words) -> Iterator[tuple[str, str]]:
    """How the report came about, as names and values."""
    facts = report.run_facts
    if report.title:
        yield words.question, report.question
    yield words.written_at, f"{report.written_at:%Y-%m-%d %H:%M %Z}".strip()
    yield words.run, report.run
    yield words.mind, facts.models
    yield words.question_kind, words.mode[facts.mode]
    yield words.effort, words.efforts.get(facts.effort, facts.effort)
    yield words.tasks, str(facts.tasks)
    yield words.rounds, str(facts.rounds)
    if facts.spend.calls or facts.spend.usd:
        yield words.spend, words.spend_value.format(**facts.spend.model_dump())
    if facts.searches and facts.saved_searches:
        yield words.searches, words.searches_value.format(searches=facts.searches, saved=facts.saved_searches)
    if report.criteria and facts.voice is WhoseWords.QUOTED and report.found:
        yield words.criteria, "; ".join(f"{one.text} – {criterion_word(one, words)}" for one in report.criteria)
    if report.gates and facts.voice is WhoseWords.WRITTEN:
        met = sum(result.met for result in report.gates)
        yield words.steering, words.steering_value.format(met=met, all=len(report.gates))
    elif report.gates:
        yield words.gates, "; ".join(_gate_line(result, words) for result in report.gates)
    if report.undug:
        yield words.undug, "; ".join(f"{left.area} ({words.why_undug[left.why]})" for left in report.undug)
    if report.raised:
        yield words.raised, "; ".join(report.raised)
    if report.insights:
        yield words.shared_points, " / ".join(shared_line(point, words) for point in report.insights)
    if report.found:
        shares = {"checked": f"{facts.checked:.0%}", "supported": f"{facts.supported:.0%}"}
        yield (
            words.checked,
            words.checked_value.format(**shares, cut=len(_lost(report, words))) + _mended(report, words),
        )


def criterion_word(result: CriterionResult, words: Words) -> str:
    return words.met if result.met else words.quoted_only if result.quoted else words.not_met


def _gate_line(result: GateResult, words: Words) -> str:
    said = words.gate[result.kind].format(about=result.about, least=f"{result.least:g}")
    phase = f" ({result.phase})" if result.phase else ""
    return f"{result.task}{phase}: {said} – {words.gate_met if result.met else words.gate_unmet}"


def _mended(report: Report, words: Words) -> str:
    """What became of all that was written; of quotes, how many had to be repaired."""
    if report.run_facts.voice is not WhoseWords.WRITTEN:
        return f"; {words.repaired.format(count=report.repaired)}" if report.repaired else ""
    told, lost = sum(1 for _ in statements(report)), _lost(report, words)
    cut = sum(1 for one in lost if one.reason != words.flaws[Flaw.BLANKED])
    repeated = len(report.cuts) - len(lost)
    return words.written.format(
        written=told + repeated + cut,
        shipped=told - report.repaired,
        repaired=report.repaired,
        repeated=repeated,
        cut=cut,
    )
