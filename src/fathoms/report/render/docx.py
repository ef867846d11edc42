"""The report as a Word document, through python-docx (extra `documents`).

Knows: Word's own styles, fields and links.  Does not know: what belongs into a report, nor how footnotes are stored
(`docx_notes.py`).
"""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from fathoms.domain.report import Report
from fathoms.errors import InstallExtra, UsageError
from fathoms.report.render.flat import Block, Line, Style, flattened
from fathoms.text.neutral import one_line

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph

    from fathoms.report.render.docx_notes import Footnotes

_DEEPEST = 4
_STEP_INDENT = 22
"""Points between the number of a step and its words."""
_STYLES = {
    Style.TEXT: "Normal",
    Style.LABEL: "Heading 5",
    Style.NOTE: "Intense Quote",
    Style.ITEM: "List Bullet",
    Style.INSIDE: "List Continue",
    Style.CODE: "No Spacing",
    Style.MARKS: "Normal",
    Style.SOURCE: "Normal",
}


def render(report: Report) -> bytes:
    """The document; the same report gives the same bytes."""
    try:
        import docx
    except ImportError as missing:
        raise UsageError(
            "Word documents need an extra that is not installed", next_step=InstallExtra("documents")
        ) from missing
    from fathoms.report.render.docx_notes import Footnotes

    document = docx.Document()
    facts = document.core_properties
    facts.title, facts.author, facts.comments = one_line(report.question)[:250], "Fathoms", f"run {report.run}"
    facts.created = facts.modified = facts.last_printed = report.written_at.replace(tzinfo=None)
    facts.language = report.language
    writer = _Writer(document, Footnotes(document))
    for block in flattened(report):
        writer.add(block)
    writer.finish()
    return _stable(document, report)


class _Writer:
    """Blocks into a document."""

    def __init__(self, document: Document, notes: Footnotes) -> None:
        self.document, self.notes = document, notes

    def add(self, block: Block) -> None:
        document = self.document
        match block.style:
            case Style.TITLE:
                document.add_heading(block.text, level=0)
            case Style.HEADING:
                document.add_heading(block.text, level=min(block.level, _DEEPEST))
            case Style.BARS | Style.MOMENTS:
                self._say(document.add_paragraph(style="Caption"), block.line)
                self._table(block, headed=False)
            case Style.TABLE:
                self._table(block, headed=True)
            case Style.QUOTE:
                pass  # stands in the footnotes, where its words are cited
            case Style.STEP:
                self._step(block)
            case _:
                self._say(
                    document.add_paragraph(style=_STYLES[block.style]), block.line, code=block.style is Style.CODE
                )

    def _step(self, block: Block) -> None:
        """With its own number: Word's would run through all lists of the document."""
        from docx.shared import Pt

        paragraph = self.document.add_paragraph()
        paragraph.paragraph_format.left_indent = Pt(_STEP_INDENT)
        paragraph.paragraph_format.first_line_indent = Pt(-_STEP_INDENT)
        paragraph.add_run(f"{block.level}.\t")
        self._say(paragraph, block.line)

    def finish(self) -> None:
        self.notes.store()
        footer = self.document.sections[0].footer.paragraphs[0]
        footer.alignment = 1
        self.notes.field(footer, "PAGE", "1")

    def _table(self, block: Block, *, headed: bool) -> None:
        table = self.document.add_table(rows=0, cols=len(block.rows[0]), style="Light Grid Accent 1")
        for cells in block.rows:
            row = table.add_row()
            for cell, line in zip(row.cells, cells, strict=True):
                self._say(cell.paragraphs[0], line)
        if headed:
            self.notes.repeat_as_heading(table.rows[0])
        self.document.add_paragraph(style="No Spacing")

    def _say(self, paragraph: Paragraph, line: Line, *, code: bool = False) -> None:
        """The words; each mark becomes the footnote with the quotes that it means, a bracket's between commas."""
        from docx.shared import Pt

        for place, run in enumerate(line):
            if run.cited:
                self.notes.cite(paragraph, run.cited)
                continue
            text = f" {run.text}" if place else run.text
            if run.url:
                self.notes.link(paragraph, text, run.url)
            else:
                said = paragraph.add_run(text)
                if code:
                    said.font.name, said.font.size = "Courier New", Pt(9)


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
