"""Filters as SQL, so that they hold before ranking and not after it.

Knows: the document table.  Does not know: the index.
"""

from __future__ import annotations

from dataclasses import dataclass

from fathoms.domain.knowledge import Filters


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on documents, for a query that has a chunk id at hand."""

    where: str = ""
    """Empty, or ` AND …` over the table `document`."""
    values: tuple[str, ...] = ()

    def join(self, chunk_id: str) -> str:
        """The joins that the condition needs; none when there is no condition."""
        if not self.where:
            return ""
        return f"JOIN chunk ON chunk.id = {chunk_id} JOIN document ON document.id = chunk.document"


def condition(filters: Filters) -> Condition:
    """What `filters` ask of a document."""
    clauses: list[str] = []
    values: list[str] = []
    if filters.since:
        clauses.append("document.dated >= ?")
        values.append(filters.since.isoformat())
    if filters.until:
        clauses.append("document.dated <= ?")
        values.append(filters.until.isoformat())
    if filters.languages:
        clauses.append(f"document.language IN ({','.join('?' * len(filters.languages))})")
        values.extend(sorted(filters.languages))
    if filters.path:
        folder = filters.path.rstrip("/")
        clauses.append("(document.path GLOB ? OR document.path = ? OR substr(document.path, 1, length(?)) = ?)")
        values.extend((filters.path, folder, f"{folder}/", f"{folder}/"))
    return Condition("".join(f" AND {clause}" for clause in clauses), tuple(values))
