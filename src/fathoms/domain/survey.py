"""What a source says about itself before it is searched. The only thing a mind knows of a corpus.

Knows: counts, headings, aliases, term weights.  Does not know: where they came from.
"""

from __future__ import annotations

from datetime import date

from pydantic import Field

from fathoms.domain.evidence import Failure, Hit, SourceKind
from fathoms.domain.thread import Phase
from fathoms.domain.value import Value


class Heading(Value, kind="heading"):
    """A heading of a document near the question: the best free aspect of a subject."""

    text: str
    document: str
    url: str = ""


class Alias(Value, kind="alias"):
    """Two names of one thing, mined from the documents: `Horizontal Pod Autoscaler (HPA)`."""

    long: str
    short: str


class Unsearched(Value, kind="unsearched"):
    """A file that a source holds and cannot search, why, and what would help."""

    name: str
    reason: str
    remedy: str = ""


class Survey(Value, kind="survey"):
    """A source's description of itself, made for one question."""

    source: str
    kind: SourceKind
    phases: tuple[Phase, ...] = ()
    """The phases that this source can serve."""
    state: str = ""
    """Changes when what can be found here changes; empty when the source cannot tell."""
    documents: int = 0
    chunks: int = 0
    words: int = 0
    languages: tuple[tuple[str, int], ...] = ()
    """Language and number of documents, most first."""
    dated: int = 0
    """Documents that say when they were written: the dates below are of these alone."""
    first_date: date | None = None
    last_date: date | None = None
    topics: tuple[str, ...] = ()
    tree: tuple[str, ...] = ()
    """Its folders, largest first: how much each holds and its largest documents."""
    unread: tuple[Unsearched, ...] = ()
    """The first of the files that are not searched and could hold an answer."""
    unread_files: int = 0
    """How many of them there are."""
    headings: tuple[Heading, ...] = ()
    spellings: tuple[tuple[str, str], ...] = ()
    """Words of the question that no document has, each with the one that the nearest passages have instead."""
    aliases: tuple[Alias, ...] = ()
    relevance: float = Field(default=0.0, ge=0, le=1)
    """The relevance probe of SPEC §5: how much of the question the best passage covers."""
    weights: dict[str, float] = Field(default_factory=dict)
    """Idf of the question's tokens in this source, 0 for one that occurs nowhere."""
    default_weight: float = 1.0
    """Idf of a token seen in one document: the weight of whatever `weights` does not list."""


class SearchAnswer(Value, kind="search_answer"):
    """What one query brought: hits, best first, and the weight of the words in them."""

    hits: tuple[Hit, ...] = ()
    weights: dict[str, float] = Field(default_factory=dict)
    failures: tuple[Failure, ...] = ()
    """What did not work on the way to this answer, such as an engine that another one stood in for."""
