"""Every keeper is put through the suite of its port: those on disk, and the small ones that keep nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fathoms.ports.knowledge import Knowledge
from fathoms.ports.lease import Leases
from fathoms.ports.ledger import SpendLedger
from fathoms.ports.store import Store
from fathoms.sources.kb.store import KnowledgeBase
from fathoms.stores.leases import FileLeases
from fathoms.stores.sqlite import Stores
from fathoms.testing.contracts import knowledge, lease, ledger, store
from fathoms.testing.memory import MemoryLeases, MemoryStore

STORES: dict[str, Callable[[Path], Stores | MemoryStore]] = {"sqlite": Stores, "memory": lambda _: MemoryStore()}
LEASES: dict[str, Callable[[Path], Leases]] = {"files": FileLeases, "memory": lambda _: MemoryLeases()}


def _named(check: object) -> str:
    return getattr(check, "__name__", "")


@pytest.mark.parametrize("made", STORES)
@pytest.mark.parametrize("check", store.CHECKS, ids=_named)
def test_a_store_keeps_its_promises(made: str, check: Callable[[Store], None], tmp_path: Path) -> None:
    opened: Store = STORES[made](tmp_path)
    try:
        check(opened)
    finally:
        opened.close()


@pytest.mark.parametrize("made", STORES)
@pytest.mark.parametrize("check", ledger.CHECKS, ids=_named)
def test_a_ledger_keeps_its_promises(made: str, check: Callable[[SpendLedger], None], tmp_path: Path) -> None:
    opened = STORES[made](tmp_path)
    try:
        check(opened)
    finally:
        opened.close()


@pytest.mark.parametrize("made", LEASES)
@pytest.mark.parametrize("check", lease.CHECKS, ids=_named)
def test_a_keeper_of_leases_keeps_its_promises(made: str, check: Callable[[Leases], None], tmp_path: Path) -> None:
    check(LEASES[made](tmp_path))


@pytest.mark.parametrize("check", knowledge.CHECKS, ids=_named)
def test_the_knowledge_base_keeps_its_promises(check: Callable[[Knowledge, Path], None], tmp_path: Path) -> None:
    with KnowledgeBase(tmp_path / "kb.db") as kb:
        check(kb, tmp_path)
