"""What a mind is told of a source before anything is searched."""

from __future__ import annotations

from datetime import date
from typing import Any

from fathoms.domain.evidence import SourceKind
from fathoms.domain.survey import Survey
from fathoms.minds.llm import showing
from fathoms.sources.kb import KnowledgeBase


def told(**fields: Any) -> str:
    return showing.surveys([Survey(source="kb", kind=SourceKind.INTERNAL, documents=190, **fields)])


def test_a_range_of_dates_says_how_many_documents_have_one() -> None:
    shown = told(dated=5, first_date=date(2019, 3, 1), last_date=date(2021, 7, 1))
    assert "190 documents; 5 of them dated, 2019-2021" in shown


def test_a_source_without_dates_names_none() -> None:
    assert "dated" not in told()


def test_documents_that_say_when_they_were_written_are_counted(tmp_path: Any) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "old.md").write_text("---\ndate: 2019-03-01\n---\n# Harbour\n\nThe harbour is deep.\n", encoding="utf-8")
    (docs / "new.md").write_text("# Quay\n\nThe quay is long.\n", encoding="utf-8")
    with KnowledgeBase(tmp_path / "kb.db") as base:
        base.ingest([docs])
        (stats,) = base.stats()
    assert (stats.dated, stats.documents) == (1, 2)
    assert stats.first_date == date(2019, 3, 1)
