"""A report in the browser, at its beginning or at one of its sources.

Knows: the page of a report and the places in it.  Does not know: how the page is made.
"""

from __future__ import annotations

import re
import webbrowser

from fathoms.app.exports import page_file
from fathoms.app.queries import Looking
from fathoms.errors import Resume, UsageError
from fathoms.faces.cli import terminal
from fathoms.faces.cli.session import configured, look

_MARK = re.compile(r"\[?\s*(\d+)[a-z]{0,2}\s*(?:,\s*\d{4})?\s*\]?")


def show(name: str, reference: str | None, home: str | None) -> int:
    """Open it; where there is no browser its address is all there is."""
    address = look(configured(home=home), lambda service: _address(service, service.find(name), reference))
    terminal.result(address)
    if not _opened(address):
        terminal.note("no browser could be opened; the address is above")
    return 0


def _address(service: Looking, run: str, reference: str | None) -> str:
    page, report = page_file(service, run), service.report(run)
    if page is None or report is None:
        raise UsageError(f"run {run!r} has no report yet", next_step=Resume(run))
    if not reference:
        return page.as_uri()
    mark, known = _MARK.fullmatch(reference.strip()), [str(one.number) for one in report.references]
    if mark is None or mark.group(1) not in known:
        raise UsageError(f"the report has no reference {reference!r}; it has {', '.join(known) or 'none'}")
    return f"{page.as_uri()}#source-{mark.group(1)}"


def _opened(address: str) -> bool:
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
