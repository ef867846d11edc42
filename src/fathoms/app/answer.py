"""The report as Python gets it: the value itself, and its readable forms.

Knows: the stored pages behind its quotes.  Does not know: how a report came about, or how a form is laid out.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import PrivateAttr

from fathoms.app.exports import FORMATS, STANDARD
from fathoms.app.settings import did_you_mean
from fathoms.domain.report import Report
from fathoms.errors import UsageError


class Answer(Report):
    """A report that can be read as well as worked with: `print(answer)`, `answer.markdown()`, `answer.references`."""

    _texts: Mapping[str, str] = PrivateAttr(default_factory=dict)

    @classmethod
    def of(cls, report: Report, texts: Mapping[str, str]) -> Answer:
        """`texts` are the stored pages behind the quotes, by their ids; HTML shows each quote in its place."""
        answer = cls.model_construct(**{name: getattr(report, name) for name in Report.model_fields})
        answer._texts = texts
        return answer

    def export(self, form: str) -> str | bytes:
        """In any of the forms there are: `markdown`, `html`, `json`, `pdf`, `docx`, `bibtex`, `ris`, `csl`."""
        if form not in FORMATS:
            raise UsageError(f"there is no form {form!r}{did_you_mean(form, tuple(FORMATS))}".rstrip(";"))
        return FORMATS[form].render(self, self._texts)

    def markdown(self) -> str:
        """The whole report as text."""
        return str(self.export(STANDARD))

    def html(self) -> str:
        """One page that needs no other file."""
        return str(self.export("html"))

    def __str__(self) -> str:
        return self.markdown()

    def __repr__(self) -> str:
        return f"<Answer to {self.question!r}: run {self.run}, {len(self.references)} references>"

    def _repr_markdown_(self) -> str:
        """How notebooks show it."""
        return self.markdown()
