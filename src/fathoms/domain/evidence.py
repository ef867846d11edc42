"""Evidence: where words were found, and what was made of them.

Knows: hits, pages, passages, quotes, facts, conflicts.  Does not know: how a quote is located
(`text/quotes.py`) or how credible a host is (`engine/evidence/confidence.py`).
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import date, datetime
from enum import StrEnum

from pydantic import Field

from fathoms.domain.value import Value


class SourceKind(StrEnum):
    """What a source is good for: the user's own documents, or the world outside."""

    INTERNAL = "internal"
    EXTERNAL = "external"


class Tier(StrEnum):
    """How authoritative a host is."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    UNKNOWN = "unknown"
    COMMUNITY = "community"
    OWN = "own"
    """The user's own documents."""


class Confidence(StrEnum):
    VERIFIED = "VERIFIED"
    PLAUSIBLE = "PLAUSIBLE"
    UNVERIFIED = "UNVERIFIED"

    @property
    def answers(self) -> bool:
        """An UNVERIFIED fact never answers a sub-question."""
        return self is not Confidence.UNVERIFIED


class Query(Value, kind="query"):
    """One query for one source, with the reason it is asked."""

    source: str
    text: str = Field(min_length=1)
    reason: str = ""
    apart: str = Field(default="", exclude_if=lambda said: not said)
    """The words at its end that tell its subject from namesakes: a source that has none of those need not look for
    them."""

    @property
    def bare(self) -> str:
        """The query without what tells its subject from namesakes."""
        return self.text.removesuffix(self.apart).strip() or self.text


class Hit(Value, kind="hit"):
    """A search result. A snippet is a hint, never evidence: only a page that was read is."""

    source: str
    url: str = Field(min_length=1)
    """Unit of overlap: `https://…`, or `kb://collection/document#start-end` for a passage."""
    title: str = Field(min_length=1)
    snippet: str = ""
    score: float = 0.0
    title_path: tuple[str, ...] = ()
    start: int | None = None
    end: int | None = None
    """Where the passage stands in the page's text, when the source knows."""
    answers: bool | None = None
    """Whether it answers the query, in the judgement of a reranker; None where none read it."""
    focus: tuple[int, int] | None = None
    """Where in the page's text the part stands that answers best, in the same judgement."""
    dated: date | None = None
    language: str = ""


class Original(Value, kind="original"):
    """The bytes that a page's text was made from: a web page as it was sent, a file as it stood on disk."""

    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    media_type: str
    size: int = Field(ge=0)
    """In bytes, unpacked."""
    left_out: str = ""
    """Why only the hash was kept; empty when the bytes were."""

    def leaving_out(self, reason: str) -> Original:
        return self.model_copy(update={"left_out": reason})


class PageLink(Value, kind="page_link"):
    """A link in the text of a page from outside."""

    url: str = Field(min_length=1)
    text: str
    around: str = ""
    """The paragraph that it stands in, or the part of it round the link."""


class Page(Value, kind="page"):
    """The stored snapshot of what was read. `id` is a hash of its text."""

    id: str
    url: str = Field(min_length=1)
    """The whole page or document, without fragment."""
    title: str = Field(min_length=1)
    text: str
    source: str
    kind: SourceKind
    fetched_at: datetime
    dated: date | None = None
    language: str = ""
    author: str = ""
    own_sites: tuple[str, ...] = ()
    """Other hosts that the page calls its own: "our data portal", "official website"."""
    links: tuple[PageLink, ...] = ()
    """What the text of a page from outside links to, in its order."""
    rendered: bool = False
    """Its text is what a browser made of it, not what its server sent."""
    original: Original | None = None
    """None when nobody asked for originals to be kept as it was read, or its source has none."""
    sheets: tuple[int, ...] = ()
    """Where in the text each page of its paper begins, for documents that have pages."""

    def sheet_at(self, position: int) -> int | None:
        """The page of paper, counted from 1, on which a place of the text stands."""
        return bisect_right(self.sheets, position) or None


class Passage(Value, kind="passage"):
    """A span of a page offered to a mind. `text == page.text[start:end]`."""

    key: str
    """Opaque, unique within one request: `S1`, `S2`, …"""
    page_id: str
    url: str
    """The passage's own address: the unit of overlap and of citation."""
    title: str
    title_path: tuple[str, ...] = ()
    start: int = Field(ge=0)
    end: int
    text: str
    before: str = ""
    """The words just before it in its paragraph, so that an antecedent can be found."""
    announced: str = ""
    """Where it begins within a table or code: the table's header, or the sentence before the code."""
    score: float = 0.0
    """What its source gave it; 0 for a paragraph that only stands on the same page as a hit."""
    answers: bool | None = None
    """Whether it answers the query that found it, as its source says; None where it does not say."""
    focus: tuple[int, int] | None = None
    """Where in the page the part of it stands that answers best, as its source says."""
    source: str = ""
    kind: SourceKind = SourceKind.INTERNAL
    dated: date | None = None
    language: str = ""
    outline: tuple[str, ...] = ()
    """The headings of its page, with the first passage of one of which not all is shown."""


SELF_CHECK = "self-check"
"""What failed when our own work does not add up: said on top of the report, since all below rests on it."""


class Failure(Value, kind="failure"):
    """Something that did not work: named in the report, never only in a log."""

    what: str
    target: str
    reason: str


class Evidence(Value, kind="evidence"):
    """Words copied from a stored page, and where they stand in it: `page.text[start:end] == quote`."""

    page_id: str
    url: str
    title: str
    quote: str = Field(min_length=1)
    start: int = Field(ge=0)
    end: int
    source: str
    kind: SourceKind = SourceKind.INTERNAL
    tier: Tier = Tier.OWN
    title_path: tuple[str, ...] = ()
    dated: date | None = None
    context: str = ""
    """The passage that the quote stands in: what it may be read with."""
    announced: str = ""
    """What announces a quote from a table or code, however far above: the table's header, the words before the code."""
    focus: tuple[int, int] | None = None
    """Where in the page the part of the quote stands that answers best, as its source says."""

    @property
    def place(self) -> tuple[str, int, str]:
        """The same words at another place are other evidence: "Defaults to `localhost`" is said of many things."""
        return self.page_id, self.start, self.quote


class Novelty(StrEnum):
    NEW = "new"
    CONFIRMING = "confirming"


class Fact(Value, kind="fact"):
    """A claim with its evidence and a confidence given by code."""

    id: str
    claim: str = Field(min_length=1)
    evidence: tuple[Evidence, ...] = Field(min_length=1)
    confidence: Confidence
    novelty: Novelty = Novelty.NEW
    confirms: str | None = None
    """The known fact that this one repeats."""
    answers: tuple[str, ...] = ()
    """Ids of the sub-questions it covers."""
    subjects: tuple[str, ...] = ()
    task: str = ""
    round: int = 0
    score: float = 0.0
    loose: bool = False
    """Only loosely related: shown with that label, never counted as an answer."""
    leads_on: bool = False
    """A loose one that is a step towards the answer: the question goes through what it names."""
    beware: str = Field(default="", exclude_if=lambda said: not said)
    """What a mind noticed as it read: what here would mislead whoever follows the page. No evidence."""


class Severity(StrEnum):
    LOW = "LOW"
    MEDIUM = "MEDIUM"
    HIGH = "HIGH"


class ConflictStatus(StrEnum):
    OPEN = "OPEN"
    RESOLVED = "RESOLVED"
    WEIGHED = "WEIGHED"
    """No source settles it; the report sets both sides beside each other and says what to make of them."""


class Settlement(StrEnum):
    """What settled a conflict."""

    PRIMARY = "primary source"
    """One of the two sides is a primary source, the other is not."""
    THIRD = "third source"
    """A credible source beside the two says what one of them says."""


class Conflict(Value, kind="conflict"):
    """Two facts that cannot both hold. Kept from both sides, shown in the report, never dropped."""

    id: str
    about: str
    left: str
    right: str
    """Fact ids."""
    left_says: str
    right_says: str
    severity: Severity = Severity.LOW
    status: ConflictStatus = ConflictStatus.OPEN
    resolution: str = ""
    settled_by: Settlement | None = None
    upheld: str = ""
    """The fact that holds."""
    witness: str = ""
    """The title of the source that settled it."""


class Voice(Value, kind="voice"):
    """One side of a conflict: who says what, when, and how authoritative that is."""

    says: str
    fact: str
    title: str
    url: str
    dated: date | None = None
    tier: Tier
    confidence: Confidence
    stated: bool = False
    """The user said so in the brief."""


class LedgerEntry(Value, kind="ledger_of_conflicts_entry"):
    """A conflict with both of its voices, as the ledger shows it."""

    conflict: Conflict
    voices: tuple[Voice, ...]
