"""From an ask to an order: what nobody could research is refused before anything is kept.

Knows: what an ask must have, where it is to be searched, what a follow-up takes from the run before.
Does not know: how a run is planned or carried out.
"""

from __future__ import annotations

import glob
import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import uuid4

from fathoms.app import steps
from fathoms.app.authority import read_rules
from fathoms.app.minds import check_reach
from fathoms.app.reach import check_offline
from fathoms.app.settings import Settings, did_you_mean
from fathoms.app.web import more_sources, web_spec
from fathoms.domain.asking import Ask
from fathoms.domain.brief import EFFORT_LIMITS, QUICK_WRITTEN, Effort, Limits
from fathoms.domain.run import RunOrder, RunRow, SourceSpec
from fathoms.engine.intake import follow_up
from fathoms.errors import (
    AskSomething,
    CheckDocumentPath,
    LimitTokens,
    ListKnowledge,
    MoveToDocuments,
    NameDocuments,
    OneOf,
    SearchWeb,
    SetPrices,
    UsageError,
    has_password,
)
from fathoms.ports.mind import Capability, capabilities_of, unpriced_models
from fathoms.runtime.damage import check_not_gone
from fathoms.runtime.process import Workshop

MAX_QUESTION = 10_000
DOCUMENTS = "documents"
"""What the only collection of a run is called in it."""
MOST_TOP_TASKS = 8
MOST_QUESTIONS = 8
COLLECTION = "@"
"""Before the name of a collection that was taken in before, where folders and files are named."""


def following(ask: Ask, earlier: RunRow) -> Ask:
    """The follow-up as a question of its own: what it refers back to put in, over the same documents."""
    if earlier.proposal is None or not earlier.status.ended:
        raise UsageError(f"run {ask.follow!r} has not ended ({earlier.status}); follow up on one that has")
    question = follow_up.resolved(ask.question.strip(), earlier.proposal.brief)
    return ask.with_changes(question=question, docs=ask.docs or earlier.order.ask.docs, follow=earlier.order.run)


def ordered(ask: Ask, settings: Settings, shop: Workshop) -> RunOrder:
    _check(ask)
    _check_collections(taken_in_before(ask.docs), shop)
    held = () if ask.docs or ask.sources else _held(shop)
    if not ask.docs and not ask.web and not ask.sources and not held:
        raise UsageError("there is nothing to search", next_step=OneOf((NameDocuments(), SearchWeb())))
    _check_mind(ask, settings, shop)
    ask = _settled(ask)
    now = shop.clock.now()
    return RunOrder(
        run=f"{now:%y%m%d}-{uuid4().hex[:6]}",
        ask=ask,
        sources=tuple(_sources(ask, settings, shop, held)),
        limits=limits_of(ask, _usual(ask, shop)),
        created_at=now,
        authority=read_rules(settings.text("authority_rules")),
        steps=steps.chosen(settings),
    )


def _usual(ask: Ask, shop: Workshop) -> Limits:
    """What an effort means: quick is quicker where a mind writes and every call costs."""
    writes = Capability.WRITES in capabilities_of(shop.make_mind(ask.mind))
    return QUICK_WRITTEN if writes and ask.effort is Effort.QUICK else EFFORT_LIMITS[ask.effort]


def limits_of(ask: Ask, usual: Limits | None = None) -> Limits:
    """The effort's limits with those on top that were set alone; each within its ceiling."""
    usual = usual or EFFORT_LIMITS[ask.effort]
    levels, tasks = ask.levels or usual.levels, ask.tasks or usual.tasks
    most_top = min(tasks, MOST_TOP_TASKS) if ask.tasks and levels == 1 else min(tasks, usual.top_tasks)
    return Limits(
        top_tasks=most_top,
        levels=levels,
        rounds=ask.rounds or usual.rounds,
        revisions=usual.revisions if ask.revisions < 0 else ask.revisions,
        tasks=tasks,
        documents=ask.top_k or usual.documents,
    )


def _check_mind(ask: Ask, settings: Settings, shop: Workshop) -> None:
    """A mind that is not there, or whose cost cannot be kept to a budget, says so before anything starts."""
    mind = shop.make_mind(ask.mind)
    if ask.offline:
        check_reach(ask.mind, settings)
        check_offline(settings)
    if ask.budget.usd is None and ask.task_budget.usd is None:
        return
    if unknown := unpriced_models(mind):
        raise UsageError(
            f"nobody knows the price of {', '.join(unknown)}, so a money budget cannot be kept",
            next_step=OneOf((SetPrices(("model_price_in", "model_price_out")), LimitTokens())),
        )


def _held(shop: Workshop) -> tuple[str, ...]:
    """The collections that were taken in before: searched by a question that names no documents."""
    check_not_gone(shop.home, shop.stores.runs)
    if not shop.home.kb.exists():
        return ()
    with shop.open_knowledge() as kb:
        return tuple(stats.name for stats in kb.stats() if stats.documents)


def _sources(ask: Ask, settings: Settings, shop: Workshop, held: Sequence[str]) -> Iterator[SourceSpec]:
    """Whether originals are kept is part of each, so that whoever goes on with the run keeps them, too."""
    kept = ask.keep_originals
    named, folders = taken_in_before(ask.docs), to_take_in(ask.docs)
    collections = (*named, *((collection_name(folders),) if folders else ())) if ask.docs else held
    for collection in dict.fromkeys(collections):
        name = DOCUMENTS if len(collections) == 1 else collection
        yield SourceSpec(plugin="kb", name=name, target=collection, keep_originals=kept)
    reached = [web_spec(settings, offline=ask.offline)] if ask.web else []
    for spec in (*reached, *more_sources(ask.sources)):
        shop.open_source(spec)  # an engine that lacks its key or address says so before anything starts
        yield spec.model_copy(update={"keep_originals": kept})


def taken_in_before(docs: Sequence[Path]) -> tuple[str, ...]:
    """The collections that a question names as such: `@minutes`."""
    return tuple(str(place)[1:] for place in docs if str(place).startswith(COLLECTION))


def to_take_in(docs: Sequence[Path]) -> tuple[Path, ...]:
    """The folders and files among what a question is asked over."""
    return tuple(place for place in docs if not str(place).startswith(COLLECTION))


def collection_name(docs: Sequence[Path]) -> str:
    """The collection of a set of folders and files: readable, and the same every time they are named."""
    places = sorted(str(path.absolute()) for path in docs)
    label = "-".join(re.findall(r"[a-z0-9]+", Path(places[0]).name.lower())) or "documents"
    return f"{label[:40]}-{hashlib.sha256(chr(10).join(places).encode()).hexdigest()[:8]}"


def _settled(ask: Ask) -> Ask:
    """The same wherever and whenever the run is gone on with."""
    return ask.with_changes(
        question=ask.question.strip(),
        docs=tuple(place if str(place).startswith(COLLECTION) else place.absolute() for place in ask.docs),
        artifacts=str(Path(ask.artifacts).absolute()) if ask.artifacts else "",
    )


def _check(ask: Ask) -> None:
    """What nobody could research is refused before anything is kept."""
    if len(ask.also) >= MOST_QUESTIONS:
        raise UsageError(f"{len(ask.also) + 1} questions at once; {MOST_QUESTIONS} is the most")
    for question in (ask.question, *ask.also):
        _check_question(question.strip())
    for place in to_take_in(ask.docs):
        _check_there(place)


def _check_collections(named: Sequence[str], shop: Workshop) -> None:
    known = _held(shop) if named else ()
    for name in named:
        if name not in known:
            raise UsageError(
                f"there is no collection {name!r}{did_you_mean(name, known)}".rstrip(";"), next_step=ListKnowledge()
            )


def _check_question(question: str) -> None:
    if has_password(question):
        raise UsageError(f"the question has a password in an address: {question!r}; take it out")
    if not question:
        raise UsageError("the question is empty", next_step=AskSomething())
    if len(question) > MAX_QUESTION:
        raise UsageError(
            f"the question has {len(question):,} characters, {MAX_QUESTION:,} is the most",
            next_step=MoveToDocuments(),
        )


def _check_there(place: Path) -> None:
    try:
        there = place.exists() or glob.has_magic(str(place))
    except OSError as error:
        raise UsageError(f"cannot look at {str(place)!r}: {error.strerror}; check its permissions") from error
    if not there:
        raise UsageError(f"there is no file or folder {str(place)!r}", next_step=CheckDocumentPath())
