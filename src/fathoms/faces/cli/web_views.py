"""What the web brings, as a table, text and JSON.

Knows: hits and pages.  Does not know: how they were reached.
"""

from __future__ import annotations

from pydantic_core import to_json

from fathoms.app.web import HOW_TO_GET_CHROMIUM, chromium, read_once, search_once
from fathoms.domain.thread import Phase
from fathoms.errors import UsageError
from fathoms.faces.cli import interrupts, terminal
from fathoms.faces.cli.layout import size, table
from fathoms.faces.cli.session import configured


def search(
    query: str, engines: tuple[str, ...], phase: str, home: str | None, *, limit: int, offline: bool, as_json: bool
) -> None:
    chosen = configured(home=home, engines=",".join(engines) or None, offline="on" if offline else None)
    answer = interrupts.run(search_once(chosen, query, phase=Phase(phase), limit=limit))
    for failure in answer.failures:
        terminal.note(f"{terminal.clean(failure.target)}: {terminal.clean(failure.reason)}")
    if as_json:
        terminal.result(to_json([hit.model_dump(exclude_defaults=True) for hit in answer.hits], indent=2).decode())
        return
    if not answer.hits:
        terminal.note("nothing was found")
        return
    rows = [(terminal.clean(h.title), h.url, str(h.dated or ""), terminal.clean(h.snippet)) for h in answer.hits]
    terminal.result(table(("title", "address", "date", "snippet"), rows, width=terminal.width()))


def fetch(url: str, home: str | None, *, render: bool, offline: bool, as_json: bool) -> None:
    chosen = configured(home=home, offline="on" if offline else None, web_render="auto" if render else None)
    if render and not chromium(chosen):
        raise UsageError(f"--render needs Chromium, and there is none: {HOW_TO_GET_CHROMIUM}")
    fetched, read = interrupts.run(read_once(chosen, url.strip()))
    told = {
        "url": fetched.url,
        "title": read.title,
        "dated": read.dated,
        "author": read.author,
        "language": read.language,
        "format": read.format,
        "bytes": len(fetched.body),
        "rendered": fetched.rendered,
        "fetched_at": fetched.fetched_at,
    }
    if as_json:
        terminal.result(to_json(told | {"text": read.text}, indent=2).decode())
        return
    about = (
        terminal.clean(read.title),
        str(read.dated or "no date"),
        terminal.clean(read.author),
        read.language,
        read.format,
        "drawn by Chromium" if fetched.rendered else "",
    )
    terminal.note(f"{fetched.url} ({', '.join(filter(None, about))}; {size(len(fetched.body))})")
    terminal.result(read.text)
