"""Whatever a document looks like, a passage that a search shows stands word for word at its offsets."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fathoms.sources.formats import read_here
from fathoms.sources.formats.parsed import Format, Unreadable
from fathoms.sources.kb import KnowledgeBase
from fathoms.sources.kb.chunks import cut

WORDS = st.sampled_from(
    [
        "lighthouse", "fog", "Veskerry", "5.6", "naïve", "e\u0301te\u0301", "👩\u200d🚢", "🌫\ufe0f", "שלום", "مرحبا",
        "灯台", "港の霧", "Straße", "ﬁsh", "A.", "Dr.", "x" * 1_500, "a\u0301\u0302\u0303", "\u202eabc\u202c", "\ufeff",
        "`code`", "**bold**", "[link](a.md)",
    ]
)  # fmt: skip
ENDS = st.sampled_from(
    [" ", ". ", "! ", "。", "\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\t", "\u2028", "\x0b", "\u00a0"]
)
OPENINGS = st.sampled_from(
    ["", "# ", "## ", "- ", "> ", "| a | b |\n", "```\n", "---\n", "1. ", "<!-- ", "    ", "=====\n"]
)
PARAGRAPHS = st.builds(
    lambda opening, pairs: opening + "".join(word + end for word, end in pairs),
    OPENINGS,
    st.lists(st.tuples(WORDS, ENDS), min_size=1, max_size=60),
)
TEXTS = st.lists(PARAGRAPHS, min_size=1, max_size=12).map("".join)
TAGS = st.sampled_from(
    ["p", "div", "b", "ul", "li", "td", "tr", "table", "h1", "h2", "pre", "code", "a", "br", "span", "x"]
)


def _wrapped(parts: list[str], tag: str) -> str:
    return f"<{tag}>{''.join(parts)}</{tag}>"


PAGES = st.recursive(
    st.one_of(TEXTS, st.just("&amp;&nbsp;&#128674;")),
    lambda inner: st.builds(_wrapped, st.lists(inner, max_size=4), TAGS),
    max_leaves=25,
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=40), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=12), inner, max_size=4)),
    max_leaves=20,
)
ROWS = st.lists(st.lists(TEXTS.map(lambda text: text[:60]), min_size=1, max_size=4), min_size=1, max_size=8)


def table_of(rows: list[list[str]]) -> str:
    return "\n".join(",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows)


DOCUMENTS = st.one_of(
    st.tuples(st.just(Format.MARKDOWN), TEXTS.map(str.encode)),
    st.tuples(st.just(Format.MARKDOWN), TEXTS.map(lambda text: b"\xef\xbb\xbf" + text.encode())),
    st.tuples(st.just(Format.TEXT), TEXTS.map(str.encode)),
    st.tuples(st.just(Format.TEXT), TEXTS.map(lambda text: text.encode("utf-16"))),
    st.tuples(st.just(Format.TEXT), st.binary(max_size=300)),
    st.tuples(st.just(Format.HTML), PAGES.map(str.encode)),
    st.tuples(st.just(Format.RECORDS), VALUES.map(lambda value: json.dumps(value).encode())),
    st.tuples(st.just(Format.TABLE), ROWS.map(table_of).map(str.encode)),
    st.tuples(st.just(Format.MAIL), TEXTS.map(lambda text: f"Subject: {text[:40]}\n\n{text}".encode())),
    st.tuples(st.just(Format.CODE), TEXTS.map(lambda text: f"/* {text} */ x = '{text}' // {text}".encode())),
)
SUFFIX = {
    Format.MARKDOWN: "md",
    Format.TEXT: "txt",
    Format.HTML: "html",
    Format.RECORDS: "json",
    Format.TABLE: "csv",
    Format.MAIL: "eml",
    Format.CODE: "js",
}
slow = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@slow
@given(DOCUMENTS)
def test_passages_are_spans_of_the_text_in_order_without_overlap_and_can_be_stored(
    document: tuple[Format, bytes],
) -> None:
    kind, content = document
    try:
        parsed = read_here(content, kind)
    except Unreadable:
        return
    parsed.text.encode("utf-8")
    last = 0
    for chunk in cut(parsed):
        assert last <= chunk.start < chunk.end <= len(parsed.text)
        assert parsed.text[chunk.start : chunk.end].strip()
        last = chunk.end
    for heading in parsed.headings:
        assert 0 <= heading.start < heading.end <= len(parsed.text)
        assert "\n" not in heading.text


@settings(slow, max_examples=25)
@given(st.lists(DOCUMENTS, min_size=1, max_size=6))
def test_what_a_search_shows_stands_at_its_offsets_in_the_stored_text(documents: list[tuple[Format, bytes]]) -> None:
    with tempfile.TemporaryDirectory() as base:
        folder = Path(base, "docs")
        folder.mkdir()
        (folder / "good.md").write_text("The lighthouse stands in the fog.\n")
        for number, (kind, content) in enumerate(documents):
            (folder / f"odd {number}.{SUFFIX[kind]}").write_bytes(content)
        with KnowledgeBase(Path(base, "kb.db")) as kb:
            result = kb.ingest([folder])
            assert result.added + len(result.failed) + len(result.skipped) == len(documents) + 1
            for query in ("lighthouse fog", "灯台 港の霧", "שלום", "naïve Straße 5.6", "👩‍🚢"):
                for hit in kb.search(query, limit=30):
                    assert kb.show(hit.path).text[hit.start : hit.end] == hit.text != ""
