"""The report as a Word document, through python-docx (extra `documents`).

Knows: Word's own styles.  Does not know: what belongs into a report.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING

from fathoms.domain.report import Report
from fathoms.errors import InstallExtra, UsageError
from fathoms.report.render.flat import Block, Style, flattened
from fathoms.text.neutral import one_line

if TYPE_CHECKING:
    from docx.document import Document

_DEEPEST = 4
_STYLES = {
    Style.TEXT: "Normal",
    Style.LABEL: "Heading 5",
    Style.NOTE: "Intense Quote",
    Style.ITEM: "List Bullet",
    Style.STEP: "List Number",
}


def render(report: Report) -> bytes:
    """The document; the same report gives the same bytes."""
    try:
        import docx
    except ImportError as missing:
        raise UsageError(
            "Word documents need an extra that is not installed", next_step=InstallExtra("documents")
        ) from missing
    document = docx.Document()
    facts = document.core_properties
    facts.title, facts.author, facts.comments = one_line(report.question)[:250], "Fathoms", f"run {report.run}"
    facts.created = facts.modified = facts.last_printed = report.written_at.replace(tzinfo=None)
    for block in flattened(report):
        _add(document, block)
    return _stable(document, report)


def _add(document: Document, block: Block) -> None:
    match block.style:
        case Style.TITLE:
            document.add_heading(block.text, level=0)
        case Style.HEADING:
            document.add_heading(block.text, level=min(block.level, _DEEPEST))
        case Style.BARS | Style.MOMENTS:
            document.add_paragraph(block.text, style="Caption")
            _add(document, replace(block, style=Style.TABLE))
        case Style.TABLE:
            table = document.add_table(rows=0, cols=len(block.rows[0]), style="Light Grid Accent 1")
            for row in block.rows:
                for cell, text in zip(table.add_row().cells, row, strict=True):
                    cell.text = text
        case _:
            document.add_paragraph(block.text, style=_STYLES[block.style])


def _stable(document: Document, report: Report) -> bytes:
    """The container written again with the report's time in place of the clock's."""
    written, stable = io.BytesIO(), io.BytesIO()
    document.save(written)
    at = report.written_at.timetuple()[:6]
    with zipfile.ZipFile(written) as parts, zipfile.ZipFile(stable, "w", zipfile.ZIP_DEFLATED) as target:
        for name in parts.namelist():
            entry = zipfile.ZipInfo(name, date_time=(max(at[0], 1980), *at[1:]))
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, parts.read(name))
    return stable.getvalue()
