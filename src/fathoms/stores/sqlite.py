"""The store of an embedded home, on one SQLite file: all its tables under one name.

Knows: which tables there are.  Does not know: any row.
"""

from __future__ import annotations

from fathoms.stores.evidence_tables import EvidenceTables
from fathoms.stores.outcome_tables import OutcomeTables
from fathoms.stores.run_tables import RunTables


class Stores(RunTables, EvidenceTables, OutcomeTables):
    """A `Store` and a `SpendLedger`. Calls block briefly: run them in a thread when on an event loop."""
