"""Evidence as text: the chain below a sentence, what all runs know, where sources disagree.

Knows: what each view is made of.  Does not know: how evidence is found or kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote

from pydantic import TypeAdapter

from fathoms.app.queries import Looking
from fathoms.domain.evidence import Evidence, LedgerEntry
from fathoms.domain.report import Length
from fathoms.domain.trail import Footing, KnownFact, Trail
from fathoms.errors import EXIT_NOT_FOUND
from fathoms.faces.cli import page_views, reports, terminal
from fathoms.faces.cli.layout import age, folded, plural, when
from fathoms.faces.cli.session import configured, look
from fathoms.report.render import delta as render_delta


def why(name: str, asked: str, home: str | None, *, length: Length | None, as_json: bool) -> int:
    def view(service: Looking) -> str:
        found = service.why(service.find(name), asked, length=length)
        if as_json:
            return TypeAdapter(tuple[Trail, ...]).dump_json(found, indent=2).decode()
        told = "\n\n".join("\n".join(_trail_lines(service, trail)) for trail in found)
        return folded(told, terminal.width())

    terminal.result(look(configured(home=home), view))
    return 0


def _trail_lines(service: Looking, trail: Trail) -> Iterator[str]:
    yield terminal.clean(trail.statement)
    yield f"  {terminal.clean(trail.section) or 'in the summary'} ({trail.support})"
    for ground in trail.grounds:
        fact = ground.fact
        yield f"  fact {fact.id}: {fact.confidence}, task {fact.task}, round {fact.round}, {fact.novelty}"
        if terminal.clean(fact.claim) != terminal.clean(trail.statement):
            yield f"    {terminal.clean(fact.claim)}"
        for footing in ground.footings:
            yield from (f"    {line}" for line in _footing_lines(service, footing))


def _footing_lines(service: Looking, footing: Footing) -> Iterator[str]:
    evidence = footing.evidence
    yield f"[{footing.number}] {_source(evidence)}"
    stored = f"page {evidence.page_id}, stored {when(footing.fetched_at)}" if footing.fetched_at else "page not stored"
    verdict = "found at its place" if footing.in_place else "NOT FOUND at its place"
    yield f"    {stored}; characters {evidence.start}-{evidence.end}: {verdict}"
    if footing.original:
        yield f"    {page_views.told(service, footing.original)}"
    quote = terminal.clean(evidence.quote)
    yield f"    …{terminal.clean(footing.before)} >>> {quote} <<< {terminal.clean(footing.after)}…"


def _source(evidence: Evidence) -> str:
    dated = f" ({evidence.dated})" if evidence.dated else ""
    return f"{terminal.clean(evidence.title)}{dated}  {terminal.clean(unquote(evidence.url))}"


def conflicts(service: Looking, run: str, *, as_json: bool) -> str:
    """The ledger: what is in dispute, who says which, when, how authoritative, and what settled it."""
    entries = service.conflicts(run)
    if as_json:
        return TypeAdapter(tuple[LedgerEntry, ...]).dump_json(entries, indent=2).decode()
    if not entries:
        return "no source disagrees with another"
    return "\n".join(line for entry in entries for line in _entry_lines(entry))


def _entry_lines(entry: LedgerEntry) -> Iterator[str]:
    conflict = entry.conflict
    yield f"{conflict.id}  {conflict.status}, {conflict.severity}: {terminal.clean(conflict.about)}"
    for voice in entry.voices:
        who = "stated by you" if voice.stated else f"{terminal.clean(voice.title)}, {voice.dated or 'undated'}"
        yield f"  {terminal.clean(voice.says)}: {who} ({voice.tier}, {voice.confidence})  {voice.url}"
    if conflict.resolution:
        yield f"  settled: {terminal.clean(conflict.resolution)}"


def search_facts(query: str, home: str | None, *, limit: int, as_json: bool) -> int:
    def view(service: Looking) -> tuple[KnownFact, ...]:
        return service.search_facts(query, limit=limit)

    found = look(configured(home=home), view)
    if as_json:
        terminal.result(TypeAdapter(tuple[KnownFact, ...]).dump_json(found, indent=2).decode())
    elif found:
        now = datetime.now(UTC)
        terminal.result("\n".join(line for known in found for line in _known_lines(known, now)))
    else:
        terminal.note(f"no run has found anything about {query!r}")
    return 0 if found else EXIT_NOT_FOUND


def _known_lines(known: KnownFact, now: datetime) -> Iterator[str]:
    fact = known.fact
    yield terminal.clean(fact.claim)
    runs = f"{plural(len(known.runs), 'run')}: {', '.join(known.runs[:3])}{' …' if len(known.runs) > 3 else ''}"
    yield f"  {fact.confidence}, found {age((now - known.last_seen).total_seconds())} ago in {runs}"
    for evidence in fact.evidence:
        yield f"  {_source(evidence)}  (page {evidence.page_id})"


def replay(name: str, home: str | None, *, as_json: bool) -> int:
    outcome = look(configured(home=home), lambda service: service.replay(service.find(name)))
    if as_json:
        terminal.result(outcome.model_dump_json(indent=2))
        return 0 if outcome.holds else 1
    file = {True: "the same bytes", False: "OTHER BYTES than the file", None: "no file to compare with"}
    in_place = outcome.quotes - len(outcome.lost_quotes)
    lines = [
        f"report {'as it was kept' if outcome.same_report else 'NOT as it was kept'}; {file[outcome.same_bytes]}",
        f"{in_place} of {plural(outcome.quotes, 'quote')} at their place in the stored pages",
        f"{outcome.checked:.0%} of statements checked, {outcome.supported:.0%} supported",
        *(f"  lost: {terminal.clean(quote)}" for quote in outcome.lost_quotes),
    ]
    terminal.result("\n".join(lines))
    return 0 if outcome.holds else 1


def delta(earlier: str, later: str, output: Path | None, home: str | None, *, as_json: bool) -> int:
    wanted = reports.Wanted("json" if as_json else "markdown", output)
    reports.check_target(wanted)
    found = look(configured(home=home), lambda service: service.delta(service.find(earlier), service.find(later)))
    text = found.model_dump_json(indent=2) if as_json else render_delta.render(found)
    reports.deliver(text, wanted, again=f"fathoms delta {found.earlier} {found.later}")
    return 0
