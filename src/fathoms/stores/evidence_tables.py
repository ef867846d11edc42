"""Pages as they were read, and the facts that were taken from them.

Knows: rows in, values out.  Does not know: runs, quotes or how a fact is admitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from fathoms.domain.evidence import Evidence, Fact, Original, Page
from fathoms.domain.trail import KnownFact, Snapshot
from fathoms.stores.schema import (
    FACTS,
    PAGES,
)
from fathoms.stores.tables import Tables
from fathoms.text.addresses import document


class EvidenceTables(Tables):
    """The ports of pages and facts."""

    def keep_pages(self, pages: Sequence[Page]) -> None:
        """A snapshot stays as it was first written, but for its original: one that came later is noted with it."""
        rows = [
            {
                "id": p.id,
                "url": p.url,
                "title": p.title,
                "fetched_at": p.fetched_at.isoformat(),
                "body": p.model_dump_json(),
            }
            for p in pages
        ]
        self._add(PAGES, *rows)
        for page in pages:
            if page.original:
                self._note_original(page, page.original)

    def _note_original(self, page: Page, original: Original) -> None:
        place = (PAGES.c.id == page.id, PAGES.c.url == page.url)
        with self._writing() as connection:
            known = Page.stored(connection.execute(sa.select(PAGES.c.body).where(*place)).scalar_one())
            if known.original is None or (known.original.left_out and not original.left_out):
                noted = known.model_copy(update={"original": original})
                connection.execute(PAGES.update().where(*place).values(body=noted.model_dump_json()))

    def page(self, page_id: str, url: str = "") -> Page | None:
        """A snapshot by its id; where several addresses have that very text, the one of this address if it is there."""
        here = PAGES.c.url == url
        chosen = sa.select(PAGES.c.body).where(PAGES.c.id == page_id).order_by(here.desc(), PAGES.c.fetched_at).limit(1)
        with self._reader.connect() as connection:
            body = connection.execute(chosen).scalar()
        return Page.stored(body) if body else None

    def newest_page(self, url: str) -> Page | None:
        """The last snapshot of what stands at an address."""
        chosen = sa.select(PAGES.c.body).where(PAGES.c.url == url).order_by(PAGES.c.fetched_at.desc()).limit(1)
        with self._reader.connect() as connection:
            body = connection.execute(chosen).scalar()
        return Page.stored(body) if body else None

    def page_ids(self, beginning: str) -> tuple[str, ...]:
        """Every page whose id begins so."""
        chosen = sa.select(PAGES.c.id).where(PAGES.c.id.startswith(beginning, autoescape=True)).distinct()
        with self._reader.connect() as connection:
            return tuple(connection.execute(chosen.order_by(PAGES.c.id)).scalars())

    def snapshots(self, page_ids: Iterable[str] | None = None) -> tuple[Snapshot, ...]:
        """Every stored page, or those of these ids, without their text; newest first."""
        chosen = sa.select(
            PAGES.c.id,
            PAGES.c.url,
            PAGES.c.title,
            PAGES.c.fetched_at,
            sa.func.json_extract(PAGES.c.body, "$.original").label("original"),
        )
        if page_ids is not None:
            chosen = chosen.where(PAGES.c.id.in_(list(page_ids)))
        with self._reader.connect() as connection:
            rows = connection.execute(chosen.order_by(PAGES.c.fetched_at.desc(), PAGES.c.url)).all()
        return tuple(
            Snapshot(
                page_id=row.id,
                url=row.url,
                title=row.title,
                fetched_at=row.fetched_at,
                original=Original.stored(row.original) if row.original else None,
            )
            for row in rows
        )

    def page_texts(self, page_ids: Iterable[str]) -> dict[str, str]:
        found = {page_id: self.page(page_id) for page_id in dict.fromkeys(page_ids)}
        return {page_id: page.text for page_id, page in found.items() if page}

    def pages_behind(self, evidence: Iterable[Evidence]) -> dict[str, Page]:
        """The pages that quotes were taken from, by id, each as it was read at the address that is cited."""
        cited = {item.page_id: document(item.url) for item in evidence}
        found = {page_id: self.page(page_id, url) for page_id, url in cited.items()}
        return {page_id: page for page_id, page in found.items() if page}

    def keep_facts(self, run: str, task: str, facts: Sequence[Fact], at: datetime) -> None:
        """Keep facts with the time they were first found; one that a later round corroborated is kept as it is now."""
        rows = [
            {
                "run": run,
                "task": task,
                "id": f.id,
                "claim": f.claim,
                "confidence": f.confidence,
                "at": at.isoformat(),
                "body": f.model_dump_json(),
            }
            for f in facts
        ]
        if rows:
            adding = insert(FACTS)
            newer = {"confidence": adding.excluded.confidence, "body": adding.excluded.body}
            with self._writing() as connection:
                connection.execute(adding.on_conflict_do_update(index_elements=["run", "task", "id"], set_=newer), rows)

    def facts(self, run: str, task: str = "") -> tuple[Fact, ...]:
        chosen = sa.select(FACTS.c.body).where(FACTS.c.run == run)
        if task:
            chosen = chosen.where(FACTS.c.task == task)
        with self._reader.connect() as connection:
            bodies = connection.execute(chosen.order_by(FACTS.c.task, FACTS.c.at, FACTS.c.id)).scalars().all()
        return tuple(Fact.stored(body) for body in bodies)

    def claims(self) -> tuple[tuple[str, str], ...]:
        """Id and claim, with the title of its source, of every fact of every run; each once, oldest first."""
        title = sa.func.json_extract(FACTS.c.body, "$.evidence[0].title")
        chosen = sa.select(FACTS.c.id, FACTS.c.claim, title).group_by(FACTS.c.id)
        with self._reader.connect() as connection:
            rows = connection.execute(chosen.order_by(sa.func.min(FACTS.c.at), FACTS.c.id))
            return tuple((row[0], f"{row[1]} {row[2] or ''}") for row in rows)

    def known_fact(self, fact_id: str) -> KnownFact | None:
        """A fact as its newest run has it, with all the runs that found it."""
        chosen = sa.select(FACTS.c.run, FACTS.c.at, FACTS.c.body).where(FACTS.c.id == fact_id)
        with self._reader.connect() as connection:
            rows = connection.execute(chosen.order_by(FACTS.c.at.desc(), FACTS.c.run)).all()
        if not rows:
            return None
        return KnownFact(
            fact=Fact.stored(rows[0].body),
            runs=tuple(dict.fromkeys(row.run for row in rows)),
            first_seen=rows[-1].at,
            last_seen=rows[0].at,
        )
