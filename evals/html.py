"""The HTML report under a checker: valid, accessible, self-contained, and unmoved by hostile words.

Reports of example questions, and one in which script tags, `javascript:` links and direction overrides stand wherever a
document's words can stand. `LIMIT=` asks another number of example questions.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import html5lib
import tinycss2
from html5lib.html5parser import ParseError
from lxml import etree

from evals.example_runs import LIMIT, ask_all, opened, questions
from fathoms.domain.report import Plot, PlotKind, PlotPoint, Report, Row
from fathoms.report.render.html import render

PROOF = "the HTML report is valid, accessible and self-contained, whatever documents contain"

QUESTIONS_ASKED = ("q01", "q11", "q15", "q24", "q26", "q29", "q33")
LEAST_CONTRAST = 4.5
PAIRS = (
    ("ink", "paper"), ("soft", "paper"), ("accent", "paper"), ("ink", "raised"), ("soft", "raised"),
    ("accent", "raised"),
    ("ink", "mark"), ("ink", "mark-strong"), ("accent", "wash"), ("warn", "paper"), ("warn", "warn-wash"),
    ("ink", "warn-wash"), ("good", "paper"), ("soft", "mark"),
)  # fmt: skip
"""Text and what it stands on, as the style sheet pairs them."""
HOSTILE = (
    "</style></title><script>alert(1)</script><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)" x=\'',
    "javascript:alert(document.domain)",
    "\u202egnp.exe\u202c \u2066x\u2069 \x1b[31m \x00",
    "{{policy}} {{style}} <!-- ]]> --> </svg><svg onload=alert(1)>",
)


def problems(page: str) -> Iterator[str]:
    """What a strict checker would object to."""
    try:
        html5lib.HTMLParser(strict=True).parse(page)
    except ParseError as error:
        yield f"not valid: {error}"
    tree = html5lib.parse(page, treebuilder="lxml", namespaceHTMLElements=False)
    for name in ("header", "nav", "main", "aside"):
        count = len(tree.xpath(f"//{name}"))
        if count != 1:
            yield f"{count} landmarks {name!r}"
    if len(tree.xpath("//body/footer")) != 1 or len(tree.xpath("//h1")) != 1:
        yield "one footer and one h1 are wanted"
    yield from _headings(tree)
    yield from _links(tree)
    yield from _foreign(tree, page)


def _headings(tree: etree._ElementTree) -> Iterator[str]:
    levels = [int(heading.tag[1]) for heading in tree.xpath("//main//*[re:test(name(), '^h[1-6]$')]", namespaces=_RE)]
    for before, after in zip([1, *levels], levels, strict=False):
        if after > before + 1:
            yield f"a heading h{after} after h{before}"
    for unnamed in tree.xpath(
        "//nav[not(@aria-label)] | //aside[not(@aria-label)] | //*[@role='img'][not(*[local-name()='title'])]"
    ):
        yield f"{unnamed.tag} has no name"
    if not tree.getroot().get("lang"):
        yield "the page names no language"


_RE = {"re": "http://exslt.org/regular-expressions"}


def _links(tree: etree._ElementTree) -> Iterator[str]:
    ids = tree.xpath("//@id")
    if len(ids) != len(set(ids)):
        yield "an id stands twice"
    for target in tree.xpath("//a/@href"):
        if target.startswith("#"):
            if target[1:] not in ids:
                yield f"a link leads nowhere: {target}"
        elif not re.match(r"https?://", target):
            yield f"a link to {target[:40]!r}"
    for described in tree.xpath("//@aria-describedby"):
        if described not in ids:
            yield f"described by nothing: {described}"


def _foreign(tree: etree._ElementTree, page: str) -> Iterator[str]:
    """Nothing is loaded, nothing but our one script acts, no handler, no acting character."""
    if tree.xpath("//@src | //link | //iframe | //object | //embed | //form | //base | //img"):
        yield "something is loaded from elsewhere"
    if len(tree.xpath("//script")) != 1:
        yield f"{len(tree.xpath('//script'))} scripts"
    yield from (f"a handler: {a}" for e in tree.iter() for a in getattr(e, "attrib", {}) if str(a).startswith("on"))
    if re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x1b]", page):
        yield "a character that acts on the page"
    policy = "".join(tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content"))
    if not policy.startswith("default-src 'none'"):
        yield "no content policy"


def contrasts(page: str) -> dict[str, float]:
    """The contrast of every pair, in light and in dark."""
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    found: dict[str, float] = {}
    light: dict[str, str] = {}
    for rule in tinycss2.parse_stylesheet(style, skip_whitespace=True, skip_comments=True):
        if rule.type == "qualified-rule" and tinycss2.serialize(rule.prelude).strip() == ":root":
            light = _colours(rule.content)
        if rule.type == "at-rule" and "dark" in tinycss2.serialize(rule.prelude):
            (inner,) = tinycss2.parse_rule_list(rule.content, skip_whitespace=True)
            dark = light | _colours(inner.content)
            for name, colours in (("light", light), ("dark", dark)):
                found |= {f"{name} {a} on {b}": _contrast(colours[a], colours[b]) for a, b in PAIRS}
    return found


def _colours(content: list[tinycss2.ast.Node]) -> dict[str, str]:
    declared = tinycss2.parse_declaration_list(content, skip_whitespace=True, skip_comments=True)
    return {
        d.name[2:]: tinycss2.serialize(d.value).strip()
        for d in declared
        if d.type == "declaration" and d.name[:2] == "--"
    }


def _contrast(first: str, second: str) -> float:
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def spoilt(report: Report, words: str) -> Report:
    """The report with these words wherever a document's or a user's words can stand."""
    fact = report.facts[0]
    evidence = fact.evidence[0].model_copy(update={"title": words, "title_path": (words,), "quote": words})
    section = report.sections[0]
    statement = section.paragraphs[0].statements[0].model_copy(update={"text": words})
    paragraph = section.paragraphs[0].model_copy(update={"label": words, "statements": (statement,)})
    point = PlotPoint(label=words, value=1.0, shown=words, fact=fact.id)
    hostile = section.model_copy(
        update={
            "heading": words,
            "paragraphs": (paragraph,),
            "sides": (words, "other"),
            "rows": (Row(label=words, cells=(statement, statement)),),
            "plots": (Plot(kind=PlotKind.BARS, title=words, points=(point, point)),),
        }
    )
    reference = report.references[0].model_copy(update={"title": words, "passages": (evidence,)})
    facts = (fact.model_copy(update={"claim": words, "evidence": (evidence,)}), *report.facts[1:])
    return report.model_copy(
        update={
            "question": words,
            "sections": (hostile,),
            "summary": (statement,),
            "insights": (),
            "conflicts": (),
            "facts": facts[:1],
            "references": (reference,),
            "gaps": (words,),
            "tried": (words,),
        }
    )


async def reports() -> list[tuple[str, Report]]:
    asked = [one for one in questions() if LIMIT or one[0] in QUESTIONS_ASKED]
    async with opened() as service:
        return [(one.id, one.report) for one in await ask_all(service, asked or questions())]


def main() -> int:
    shown = asyncio.run(reports())
    found = next(report for _, report in shown if report.found and report.sections[0].paragraphs)
    pages = {name: render(report) for name, report in shown}
    pages |= {f"hostile {n}": render(spoilt(found, words)) for n, words in enumerate(HOSTILE, start=1)}
    wrong = 0
    for name, page in pages.items():
        objections = list(problems(page))
        wrong += len(objections)
        print(f"{name:<10} {len(page):>7} characters  {'; '.join(objections) or 'ok'}")
    measured = contrasts(next(iter(pages.values())))
    pale = {pair: ratio for pair, ratio in measured.items() if ratio < LEAST_CONTRAST}
    for pair, ratio in sorted(measured.items(), key=lambda item: item[1])[:5]:
        print(f"contrast   {ratio:>5.2f}  {pair}")
    lowest = min(measured.values(), default=0.0)
    print(
        f"{len(pages)} pages, {wrong} objections (0), {len(pale)} pairs too pale (0), "
        f"lowest contrast {lowest:.2f} (≥ {LEAST_CONTRAST})"
    )
    return 0 if not wrong and measured and not pale else 1
