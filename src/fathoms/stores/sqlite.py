"""The store of an embedded home, on one SQLite file: all its tables under one name.

Knows: which tables there are, and what of them a run leaves.  Does not know: what a row means.
"""

from __future__ import annotations

import sqlalchemy as sa

from fathoms.domain.calls import Deed
from fathoms.stores.evidence_tables import EvidenceTables
from fathoms.stores.outcome_tables import OutcomeTables
from fathoms.stores.removal import Removal
from fathoms.stores.run_tables import RunTables, asking_for
from fathoms.stores.schema import CALLS, FACTS, METADATA, PAGES


class Stores(RunTables, EvidenceTables, OutcomeTables, Removal):
    """A `Store` and a `SpendLedger`. Calls block briefly: run them in a thread when on an event loop."""

    def forget_run(self, run: str) -> None:
        """Take out a run with all that was derived from it, and the pages that nothing else stands on."""
        own = [table for table in METADATA.tables.values() if "run" in table.c]
        needed = sa.or_(
            *(
                sa.exists().where(sa.func.instr(getattr(table.c, column), PAGES.c.id) > 0)
                for table, column in ((FACTS, "body"), (CALLS, "answer"))
            )
        )
        read = sa.select(sa.func.json_extract(CALLS.c.answer, "$.id")).where(CALLS.c.run == run, asking_for(Deed.READ))
        with self._writing() as connection:
            pages = [page for page in connection.execute(read).scalars() if page]
            for table in own:
                connection.execute(table.delete().where(table.c.run == run))
            connection.execute(PAGES.delete().where(PAGES.c.id.in_(pages), ~needed))
