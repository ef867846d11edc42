"""The forms in which a report can be had, one row each: who renders it, its media type, what must be installed for it.

A renderer is imported when its form is asked for.

Knows: every form of a report.  Does not know: how any of them is laid out, or where it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fathoms.stores.files import write_whole

if TYPE_CHECKING:
    from fathoms.app.queries import Looking
    from fathoms.domain.report import Length, Report

Rendered = str | bytes
Render = Callable[["Report", Mapping[str, str]], Rendered]
"""From a report and the stored texts of the pages that it cites, by page id."""


@dataclass(frozen=True, slots=True)
class Export:
    """One form of a report."""

    render: Render
    media_type: str
    suffix: str
    binary: bool = False
    """No text: a terminal cannot show it."""
    extra: str = ""
    """The extra of Fathoms that brings its libraries."""
    wants_pages: bool = False
    """Whether it shows quotes within their pages."""


def _markdown(report: Report, _pages: Mapping[str, str]) -> str:
    from fathoms.report.render import markdown

    return markdown.render(report)


def _json(report: Report, _pages: Mapping[str, str]) -> str:
    from fathoms.report.render import json

    return json.render(report)


def _html(report: Report, pages: Mapping[str, str]) -> str:
    from fathoms.report.render import html

    return html.render(report, pages)


def _pdf(report: Report, _pages: Mapping[str, str]) -> bytes:
    from fathoms.report.render import pdf

    return pdf.render(report)


def _docx(report: Report, _pages: Mapping[str, str]) -> bytes:
    from fathoms.report.render import docx

    return docx.render(report)


def _bibtex(report: Report, _pages: Mapping[str, str]) -> str:
    from fathoms.report.render import bibliography

    return bibliography.bibtex(report)


def _ris(report: Report, _pages: Mapping[str, str]) -> str:
    from fathoms.report.render import bibliography

    return bibliography.ris(report)


def _csl(report: Report, _pages: Mapping[str, str]) -> str:
    from fathoms.report.render import bibliography

    return bibliography.csl(report)


_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
STANDARD = "markdown"
FORMATS: Mapping[str, Export] = {
    STANDARD: Export(_markdown, "text/markdown", ".md"),
    "json": Export(_json, "application/json", ".json"),
    "html": Export(_html, "text/html", ".html", wants_pages=True),
    "pdf": Export(_pdf, "application/pdf", ".pdf", binary=True, extra="documents"),
    "docx": Export(_docx, _WORD, ".docx", binary=True, extra="documents"),
    "bibtex": Export(_bibtex, "application/x-bibtex", ".bib"),
    "ris": Export(_ris, "application/x-research-info-systems", ".ris"),
    "csl": Export(_csl, "application/vnd.citationstyles.csl+json", ".csl.json"),
}


def exported(service: Looking, run: str, form: str = STANDARD, length: Length | None = None) -> Rendered:
    """The report of a run in one of its forms; empty when the run has none."""
    report = service.report(run, length=length)
    if report is None:
        return ""
    chosen = FORMATS[form]
    return chosen.render(report, service.page_texts(report) if chosen.wants_pages else {})


def page_file(service: Looking, run: str) -> Path | None:
    """The report of a run as a page in the run's own folder, for a browser; None when it has no report."""
    page = exported(service, run, "html")
    if not page:
        return None
    file = service.run_folder(run) / "report.html"
    if service.writable:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, page)
    return file if file.is_file() else None
