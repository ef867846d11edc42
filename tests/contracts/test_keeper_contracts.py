"""Every keeper is put through the suite of its port: those on disk, and the small ones that keep nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.run import RunStatus
from fathoms.ports.knowledge import Knowledge
from fathoms.ports.lease import Leases
from fathoms.ports.ledger import SpendLedger
from fathoms.ports.store import Store
from fathoms.sources.kb.store import KnowledgeBase
from fathoms.stores.leases import FileLeases
from fathoms.stores.sqlite import Stores
from fathoms.testing.contracts import knowledge, lease, ledger, store
from fathoms.testing.memory import MemoryLeases, MemoryStore
from tests.unit.runtime.scripted_runs import start, task

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


async def test_a_whole_run_goes_by_the_ports_alone(tmp_path: Path) -> None:
    """Planned, carried out, watched and forked on keepers that are nothing but dictionaries."""
    service = Service(load({"home": str(tmp_path)}))
    on_disk = service.shop.stores
    kept = service.shop.stores = service.shop.ledger = MemoryStore()
    service.shop.leases = MemoryLeases()
    async with service:
        run = start(service, task("1"), task("2", "1"))
        working = await service.start(run)
        told = [event async for event in service.watch(run)]
        assert (await working).status is RunStatus.DONE
        assert tuple(told) == kept.events(run)
        assert (await service.carry_out((await service.fork(run, "2")).order.run)).status is RunStatus.DONE
        assert service.report(run) is not None
    assert on_disk.run_ids() == (), "nothing went past them"
    on_disk.close()
