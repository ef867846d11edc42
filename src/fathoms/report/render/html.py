"""The report as one HTML file that needs nothing else: no script, font or style from elsewhere.

Knows: the page's regions and how each kind of block looks; the template and style beside it.  Does not know: what
belongs into a report, or in which order.
Every word that we did not write goes through `text`; the page's policy allows only our own style and script.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import assert_never

from fathoms.domain.report import Plot, Report, Statement
from fathoms.report.blocks import (
    Block,
    Code,
    Dispute,
    Disputes,
    Exhibit,
    Hint,
    Items,
    Label,
    Line,
    Moments,
    Nearest,
    Note,
    Notice,
    Overview,
    Pairs,
    Passages,
    Picture,
    Ranking,
    Said,
    Sides,
    Sources,
    Steps,
    Table,
    Text,
    Verdict,
    Verdicts,
    items_in,
    pieces_of,
)
from fathoms.report.build.shaping import stands_apart
from fathoms.report.citations import Citations
from fathoms.report.parts import Part, Role, parts
from fathoms.report.passage_layout import Set, cells_of, laid_out
from fathoms.report.render.html_sources import Quotes, attribute, sources_panel, text, with_code
from fathoms.report.words import Words, words_for
from fathoms.text.neutral import harmless, in_code

_SLOT = re.compile(r"\{\{(\w+)\}\}")
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


class Region(StrEnum):
    """Where on the page a part stands: what has no place of its own is text."""

    MASTHEAD = "masthead"
    TEXT = "text"
    SOURCES = "sources"
    COLOPHON = "colophon"


_REGIONS = dict.fromkeys((Role.MODE, Role.TITLE, Role.WITHHELD, Role.UNFINISHED), Region.MASTHEAD) | {
    Role.REFERENCES: Region.SOURCES,
    Role.ABOUT: Region.COLOPHON,
    Role.HOW_MADE: Region.COLOPHON,
}
_DRESS = {Role.BRIEF: ' class="brief"', Role.NOT_FOUND: ' class="nothing"', Role.CLOSEST: ""}
"""Parts with a look of their own. Every other part of the text has a name that links lead to."""
MOST_ROOMY = 3
"""Columns of a table whose cells can be as wide as a line wants to be; more of them share the width of the text."""
_UNLISTED = (Role.TITLE, Role.MAP, Role.ABOUT, Role.HOW_MADE)
_SPREAD = (Role.SECTION, Role.CLOSEST)
"""Parts that are long: each block on a line of its own."""
_PLAIN = ' class="plain-list"'
_DEEPEST = 5


def render(report: Report, pages: Mapping[str, str] | None = None) -> str:
    """The whole page. With the text of the stored pages (by page id), quotes are shown in their surroundings."""
    return _Page(report, pages or {}).html()


@cache
def _package_file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _digest(content: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() + "'"


def _policy(template: str, style: str) -> str:
    """Only this page's own style and script may act; nothing may be loaded, sent or framed in."""
    scripts = " ".join(_digest(script) for script in _SCRIPT.findall(template))
    return f"default-src 'none'; style-src {_digest(style)}; script-src {scripts}; base-uri 'none'; form-action 'none'"


class _Page:
    """One report on its way to HTML."""

    def __init__(self, report: Report, pages: Mapping[str, str]) -> None:
        self.report = report
        self.pages = pages
        self.words: Words = words_for(report.language)
        self.quoted = stands_apart(report)
        self.quotes = Quotes(Citations(report), self.words)

    def html(self) -> str:
        template, style = _package_file("report.html"), _package_file("report.css")
        outline = parts(self.report)
        placed = {region: [part for part in outline if _region(part) is region] for region in Region}
        slots = {
            "language": attribute(self.words.language),
            "policy": attribute(_policy(template, style)),
            "title": text(self.report.question),
            "style": style,
            "skip": text(self.words.skip_to_text),
            "masthead": "\n".join(map(self._masthead, placed[Region.MASTHEAD])),
            "contents_label": attribute(self.words.contents),
            "contents": self._contents(outline),
            "text": "\n".join(map(self._part, placed[Region.TEXT])),
            "sources_label": attribute(self.words.sources),
            "sources": self._sources(placed[Region.SOURCES]),
            "about": "\n".join(map(self._colophon, placed[Region.COLOPHON])),
        }
        return _SLOT.sub(lambda match: slots[match[1]], template)

    def _masthead(self, part: Part) -> str:
        if part.role is Role.MODE:
            return "".join(
                f'<p class="mode">{text(block.text)}</p>' for block in part.blocks if isinstance(block, Note)
            )
        if part.role is not Role.TITLE:
            return self._body(part)
        report, words = self.report, self.words
        made = [
            words.counted(words.part_count, report.run_facts.tasks),
            words.counted(words.round_count, report.run_facts.rounds),
        ]
        facts = [
            f"{report.written_at:%Y-%m-%d}",
            *(made if stands_apart(report) else ()),
            words.counted(words.source_count, len(report.references)),
        ]
        shown = "".join(f"<span>{text(fact)}</span>" for fact in facts)
        return f'<h1>{text(part.heading)}</h1>\n<p class="facts">{shown}</p>'

    def _colophon(self, part: Part) -> str:
        """What stands below everything; what has parts of its own is folded."""
        if not part.parts:
            return f"<h2>{text(part.heading)}</h2>\n{self._body(part)}"
        inside = "\n".join(f"<h2{_named(one)}>{text(one.heading)}</h2>\n{self._body(one)}" for one in part.parts)
        folded = f"<summary>{text(part.heading)}</summary>\n{self._body(part)}{inside}"
        return f"<details{_named(part)}>{folded}</details>"

    def _contents(self, outline: Iterable[Part]) -> str:
        entries = "".join(self._entry(part) for part in outline if _is_in_contents(part))
        return f"<details open><summary>{text(self.words.contents)}</summary><ol>{entries}</ol></details>"

    def _entry(self, part: Part) -> str:
        inner = "".join(self._entry(child) for child in part.parts)
        if not part.heading:
            return inner
        nested = f"<ol>{inner}</ol>" if inner else ""
        return f'<li><a href="#{_anchor(part)}">{_number(part)}{text(part.heading)}</a>{nested}</li>'

    def _part(self, part: Part) -> str:
        """A section of the page; a part without a heading is a line between two of them."""
        if not part.heading:
            return self._body(part)
        tag = f"h{min(part.level + 1, _DEEPEST)}" if part.role is Role.SECTION else "h2"
        opening = f"<section{_DRESS.get(part.role, _named(part))}><{tag}>{_number(part)}{text(part.heading)}</{tag}>"
        if part.role not in _SPREAD:
            return f"{opening}{self._body(part)}</section>"
        made = (*(self._block(block, part) for block in part.blocks), *map(self._part, part.parts))
        return "\n".join((opening, *(piece for piece in made if piece), "</section>"))

    def _sources(self, placed: Iterable[Part]) -> str:
        made = [block for part in placed for block in part.blocks]
        groups = [block for block in made if isinstance(block, Sources)]
        notes = [block.text for block in made if isinstance(block, Note)]
        return sources_panel(groups, notes, self.words, self.pages, self.quotes)

    def _body(self, part: Part) -> str:
        return "".join(self._block(block, part) for block in part.blocks)

    def _block(self, block: Block, part: Part) -> str:
        match block:
            case Text(words):
                return f"<p>{text(words)}</p>"
            case Note(words) | Hint(words):
                return f'<p class="aside-text">{text(words)}</p>'
            case Notice(words, lines):
                strong = f"<strong>{text(words)}</strong>"
                return f'<div class="notice" role="note">{strong}{_listed(map(text, lines))}</div>'
            case Label(words):
                return f'<p class="label">{text(words)}</p>'
            case Items(items, within):
                own = part.role in (Role.ANSWER, Role.BRIEF, Role.SECTION)
                listed = _listed(map(self._item, items_in(items)), "" if own else _PLAIN)
                return f'<div class="within">{listed}</div>' if within else listed
            case Nearest(said):
                return "\n".join(_passage(self._cited(one), " loose") for one in said)
            case Passages():
                told = (f'<p class="label">{text(block.label)}</p>' if block.label else "") + self._passages(block)
                return f'<div class="within">{told}</div>' if block.within else told
            case Code(said, within):
                return f'<div class="within">{self._code(said)}</div>' if within else self._code(said)
            case Steps(paragraphs, first):
                start = f' start="{first}"' if first > 1 else ""
                return f'<ol class="steps"{start}>{"".join(self._steps(paragraphs))}</ol>'
            case Moments(paragraphs):
                return f'<ol class="timeline">{"".join(map(self._moment, paragraphs))}</ol>'
            case Sides(paragraphs):
                return f'<div class="both">{"".join(map(self._side, paragraphs))}</div>'
            case _:
                return self._exhibit(block)

    def _steps(self, paragraphs: Iterable[Passages]) -> Iterator[str]:
        items = chain.from_iterable(items_in(paragraph.said) for paragraph in paragraphs)
        yield from (f"<li>{self._item(item, flagged=True)}</li>" for item in items)

    def _item(self, item: Iterable[Said | Line], *, flagged: bool = False) -> str:
        """The sentences and the blocks of code of one item."""
        shown: list[str] = []
        for place, piece in enumerate(pieces_of(item)):
            if isinstance(piece[0], Said) and piece[0].statement.code:
                shown.append(self._code(piece[0]))
                continue
            lines = (self._flagged(one) if flagged and isinstance(one, Said) else self._line(one) for one in piece)
            told = " ".join(lines)
            shown.append(f"<p>{told}</p>" if place else told)
        return " ".join(shown)

    def _code(self, said: Said) -> str:
        """A block of code that scrolls by itself; what it rests on stands below it."""
        code = html.escape("\n".join(map(harmless, said.statement.text.split("\n"))))
        marks = self.quotes.bracket(said.cited)
        below = f'<p class="below">{marks}</p>' if marks else ""
        return f'<div class="code"><pre tabindex="0"><code>{code}</code></pre>{below}</div>'

    def _exhibit(self, block: Exhibit) -> str:
        match block:
            case Table(columns, rows, within):
                told = ((label, *(self._line(cell) if cell else "–" for cell in cells)) for label, cells in rows)
                return f'<div class="within">{_table(columns, told)}</div>' if within else _table(columns, told)
            case Overview(columns, rows):
                return _table(columns, ((name, *map(text, cells)) for name, *cells in rows))
            case Picture(plot):
                return self._figure(plot)
            case Ranking(sources):
                return _listed(text(line) for _, line in sources)
            case Disputes(disputes):
                return "".join(map(self._dispute, disputes))
            case Verdicts(verdicts):
                return f'<ul class="verdicts">{"".join(map(_verdict, verdicts))}</ul>'
            case Pairs(rows):
                return f"<dl>{''.join(f'<dt>{text(name)}</dt><dd>{text(value)}</dd>' for name, value in rows)}</dl>"
            case Sources():
                return ""
        assert_never(block)

    def _figure(self, plot: Plot) -> str:
        from fathoms.report.render.svg import drawn  # slow to import, and most reports draw nothing

        cited = self.quotes.of_facts(dict.fromkeys(point.fact for point in plot.points))
        caption = f"{text(plot.title)}{cited}"
        return f"<figure>{drawn(plot)}<figcaption>{caption}</figcaption></figure>"

    def _side(self, side: Passages) -> str:
        return f'<div><p class="label">{text(side.name)}</p>{self._passages(side)}</div>'

    def _moment(self, moment: Passages) -> str:
        """A date has no room to say that all below it is loose: each passage says so."""
        told = self._passages(moment, flagged=True)
        return f'<li><div class="when">{text(moment.name)}</div><div>{told}</div></li>'

    def _passages(self, paragraph: Passages, *, flagged: bool = False) -> str:
        shown = [self._flagged(said) if flagged else self._line(said) for said in paragraph.said]
        if paragraph.apart:
            return "".join(map(_passage, shown))
        return f'<p class="passage">{" ".join(shown)}</p>'

    def _line(self, line: Said | Line) -> str:
        if isinstance(line, Line):
            return with_code(line.text) if line.coded else text(line.text)
        return self._cited(line) if line.said_above else self._flagged(line)

    def _flagged(self, said: Said) -> str:
        return self._cited(said) + (f' <span class="flag">{text(said.flag)}</span>' if said.flag else "")

    def _cited(self, said: Said) -> str:
        statement, marks = said.statement, self.quotes.bracket(said.cited)
        if self.quoted and ("\n" in statement.text or statement.strong):
            return self._as_laid_out(statement, marks)
        shown = self._with_bold(statement.text, statement.strong)
        if said.cited_beside:
            shown = f'<span title="{attribute(self.quotes.told(said.cited_beside))}">{shown}</span>'
        return shown + marks

    def _as_laid_out(self, statement: Statement, marks: str) -> str:
        """A passage as its source laid it out, the words that answer in bold, the marks behind its last words."""
        laid = laid_out(statement.text)
        pieces: list[str] = []
        for place, (kind, lines) in enumerate(laid, start=1):
            behind = marks if place == len(laid) else ""
            match kind:
                case Set.PROSE:
                    shown = "<br>".join(self._with_bold(line, statement.strong) for line in lines)
                    pieces.append(f"<p>{shown}{behind}</p>" if len(laid) > 1 else shown + behind)
                case Set.ITEMS:
                    items = [self._with_bold(line, statement.strong.removeprefix("- ")) for line in lines]
                    items[-1] += behind
                    pieces.append(f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>")
                case Set.ROWS:
                    pieces.append(f"{_quoted_table(lines)}{f'<p>{behind}</p>' if behind else ''}")
                case Set.CODE:
                    code = html.escape("\n".join(map(harmless, lines)))
                    pieces.append(f"<pre><code>{code}</code></pre>{f'<p>{behind}</p>' if behind else ''}")
        return "".join(pieces)

    def _with_bold(self, line: str, strong: str) -> str:
        before, found, after = line.partition(strong) if strong else (line, "", "")
        if not found:
            return self.quotes.in_its_language(line)
        ahead, behind = (" " if blank.isspace() else "" for blank in (before[-1:], after[:1]))
        bold = f"<strong>{with_code(found)}</strong>"
        shown = f"{with_code(before)}{ahead}{bold}{behind}{with_code(after)}"
        spoken = self.quotes.lang(line)
        return f"<span{spoken}>{shown}</span>" if spoken else shown

    def _dispute(self, dispute: Dispute) -> str:
        sides = "".join(
            f'<div><p class="says">{text(voice.says)}{self.quotes.of_facts((voice.fact,))}</p>'
            f'<p class="who">{text(voice.who)}</p></div>'
            for voice in dispute.voices
        )
        outcome = f'<p class="outcome">{text(dispute.settled)}</p>' if dispute.settled else ""
        state = f'<p class="state">{text(dispute.state)}</p>' if dispute.state else ""
        return (
            f'<div class="dispute"><h3>{text(dispute.about)}</h3>{state}<div class="both">{sides}</div>{outcome}</div>'
        )


def _region(part: Part) -> Region:
    return _REGIONS.get(part.role, Region.TEXT)


def _is_in_contents(part: Part) -> bool:
    return bool(part.heading or part.parts) and part.role not in _DRESS and part.role not in _UNLISTED


def _anchor(part: Part) -> str:
    if part.role is Role.REFERENCES:
        return "sources"
    return "part-" + re.sub(r"[^A-Za-z0-9]+", "-", part.task) if part.task else part.role.value


def _named(part: Part) -> str:
    return f' id="{_anchor(part)}"'


def _number(part: Part) -> str:
    return f'<span class="number">{text(part.number)}</span>' if part.number else ""


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Each row under its name; the other cells are markup already, each with its column's name for narrow screens."""
    named = ["".join(attribute(piece) for piece, _ in in_code(name)) for name in columns[1:]]
    head = "".join(f'<th scope="col">{with_code(name)}</th>' if name else "<td></td>" for name in columns)
    body = "".join(
        f'<tr><th scope="row">{with_code(name)}</th>'
        + "".join(f'<td data-of="{of}">{cell}</td>' for of, cell in zip(named, cells, strict=True))
        + "</tr>"
        for name, *cells in rows
    )
    dense = ' class="dense"' if len(columns) > MOST_ROOMY else ""
    return f'<div class="wide"><table{dense}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _quoted_table(rows: tuple[str, ...]) -> str:
    """A table of a source, as it stands there; nobody knows whether its first row is a header."""
    body = "".join(f"<tr>{''.join(f'<td>{text(cell)}</td>' for cell in row)}</tr>" for row in cells_of(rows))
    return f'<div class="wide"><table class="quoted"><tbody>{body}</tbody></table></div>'


def _passage(shown: str, more: str = "") -> str:
    """One passage; what is more than a run of words is no paragraph."""
    tag = "div" if shown.startswith(("<p>", "<ul>", "<div", "<pre>")) else "p"
    return f'<{tag} class="passage{more}">{shown}</{tag}>'


def _listed(lines: Iterable[str], dress: str = _PLAIN) -> str:
    inner = "".join(f"<li>{line}</li>" for line in lines)
    return f"<ul{dress}>{inner}</ul>" if inner else ""


def _verdict(verdict: Verdict) -> str:
    where = f'<span class="where">{text(verdict.where)}</span>' if verdict.where else ""
    met = ' class="met"' if verdict.met else ""
    told = f"<span>{text(verdict.text)}{where}</span>"
    return f'<li{met}><span class="verdict">{text(verdict.word)}</span>{told}</li>'
