"""The references alone, for reference managers: BibTeX, RIS and CSL-JSON.

Knows: the three formats and their escapes.  Does not know: the report around the references.
"""

from __future__ import annotations

import json
import re

from fathoms.domain.report import Reference, Report
from fathoms.text.neutral import one_line

_TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
_WEB = re.compile(r"https?://[^\s<>\"{}\\]+")
_NOT_IN_URL = re.compile(r"[\s{}\\]")


def bibtex(report: Report) -> str:
    """One `@misc` entry per source, keyed `{run}-{number}`."""
    return "\n".join(_bibtex_entry(report, reference) for reference in report.references)


def ris(report: Report) -> str:
    """One record per source, each line `XX  - value`."""
    return "".join(_ris_record(report, reference) for reference in report.references)


def csl(report: Report) -> str:
    """A JSON array of CSL items."""
    items = [_csl_item(report, reference) for reference in report.references]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def _key(report: Report, reference: Reference) -> str:
    return f"{re.sub(r'[^A-Za-z0-9-]+', '-', report.run)}-{reference.number}"


def _tex(text: str) -> str:
    return "".join(_TEX.get(character, character) for character in one_line(text))


def _accessed(report: Report) -> str:
    return f"{report.written_at:%Y-%m-%d}"


def _bibtex_entry(report: Report, reference: Reference) -> str:
    fields = [("title", f"{{{_tex(reference.title)}}}")]
    if reference.dated:
        fields += [("year", f"{reference.dated.year}"), ("month", f"{reference.dated.month}")]
    if _WEB.fullmatch(reference.url):
        fields.append(("url", _NOT_IN_URL.sub("", reference.url)))
    else:
        fields.append(("howpublished", _tex(reference.url)))
    fields.append(("urldate", _accessed(report)))
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields)
    return f"@misc{{{_key(report, reference)},\n{lines}\n}}\n"


def _ris_record(report: Report, reference: Reference) -> str:
    web = bool(_WEB.fullmatch(reference.url))
    lines = [("TY", "ELEC" if web else "GEN"), ("ID", _key(report, reference)), ("TI", one_line(reference.title))]
    if reference.dated:
        lines += [("PY", f"{reference.dated.year}"), ("DA", f"{reference.dated:%Y/%m/%d}")]
    lines += [("UR", one_line(reference.url)), ("Y2", f"{report.written_at:%Y/%m/%d}"), ("ER", "")]
    return "".join(f"{tag}  - {value}\r\n" for tag, value in lines)


def _csl_item(report: Report, reference: Reference) -> dict[str, object]:
    at = report.written_at
    item: dict[str, object] = {
        "id": _key(report, reference),
        "type": "webpage" if _WEB.fullmatch(reference.url) else "document",
        "title": one_line(reference.title),
        "URL": one_line(reference.url),
        "accessed": {"date-parts": [[at.year, at.month, at.day]]},
    }
    if reference.dated:
        item["issued"] = {"date-parts": [[reference.dated.year, reference.dated.month, reference.dated.day]]}
    return item
