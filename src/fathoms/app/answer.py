"""The report as Python gets it: the value itself, and its readable forms.

Knows: which renderer makes which form.  Does not know: how a report came about.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import PrivateAttr

from fathoms.domain.report import Report
from fathoms.report.render import html, markdown


class Answer(Report):
    """A report that can be read as well as worked with: `print(answer)`, `answer.markdown()`, `answer.references`."""

    _texts: Mapping[str, str] = PrivateAttr(default_factory=dict)

    @classmethod
    def of(cls, report: Report, texts: Mapping[str, str]) -> Answer:
        """`texts` are the stored pages behind the quotes, by their ids; HTML shows each quote in its place."""
        answer = cls.model_construct(**{name: getattr(report, name) for name in Report.model_fields})
        answer._texts = texts
        return answer

    def markdown(self) -> str:
        """As `fathoms ask` prints it."""
        return markdown.render(self)

    def html(self) -> str:
        """One page that needs no other file."""
        return html.render(self, self._texts)

    def __str__(self) -> str:
        return self.markdown()

    def __repr__(self) -> str:
        return f"<Answer to {self.question!r}: run {self.run}, {len(self.references)} references>"

    def _repr_markdown_(self) -> str:
        """How notebooks show it."""
        return self.markdown()
