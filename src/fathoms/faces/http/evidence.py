"""What a run found and wrote, over HTTP: facts, conflicts, sources at their highlighted words, the report in its forms.

Knows: which query each endpoint is.  Does not know: how anything was found or is laid out.
"""

from __future__ import annotations

from collections.abc import Iterator

from starlette.responses import Response

from fathoms.app import stepping_in
from fathoms.app.exports import FORMATS, exported
from fathoms.app.queries import Looking
from fathoms.domain.delta import Delta
from fathoms.domain.events import ConflictSettled
from fathoms.domain.evidence import Fact, Page
from fathoms.domain.report import Report
from fathoms.domain.trail import KnownFact, Trail
from fathoms.errors import Resume, UsageError
from fathoms.faces.http.endpoints import Call
from fathoms.faces.http.problems import Refusal
from fathoms.faces.http.shapes import (
    Around,
    Asked,
    Conflicts,
    OfLength,
    OfTask,
    Search,
    Settle,
    Sources,
    SourceView,
)

WINDOW = 4_000
"""Characters of a page that are shown on either side of a quote."""
_SANDBOXED = (
    "sandbox allow-scripts allow-popups; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
)
_SHOWN_INLINE = ("application/pdf",)


async def list_facts(call: Call) -> list[Fact]:
    run, task = await call.desk.find(call.run), call.asked(OfTask).task
    return list(await call.desk.look(lambda: call.desk.service.facts(run, task)))


async def search_facts(call: Call) -> list[KnownFact]:
    asked = call.asked(Search)
    return list(await call.desk.look(lambda: call.desk.service.search_facts(asked.q, limit=asked.limit)))


async def list_conflicts(call: Call) -> Conflicts:
    run, service = await call.desk.find(call.run), call.desk.service
    return await call.desk.look(
        lambda: Conflicts(conflicts=list(service.conflicts(run)), settled=list(service.settled(run)))
    )


async def settle_conflict(call: Call) -> ConflictSettled:
    run = await call.desk.find(call.run)
    return await stepping_in.settle(call.desk.service, run, call.path["conflict"], call.said(Settle).upheld)


async def get_report(call: Call) -> Report:
    run, asked = await call.desk.find(call.run), call.asked(OfLength)
    return await call.desk.look(lambda: _report(call.desk.service, run, asked))


async def export_report(call: Call) -> Response:
    run, asked, form = await call.desk.find(call.run), call.asked(OfLength), call.path["format"]
    if form not in FORMATS:
        raise Refusal(404, f"there is no form {form!r}; there are {', '.join(FORMATS)}", code="unknown-format")
    chosen, service = FORMATS[form], call.desk.service

    def rendered() -> str | bytes:
        _report(service, run, asked)
        return exported(service, run, form, asked.length)

    headers = {"content-disposition": f'attachment; filename="fathoms-{run}{chosen.suffix}"'}
    if form == "html":
        headers = {"content-security-policy": _SANDBOXED}
    return Response(await call.desk.look(rendered), media_type=chosen.media_type, headers=headers)


async def list_sources(call: Call) -> Sources:
    run, asked = await call.desk.find(call.run), call.asked(OfLength)
    report = await call.desk.look(lambda: _report(call.desk.service, run, asked))
    return Sources(references=list(report.references))


async def why(call: Call) -> list[Trail]:
    run, asked = await call.desk.find(call.run), call.asked(Asked)
    return list(await call.desk.look(lambda: call.desk.service.why(run, asked.asked, length=asked.length)))


async def get_source(call: Call) -> SourceView:
    """A stored page around its highlighted words; the whole of a short one."""
    asked, service = call.asked(Around), call.desk.service
    page = await call.desk.look(lambda: service.page(call.path["page"]))
    return shown(page, asked.start, asked.end)


async def get_original(call: Call) -> Response:
    """The very bytes that a page was read from, where they were kept."""
    service = call.desk.service

    def kept() -> tuple[bytes, str]:
        page = service.page(call.path["page"])
        data = service.original(page)
        return data, page.original.media_type if page.original else ""

    data, kind = await call.desk.look(kept)
    kind = kind.partition(";")[0].strip().lower()
    shown = "inline" if kind in _SHOWN_INLINE else "attachment"
    media = kind if kind in _SHOWN_INLINE else "application/octet-stream"
    policy = "default-src 'none'; object-src 'self'; plugin-types application/pdf" if shown == "inline" else _SANDBOXED
    headers = {"content-disposition": f'{shown}; filename="original"', "content-security-policy": policy}
    return Response(data, media_type=media, headers=headers)


async def delta(call: Call) -> Delta:
    desk = call.desk
    earlier, later = await desk.find(call.run), await desk.find(call.path["later"])
    return await desk.look(lambda: desk.service.delta(earlier, later))


def shown(page: Page, start: int | None, end: int | None) -> SourceView:
    """The page from a little before the words to a little after them."""
    length = len(page.text)
    start = min(start or 0, length)
    end = min(max(end or start, start), length)
    first = max(0, start - WINDOW)
    last = min(length, end + WINDOW)
    return SourceView(
        page=page.id,
        title=page.title,
        url=page.url,
        kind=page.kind,
        fetched_at=page.fetched_at,
        dated=page.dated,
        length=length,
        offset=first,
        text=page.text[first:last],
        marks=list(_marks(start - first, end - first)),
        original=page.original if page.original and not page.original.left_out else None,
        sheet=page.sheet_at(start),
    )


def _marks(start: int, end: int) -> Iterator[tuple[int, int]]:
    if end > start:
        yield start, end


def _report(service: Looking, run: str, asked: OfLength) -> Report:
    report = service.report(run, length=asked.length)
    if report is None:
        raise UsageError(f"run {run!r} has no report yet", next_step=Resume(run))
    return report
