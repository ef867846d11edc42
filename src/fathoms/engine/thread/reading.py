"""What a round reads: which documents, whole or which sections of them.

Knows: one ranking of documents from many queries, at most 5 documents a round, fair turns between sources, each
document's share of the room.  Does not know: how a page is fetched, or where a text can be cut (`sections.py`).
Nothing is cut blindly: what does not fit gives whole sections, picked by the words that are wanted.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, zip_longest

from fathoms.domain.evidence import Hit, Page, Passage, SourceKind
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import Reading, ThreadState
from fathoms.engine.thread.sections import Picker, heading_over, headings
from fathoms.text.addresses import canonical, document, endpoint, is_external
from fathoms.text.announcing import announcing
from fathoms.text.sentences import Span

DOCUMENTS = 5
"""Most documents read in a round."""
PER_HOST = 2
"""Most of them from one external host."""
ROOM = 40_000
"""Characters that a round reads where no model's window says otherwise."""
NEAR = 10
"""Documents beyond those that were kept of a ranking, for a thread that reads on."""
BEFORE_CHARS = 240
_RANKS = 60
"""What softens the lead of the first ranks, where rankings are fused."""
FURTHER_QUERY = 0.7
"""What a hit of a round's further queries is worth beside one of its first: parts add to what the whole found."""
LONG = 24_000
"""Characters of one document, where all that is read is paid for and its even share of the room is not more."""
KNOWN = 6_000
"""The same of a document from which tasks before took facts: what bears on the round, the rest is known."""


def fused(answers: Sequence[SearchAnswer], *, most: int = DOCUMENTS) -> SearchAnswer:
    """The answers of one source to several queries as one ranking of documents, of which the best are kept.

    The document that a query puts first comes before those that many queries touch; of these, one that several lead
    to comes before one that a single query puts as high.
    """
    ranked = _ranked(answers)
    best = set(list(dict.fromkeys(document(hit.url) for hit in ranked))[:most])
    kept = tuple(hit for hit in ranked if document(hit.url) in best)
    weights: dict[str, float] = {}
    for answer in answers:
        for token, weight in answer.weights.items():
            weights[token] = max(weight, weights.get(token, 0.0))
    return SearchAnswer(hits=kept, weights=weights, failures=tuple(f for answer in answers for f in answer.failures))


def beyond(answers: Sequence[SearchAnswer], *, most: int = DOCUMENTS) -> tuple[Hit, ...]:
    """The next documents of that ranking, each by its best hit and how high that stands."""
    by_document: dict[str, Hit] = {}
    for hit in _ranked(answers):
        by_document.setdefault(document(hit.url), hit)
    left = list(by_document.items())[most : most + NEAR]
    return tuple(hit.model_copy(update={"snippet": "", "score": _highest(name, answers)}) for name, hit in left)


def _highest(name: str, answers: Sequence[SearchAnswer]) -> float:
    """How high the query that a document answers best puts it: a share of the score of that query's best hit."""
    shares = [
        max(hit.score for hit in own) / best
        for answer in answers
        if (own := [hit for hit in answer.hits if document(hit.url) == name])
        and (best := max(hit.score for hit in answer.hits)) > 0
    ]
    return max(shares, default=0.0)


def _ranked(answers: Sequence[SearchAnswer]) -> list[Hit]:
    of_document: defaultdict[str, float] = defaultdict(float)
    of_hit: defaultdict[str, float] = defaultdict(float)
    hits: dict[str, Hit] = {}
    for place, answer in enumerate(answers):
        for rank, found in enumerate(answer.hits):
            hit = found if place == 0 else found.model_copy(update={"score": FURTHER_QUERY * found.score})
            of_hit[hit.url] += 1 / (_RANKS + rank)
            if hit.url not in hits or hit.score > hits[hit.url].score:
                hits[hit.url] = hit
        for rank, name in enumerate(dict.fromkeys(document(hit.url) for hit in answer.hits)):
            of_document[name] += 1 / (_RANKS + rank)
    ranked = list(hits.values())
    if len(answers) > 1:
        firsts = {document(answer.hits[0].url) for answer in answers if answer.hits}
        ranked.sort(
            key=lambda hit: (document(hit.url) not in firsts, -of_document[document(hit.url)], -of_hit[hit.url])
        )
    return ranked


def choose_hits(
    answers: Mapping[str, SearchAnswer],
    *,
    already_read: Collection[str],
    most: int = DOCUMENTS,
    first: Sequence[Hit] = (),
) -> tuple[Hit, ...]:
    """The hits of the documents to read: `first`, then sources take turns, each giving its best; a page once, a host
    twice at most, a document of one's own again only for a part that was not shown."""
    seen = {canonical(url) for url in already_read}
    shown = shown_before(already_read)
    hosts: Counter[tuple[str, str, int]] = Counter()
    documents: set[str] = set()
    chosen: list[Hit] = []
    turns = zip_longest(*(answer.hits for answer in answers.values()))
    for hit in chain(first, chain.from_iterable(turns)):
        if hit is None or canonical(hit.url) in seen or was_shown(hit, shown.get(document(hit.url), ())):
            continue
        name, host = document(hit.url), endpoint(hit.url)
        if name not in documents:
            if len(documents) == most or (is_external(hit.url) and hosts[host] == PER_HOST):
                continue
            documents.add(name)
            hosts[host] += 1
        seen.add(canonical(hit.url))
        chosen.append(hit)
    return tuple(chosen)


def brings_anything(answers: Sequence[SearchAnswer], thread: ThreadState, *, most: int) -> bool:
    """Whether the documents that would be read hold something that the thread has not read."""
    read = [url for record in thread.rounds for url in record.read_urls]
    return bool(choose_hits({"": fused(answers, most=most)}, already_read=read, most=1))


def remembering(answers: Mapping[str, SearchAnswer], known: Sequence[Hit]) -> dict[str, SearchAnswer]:
    """The answers with what earlier runs know first, as high as the best that was found."""
    changed = dict(answers)
    for hit in reversed(known):
        answer = changed.get(hit.source, SearchAnswer())
        best = max((other.score for other in answer.hits), default=1.0)
        first = hit.model_copy(update={"score": best})
        rest = tuple(other for other in answer.hits if other.url != hit.url)
        changed[hit.source] = answer.model_copy(update={"hits": (first, *rest)})
    return changed


def shown_before(read: Collection[str]) -> dict[str, tuple[Span, ...]]:
    """Which parts of one's own documents the addresses of passages point to, by document."""
    found: dict[str, list[Span]] = {}
    for url in read:
        name, _, part = url.partition("#")
        start, _, end = part.partition("-")
        if not is_external(url) and start.isdigit() and end.isdigit():
            found.setdefault(name, []).append(Span(int(start), int(end)))
    return {name: tuple(spans) for name, spans in found.items()}


def documents_read(thread: ThreadState) -> int:
    """How many documents a thread has read, of some perhaps a part."""
    return len({document(url) for record in thread.rounds for url in record.read_urls})


def shares(lengths: Sequence[int], room: int, *, most: Sequence[int] = ()) -> tuple[int, ...]:
    """How many characters each document gets: what a short one leaves, the longer ones share, each up to its `most`."""
    wanted = [min(pair) for pair in zip(lengths, most, strict=True)] if most else list(lengths)
    given = [0] * len(wanted)
    left = room
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    for done, place in enumerate(order):
        given[place] = min(wanted[place], left // (len(order) - done))
        left -= given[place]
    return tuple(given)


def paid_shares(pages: Sequence[Page], room: int, known: Collection[str]) -> tuple[int, ...]:
    """The shares where all that is read is paid for: a reference that every query touches does not take what the others
    leave, and of a document that is known only the sections that bear on the round come."""
    even = max(LONG, room // max(1, len(pages)))
    most = [KNOWN if document(page.url) in known else even for page in pages]
    return shares([len(page.text) for page in pages], room, most=most)


def documents_known(thread: ThreadState) -> tuple[str, ...]:
    """Those from which tasks before this one took facts, which its mind is told."""
    return tuple(dict.fromkeys(document(item.url) for fact in thread.known for item in fact.evidence))


def passages(
    page: Page,
    hits: Sequence[Hit],
    wanted: Collection[str],
    weights: Mapping[str, float],
    *,
    max_chars: int,
    shown: Sequence[Span] = (),
) -> tuple[Passage, ...]:
    """The spans of a page to offer, at most `max_chars` in all and none that was `shown`: the hits' own first, then the
    rest of it where that fits, else whole sections, those with most of the wanted words first, and the outline."""
    picker = Picker(page.text, frozenset(wanted), weights, max_chars, shown)
    chosen: list[Passage] = []
    for hit in hits:
        span = picker.take_own(hit.start, hit.end)
        if span:
            chosen.append(_passage(page, span, hit, hit.score))
    for span in picker.take_rest(fallback=not chosen):
        chosen.append(_passage(page, span, None, 0.0))
    if chosen and picker.left_out:
        chosen[0] = chosen[0].model_copy(update={"outline": headings(page.text)})
    return tuple(chosen)


def remembered(thread: ThreadState, read: Reading, near: Sequence[Hit] = ()) -> ThreadState:
    """The thread with what the pages say about whom to believe, before anything is taken from them, and with what was
    found beside them."""
    vouched = tuple(dict.fromkeys((*thread.vouched, *read.vouched)))
    return thread.model_copy(update={"vouched": vouched, "near": tuple(near)})


def by_page(hits: Iterable[Hit]) -> tuple[tuple[Hit, ...], ...]:
    """The hits of each page together, each passage once, in the order in which the pages come."""
    found: dict[tuple[str, str], dict[str, Hit]] = {}
    for hit in hits:
        found.setdefault((hit.source, hit.url.partition("#")[0]), {}).setdefault(hit.url, hit)
    return tuple(tuple(some.values()) for some in found.values())


def keyed(found: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages under keys that say nothing of where they come from: S1, S2, …"""
    return tuple(passage.model_copy(update={"key": f"S{n}"}) for n, passage in enumerate(found, start=1))


def was_shown(hit: Hit, shown: Sequence[Span]) -> bool:
    """Whether all of a passage stands in these parts of its document."""
    if hit.start is None or hit.end is None:
        return False
    covered = sum(max(0, min(hit.end, span.end) - max(hit.start, span.start)) for span in shown)
    return covered >= hit.end - hit.start


def _passage(page: Page, span: Span, hit: Hit | None, score: float) -> Passage:
    internal = page.kind is SourceKind.INTERNAL
    own_address = f"{page.url}#{span.start}-{span.end}" if internal else page.url
    return Passage(
        key="",
        page_id=page.id,
        url=hit.url if hit and internal else own_address,
        title=page.title,
        title_path=hit.title_path if hit else _path(page, span.start),
        start=span.start,
        end=span.end,
        text=span.of(page.text),
        before=_before(page.text, span.start),
        announced=announcing(page.text, span.start),
        score=score,
        answers=hit.answers if hit else None,
        focus=hit.focus if hit else None,
        source=page.source,
        kind=page.kind,
        dated=page.dated or (hit.dated if hit else None),
        language=page.language or (hit.language if hit else ""),
    )


def _path(page: Page, start: int) -> tuple[str, ...]:
    """The page's title and the heading over a paragraph, as a source would give them for a hit of its own."""
    heading = heading_over(page.text, start)
    return (page.title, heading) if heading and heading != page.title else (page.title,)


def _before(text: str, start: int) -> str:
    """The words just before a span in its paragraph."""
    reach = text[max(0, start - BEFORE_CHARS) : start]
    same = re.split(r"\n[ \t\r\f\v\u3000]*\n", reach)[-1]
    if same == reach and start > BEFORE_CHARS:
        same = same.partition(" ")[2] or same
    return same.strip()
