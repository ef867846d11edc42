"""The report as JSON: the value itself, for programs.

Knows: nothing but the value's own form, so `Report.model_validate_json` reads it back unchanged.
"""

from __future__ import annotations

from fathoms.domain.report import Report


def render(report: Report) -> str:
    """The whole report, with every fact, quote and offset."""
    return report.model_dump_json(indent=2) + "\n"
