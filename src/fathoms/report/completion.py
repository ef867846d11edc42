"""What a thread leaves behind: its completion report, or the curated list of a discovery.

Knows: the six tables of SPEC §5, and the list with what was left out and the suggested balance.
Does not know: any rule; statuses, ranks and reasons stand in what is handed over.
"""

from __future__ import annotations

from collections.abc import Iterator

from fathoms.domain.discovery import Discovery
from fathoms.domain.evidence import Conflict, ConflictStatus, Fact
from fathoms.domain.thread import Phase, RoundRecord, SubQuestion, SubQuestionStatus, ThreadState
from fathoms.engine.thread import gates, links
from fathoms.report.contradictions import impact, side
from fathoms.report.tables import plain, table
from fathoms.text.addresses import document
from fathoms.text.neutral import shortened

KEY_FINDING_CHARS = 200


def completion_report(thread: ThreadState) -> str:
    """The whole thread on one page."""
    phases = tuple(dict.fromkeys(record.scope.phase for record in thread.rounds))
    facts = {fact.id: fact for fact in thread.facts}
    head = "\n".join(
        (
            f"# Thread completion: {plain(thread.name)}",
            "",
            f"- Rounds: {len(thread.rounds)} of {thread.budget} (ceiling {thread.ceiling})",
            f"- Reason: {thread.stopped.value if thread.stopped else 'still running'}",
            f"- Micro-reports: {len(thread.rounds)}",
            f"- Phases: {_arrowed(phases)}",
        )
    )
    sections = (
        ("Sub-Question Status", _sub_questions(thread, facts)),
        ("Subject Coverage", _subjects(thread, facts)),
        ("All Sources", _sources(thread)),
        ("Open Contradictions", _contradictions(thread)),
        ("Gaps Remaining", table(("Gap", "Why", "Rounds", "Next Step"), _gaps(thread))),
        ("Plateau History", _history(thread)),
    )
    return "\n\n".join((head, *(f"## {title}\n\n{text}" for title, text in sections))) + "\n"


def _arrowed(phases: tuple[Phase, ...]) -> str:
    return " → ".join(phase.value for phase in phases) or "none"


def _sub_questions(thread: ThreadState, facts: dict[str, Fact]) -> str:
    rows = [
        (q.id, q.text, q.status.value, q.confidence.value if q.confidence else "", _key(q.key_fact, facts))
        for q in thread.sub_questions
    ]
    return table(("ID", "Question", "Status", "Confidence", "Key Finding"), rows)


def _subjects(thread: ThreadState, facts: dict[str, Fact]) -> str:
    rows = [(s.name, str(s.search_rounds), s.status.value, _key(s.key_fact, facts)) for s in thread.subjects]
    return table(("Subject", "Rounds", "Status", "Key Finding"), rows)


def _key(fact_id: str | None, facts: dict[str, Fact]) -> str:
    fact = facts.get(fact_id or "")
    return shortened(fact.claim, KEY_FINDING_CHARS) if fact else ""


def _sources(thread: ThreadState) -> str:
    """Every document that was read, once, with the rounds it was read in and what it was worth."""
    rounds: dict[str, list[int]] = {}
    titles: dict[str, str] = {}
    for record in thread.rounds:
        for url, title in zip(record.read_urls, record.read_titles, strict=True):
            where = document(url)
            titles.setdefault(where, title)
            if record.number not in rounds.setdefault(where, []):
                rounds[where].append(record.number)
    rows = [
        (str(n), where, titles[where], ", ".join(map(str, numbers)), _value(where, thread))
        for n, (where, numbers) in enumerate(rounds.items(), start=1)
    ]
    return table(("#", "URL", "Title", "Rounds", "Value"), rows)


def _value(where: str, thread: ThreadState) -> str:
    """HIGH: it carries a key finding; MEDIUM: any other fact that counts; LOW: nothing of use."""
    keys = {q.key_fact for q in thread.sub_questions} | {s.key_fact for s in thread.subjects}
    given = [f for f in thread.facts if any(document(e.url) == where for e in f.evidence) and not f.loose]
    if any(fact.id in keys for fact in given):
        return "HIGH"
    return "MEDIUM" if given else "LOW"


def _contradictions(thread: ThreadState) -> str:
    """Open ones first; a resolved one stays, with what resolved it."""
    ordered = sorted(thread.conflicts, key=lambda conflict: conflict.status is not ConflictStatus.OPEN)
    rows = [
        (c.about, side(c.left_says, c.left, thread), side(c.right_says, c.right, thread), _status(c), impact(c, thread))
        for c in ordered
    ]
    return table(("Claim", "A", "B", "Status", "Impact"), rows)


def _status(conflict: Conflict) -> str:
    return "OPEN" if conflict.status is ConflictStatus.OPEN else f"RESOLVED: {conflict.resolution}"


def _gaps(thread: ThreadState) -> Iterator[tuple[str, str, str, str]]:
    done = str(len(thread.rounds))
    for question in thread.sub_questions:
        if question.status is not SubQuestionStatus.ANSWERED:
            yield (f"{question.id}: {question.text}", _why_open(question), done, _next_step(thread))
    for subject in thread.subjects:
        if subject.search_rounds == 0:
            yield (subject.name, "no round searched it", "0", f"search for {subject.name}")
    for criterion in gates.checked(thread)[1]:
        yield (f"gate: {criterion}", "not reached within the rounds allowed", done, _next_step(thread))


def _why_open(question: SubQuestion) -> str:
    if question.status is SubQuestionStatus.OPEN:
        return "no fact covers it"
    if question.confidence and not question.confidence.answers:
        return "only UNVERIFIED facts cover it"
    return f"the facts cover {question.coverage:.0%} of it"


def _next_step(thread: ThreadState) -> str:
    """The best idea left over: a source that a page names, a query not sent yet, else a lead, else another source."""
    if named := next(links.unread(thread), None):
        return f"read {named.text}: {named.url}"
    last: RoundRecord | None = thread.rounds[-1] if thread.rounds else None
    if last and last.backlog:
        return f"ask {last.backlog[0].source}: {last.backlog[0].text}"
    if thread.leads:
        return f"follow the lead {thread.leads[0].text}"
    return "add a source that covers it"


def _history(thread: ThreadState) -> str:
    rows = [
        (
            str(record.number),
            str(len(record.new_facts)),
            str(len(record.confirming_facts)),
            "not counted (drift)" if record.drifted else record.saturation.value,
            record.scope.phase.value,
            _escape(record),
        )
        for record in thread.rounds
    ]
    return table(("Round", "New", "Confirming", "Saturation", "Phase", "Escape"), rows)


def _escape(record: RoundRecord) -> str:
    """How the round tried to get off a plateau, if it did."""
    if record.scope.escape:
        return record.scope.escape.value
    return "reformulate" if record.scope.must_reformulate else ""


def discovery_name(thread: ThreadState) -> str:
    return f"discovery-{thread.name}.md"


def discovery_report(thread: ThreadState, found: Discovery) -> str:
    """The whole list as a file of the thread."""
    rows = [(str(s.rank), s.title, s.url, ", ".join(t.value for t in s.tags), s.reason) for s in found.included]
    out = [(s.title, s.url, s.reason) for s in found.excluded]
    balance = [(share.sort, f"{share.now:.0%}", f"{share.suggested:.0%}") for share in found.balance]
    advice = "\n".join(f"- {plain(line)}" for line in found.advice) or "None."
    return "\n\n".join(
        (
            f"# Discovery: {plain(thread.name)}",
            f"Searches made: {found.calls}",
            f"## Sources\n\n{table(('#', 'Title', 'URL', 'Tags', 'Why'), rows)}",
            f"## Left Out\n\n{table(('Title', 'URL', 'Why'), out)}",
            f"## Balance\n\n{table(('Sort', 'Now', 'Suggested'), balance)}",
            f"## Advice\n\n{advice}\n",
        )
    )
