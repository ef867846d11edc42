"""Answers in the shape of each service's documentation, written for these tests."""

from __future__ import annotations

import json

from fathoms.testing.engines import Sample

_PAGES = (
    ("https://harbour.example/dredging", "Dredging the <b>harbour</b>", "The harbour was dredged in 2019."),
    ("https://port.example/depth", "Depth of the port", "Eleven metres at low water."),
    ("https://sea.example/costs", "Costs &amp; plans", "Four million crowns."),
)


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


def _listed(wrap: str, url: str, title: str, text: str) -> Sample:
    """A service whose answer is a list of flat objects below a path of keys, such as `web.results`."""

    def wrapped(rows: object) -> bytes:
        value: object = rows
        for key in reversed(wrap.split(".")):
            value = {key: value}
        return _json(value)

    rows = [{url: u, title: t, text: s} for u, t, s in _PAGES]
    broken = [{title: "no address"}, {url: None, title: 5}, {url: "mailto:x@y", title: "mail"}, "text", None, 7]
    return Sample(
        good=wrapped(rows),
        empty=wrapped([]),
        missing=wrapped([rows[0] | {text: None, title: None}, *broken]),
        useless=wrapped([{title: "no address"}, {url: "", title: "empty"}]),
        wrong=wrapped({"surprise": 1}) if wrap != "web.results" else _json({"web": {"results": "none"}}),
    )


def _atom(entries: str) -> bytes:
    return f'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>q</title>{entries}</feed>'.encode()


def _entry(url: str, title: str, text: str) -> str:
    return (
        f"<entry><id>{url}</id><title>{title}</title><summary>{text}</summary>"
        "<published>2024-02-03T00:00:00Z</published></entry>"
    )


_ENTITIES = b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'
ARXIV = Sample(
    good=_atom(
        _entry("http://arxiv.example/abs/1", "On dredging", "We dredge.") + _entry("http://a.example/2", "B", "")
    ),
    empty=_atom(""),
    missing=_atom(_entry("http://arxiv.example/abs/1", "", "") + "<entry><title>no address</title></entry>"),
    useless=_atom("<entry><title>no address</title></entry>"),
    wrong=_ENTITIES,
)
OPENALEX = Sample(
    good=_json({
        "results": [
            {"display_name": "Dredging", "doi": "https://doi.example/1", "publication_date": "2024-01-02"},
            {"display_name": "Ports", "open_access": {"oa_url": "https://open.example/2"}, "primary_location": None},
            {"display_name": "Tides", "primary_location": {"landing_page_url": "https://land.example/3"}},
        ]
    }),
    empty=_json({"results": []}),
    missing=_json({"results": [{"doi": "https://doi.example/1", "display_name": None}, {"display_name": "x"}, 3]}),
    useless=_json({"results": [{"display_name": "x", "open_access": {"oa_url": None}}]}),
    wrong=_json({"results": 5}),
)  # fmt: skip
CROSSREF = Sample(
    good=_json({
        "message": {
            "items": [
                {"URL": "https://doi.example/1", "title": ["Dredging"], "issued": {"date-parts": [[2024, 5]]}},
                {"URL": "https://doi.example/2", "title": ["Ports"], "abstract": "<jats:p>Deep.</jats:p>"},
            ]
        }
    }),
    empty=_json({"message": {"items": []}}),
    missing=_json({"message": {"items": [
        {"URL": "https://doi.example/1", "title": [], "issued": {"date-parts": [[None]]}}, {"title": ["x"]}, "y",
    ]}}),
    useless=_json({"message": {"items": [{"title": ["x"]}]}}),
    wrong=_json({"message": []}),
)  # fmt: skip


def _wikipedia(rows: object) -> bytes:
    return _json({"query": {"search": rows}})


WIKIPEDIA = Sample(
    good=_wikipedia([{"title": "Dredging", "snippet": "<span>x</span>"}, {"title": "Port of Skarrow (harbour)"}]),
    empty=_wikipedia([]),
    missing=_wikipedia([{"title": "Dredging", "snippet": None}, {"snippet": "no title"}, 4]),
    useless=_wikipedia([{"snippet": "no title"}]),
    wrong=_json({"query": {"search": {"a": 1}}}),
)

SAMPLES: dict[str, Sample] = {
    "searxng": _listed("results", "url", "title", "content"),
    "tavily": _listed("results", "url", "title", "content"),
    "brave": _listed("web.results", "url", "title", "description"),
    "serper": _listed("organic", "link", "title", "snippet"),
    "firecrawl": _listed("data.web", "url", "title", "description"),
    "github": _listed("items", "html_url", "full_name", "description"),
    "wikipedia": WIKIPEDIA,
    "arxiv": ARXIV,
    "openalex": OPENALEX,
    "crossref": CROSSREF,
}
"""By engine. DuckDuckGo is asked through a library, which `tests/contracts/test_engine_contract.py` replaces."""
