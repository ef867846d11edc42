"""A discovery as a person reads it: the ranked list, what was left out, and the suggested balance.

Knows: how a listed source is put in words.  Does not know: how it was ranked (`engine/thread/discovery.py`).
"""

from __future__ import annotations

from fathoms.domain.discovery import Discovery, RankedSource
from fathoms.domain.thread import ThreadState
from fathoms.report.tables import plain, table


def source_line(source: RankedSource) -> str:
    """One source of the list, plain text: title, address, tags, reason."""
    tags = f" [{', '.join(tag.value for tag in source.tags)}]" if source.tags else ""
    return f"{source.title} ({source.url}){tags}: {source.reason}"


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
