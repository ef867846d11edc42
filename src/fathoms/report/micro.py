"""Micro-reports and completion reports: one round, or one thread, as a person reads it.

Knows: the front matter, sections and tables of SPEC §5.  Does not know: where the files go, or any rule;
what it says stands in the thread's state.  All text from elsewhere is escaped.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from fathoms.domain.evidence import Conflict, ConflictStatus, Fact
from fathoms.domain.thread import GateDelta, Insight, RoundRecord, SubjectState, ThreadState
from fathoms.report.completion import completion_report
from fathoms.report.contradictions import side
from fathoms.report.tables import plain, quoted, table
from fathoms.text.addresses import document

__all__ = ["completion_name", "completion_report", "micro_name", "micro_report"]


def micro_name(thread: ThreadState, n: int) -> str:
    """The file of one round's report."""
    return f"micro-report-{thread.name}-round-{n}.md"


def completion_name(thread: ThreadState) -> str:
    return f"thread-completion-{thread.name}.md"


def micro_report(thread: ThreadState, record: RoundRecord) -> str:
    """The report of one round; `thread` is the state it left behind, or a later one."""
    sections = (
        ("Round Summary", _summary(thread, record)),
        ("Facts Extracted", _facts(thread, record)),
        ("Subject Registry Updates", _subjects(thread, record)),
        ("Disambiguation Updates", _list(record.disambiguation)),
        ("Contradictions Found", _contradictions(thread, record)),
        ("Saturation Assessment", _saturation(thread, record)),
        ("Next Round Guidance", _guidance(thread, record)),
    )
    body = "\n\n".join(f"## {title}\n\n{text}" for title, text in sections)
    return f"{_front_matter(thread, record)}\n\n{body}\n"


def _front_matter(thread: ThreadState, record: RoundRecord) -> str:
    lines = (
        f"thread: {json.dumps(thread.name, ensure_ascii=False)}",
        f"round: {record.number}",
        f"strategy_phase: {record.scope.phase.value}",
        f"timestamp: {record.at.isoformat()}",
        f"sources_consulted: {len({document(url) for url in record.read_urls})}",
        f"new_facts: {len(record.new_facts)}",
        f"confirming_facts: {len(record.confirming_facts)}",
        f"saturation: {'none (drift)' if record.drifted else record.saturation.value}",
    )
    return "\n".join(("---", *lines, "---"))


def _summary(thread: ThreadState, record: RoundRecord) -> str:
    """One paragraph: what was asked and why, what came of it, what was left out."""
    sentences = [
        f"Round {record.number} ({record.scope.phase.value}: {plain(record.scope.phase_reason)}).",
        _forced(record),
        f"Intent: {_sentence(record.scope.intent)}" if record.scope.intent else "",
        _asked(record),
        f"{_counted(len(record.urls), 'result')} came back, {_counted(len(record.read_urls), 'passage')} read; "
        f"{_counted(len(record.new_facts), 'new fact')}, {_counted(len(record.confirming_facts), 'confirming fact')}.",
        _checked(thread, record),
        _drawn(record),
        _left_out(record),
        _judgement(record),
        "**Flag: this round found only UNVERIFIED facts.**" if record.only_unverified else "",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _forced(record: RoundRecord) -> str:
    forced = record.scope.forced_subject
    return f"The subject {quoted(forced)} took the round: no earlier one had searched it." if forced else ""


def _checked(thread: ThreadState, record: RoundRecord) -> str:
    """What a round of VERIFY was for, and what came of it; or the assumptions that a round questioned."""
    if record.scope.assumptions:
        return f"Assumptions questioned: {' '.join(_sentence(text) for text in record.scope.assumptions)}"
    if record.verified is None:
        return ""
    claims = {fact.id: fact for fact in (*thread.known, *thread.facts)}
    claim = claims[record.verified.fact].claim if record.verified.fact in claims else record.verified.fact
    by = [claims[fact].evidence[0].title for fact in record.verified.by if fact in claims]
    told = f" ({', '.join(map(plain, by))})" if by else ""
    return f"The claim {quoted(claim)} was {record.verified.outcome.value}{told}."


def _asked(record: RoundRecord) -> str:
    if not record.queries:
        return "No query was sent."
    asked = "; ".join(f"{plain(q.source)}: {quoted(q.text)}{_because(q.reason)}" for q in record.queries)
    how = ""
    if record.scope.escape:
        how = f" (escape: {record.scope.escape.value})"
    elif record.scope.must_reformulate:
        how = " (reformulated)"
    return f"Asked{how}: {asked}."


def _because(reason: str) -> str:
    return f" ({plain(reason)})" if reason else ""


def _drawn(record: RoundRecord) -> str:
    """A reader who opens such an address without scripts will not find the quotes there."""
    return f"Drawn by a browser: {'; '.join(map(plain, record.rendered))}." if record.rendered else ""


def _left_out(record: RoundRecord) -> str:
    parts = [
        *(f"not sent: {quoted(dropped.query.text)} ({plain(dropped.reason)})" for dropped in record.dropped),
        *(f"drifted: {plain(drift.url)} ({drift.drift.value}: {plain(drift.detail)})" for drift in record.drifts),
        *(f"failed: {plain(failed.target)} ({plain(failed.reason)})" for failed in record.failures),
        *(f"rejected: {plain(rejected)}" for rejected in record.rejected),
    ]
    return f"Left out: {'; '.join(parts)}." if parts else ""


def _judgement(record: RoundRecord) -> str:
    verdict = "sufficient" if record.sufficient else "insufficient"
    return f"The extraction was judged {verdict}{f': {_sentence(record.reason)}' if record.reason else '.'}"


def _facts(thread: ThreadState, record: RoundRecord) -> str:
    by_id = {fact.id: fact for fact in thread.facts}
    told = [by_id[i] for i in (*record.new_facts, *record.confirming_facts, *record.loose_facts) if i in by_id]
    rows = [
        (str(n), fact.claim, _source(fact), fact.evidence[0].url, fact.confidence.value, _notes(fact, record))
        for n, fact in enumerate(told, start=1)
    ]
    return table(("#", "Fact", "Source", "URL", "Confidence", "Notes"), rows)


def _source(fact: Fact) -> str:
    evidence = fact.evidence[0]
    return f"{evidence.title} ({evidence.source})" if evidence.source else evidence.title


def _notes(fact: Fact, record: RoundRecord) -> str:
    notes = ["new" if fact.id in record.new_facts else ""]
    if fact.confirms:
        notes.append(f"confirms {fact.confirms}")
    if fact.loose:
        notes.append("only loosely related")
    if fact.answers:
        notes.append(f"covers {', '.join(fact.answers)}")
    return "; ".join(note for note in notes if note)


def _subjects(thread: ThreadState, record: RoundRecord) -> str:
    before = {subject.name: subject for subject in record.subjects_before}
    facts = {fact.id: fact for fact in thread.facts}
    rows = [
        (after.name, before[after.name].status.value, after.status.value, _subject_evidence(after, facts))
        for after in record.subjects_after
        if after.name in before
    ]
    return table(("Subject", "Prior Status", "New Status", "Evidence"), rows)


def _subject_evidence(subject: SubjectState, facts: dict[str, Fact]) -> str:
    rounds = _counted(subject.search_rounds, "round")
    fact = facts.get(subject.key_fact or "")
    return f"{fact.claim} ({rounds})" if fact else f"none ({rounds})"


def _contradictions(thread: ThreadState, record: RoundRecord) -> str:
    by_id = {conflict.id: conflict for conflict in thread.conflicts}
    rows = [
        (
            conflict.about,
            side(conflict.left_says, conflict.left, thread),
            side(conflict.right_says, conflict.right, thread),
            conflict_status(conflict),
        )
        for conflict in (by_id[i] for i in record.conflicts if i in by_id)
    ]
    return table(("Claim", "Source A Says", "Source B Says", "Status"), rows)


def conflict_status(conflict: Conflict) -> str:
    if conflict.status is ConflictStatus.OPEN:
        return f"OPEN ({conflict.severity.value})"
    return f"RESOLVED: {conflict.resolution}"


def _saturation(thread: ThreadState, record: RoundRecord) -> str:
    overlap = f"overlap {record.overlap_previous:.0%} with the round before, {record.overlap_all:.0%} with all earlier"
    if record.drifted:
        return (
            "Not counted: three drifts in a row ended the round. It is charged to the budget "
            f"({record.budget_after} of at most {thread.ceiling} rounds)."
        )
    return (
        f"{record.saturation.value}: {_counted(len(record.new_facts), 'new fact')}; {overlap}; "
        f"plateau level {record.plateau.value}. "
        f"Round budget now {record.budget_after} of at most {thread.ceiling}."
    )


def _gate_try(delta: GateDelta) -> str:
    phase = f"phase {delta.phase}, " if delta.phase > 1 else ""
    return f"{phase}iteration {delta.iteration}"


def _insight(insight: Insight) -> str:
    return plain(f"{insight.text}, {insight.url}" if insight.url else insight.text)


def _guidance(thread: ThreadState, record: RoundRecord) -> str:
    gates = [delta for delta in thread.gate_log if delta.round == record.number]
    lines = [
        f"- Step: {plain(record.next_step)}",
        f"- Focus: {plain(record.focus) or 'none'}",
        *(f"- Gate, {_gate_try(g)}: {plain(g.reason)}; {plain(g.changed)}" for g in gates),
        *(f"- Insight ({i.kind.value}, priority {i.priority}): {_insight(i)}" for i in record.insights),
    ]
    gaps = [f"  - {plain(gap)}" for gap in record.remaining]
    return "\n".join([*lines, "- Remaining gaps:" + ("" if gaps else " none"), *gaps])


def _list(items: Sequence[str]) -> str:
    return "\n".join(f"- {plain(item)}" for item in items) or "None."


def _sentence(text: str) -> str:
    said = plain(text)
    return said if said.endswith((".", "!", "?", "。", "！", "？")) else f"{said}."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
