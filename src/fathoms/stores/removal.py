"""Which runs stand on a document, and how its snapshots are taken out.

Knows: the addresses behind facts and pages.  Does not know: runs' own rows, files, or the index of documents.
"""

from __future__ import annotations

import sqlalchemy as sa

from fathoms.stores.schema import FACTS, PAGES
from fathoms.stores.tables import Tables


class Removal(Tables):
    """What deleting a document asks of the store."""

    def runs_quoting(self, address: str) -> tuple[str, ...]:
        """The runs that took facts from this document, by their ids."""
        each = sa.func.json_each(FACTS.c.body, "$.evidence").table_valued("value")
        where = sa.func.json_extract(each.c.value, "$.url")
        chosen = sa.select(FACTS.c.run).select_from(FACTS.join(each, sa.true())).where(_of(where, address)).distinct()
        with self._reader.connect() as connection:
            return tuple(sorted(connection.execute(chosen).scalars()))

    def remove_pages(self, address: str) -> int:
        """Every snapshot of a document; how many there were."""
        with self._writing() as connection:
            return connection.execute(PAGES.delete().where(_of(PAGES.c.url, address))).rowcount


def _of(url: sa.ColumnElement[str], address: str) -> sa.ColumnElement[bool]:
    """A document, or a place in it."""
    return sa.or_(url == address, url.startswith(f"{address}#", autoescape=True))
