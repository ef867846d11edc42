"""The report as one HTML file that needs nothing else: no script, font or style from elsewhere.

Knows: the page's layout; the template and style beside it.  Does not know: what belongs into a report.
Every word that we did not write goes through `text`; the page's policy allows only our own style and script.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

from fathoms.domain.report import Paragraph, Report, Section, Shape, Statement
from fathoms.engine.evidence.conflicts import ledger
from fathoms.report.build.arranging import PartsMap, parts_map
from fathoms.report.build.curated import source_line
from fathoms.report.build.shaping import stands_apart
from fathoms.report.citations import Citations
from fathoms.report.render import layout
from fathoms.report.render.html_sources import Quotes, attribute, sources_panel, text
from fathoms.report.words import Words, words_for

_SLOT = re.compile(r"\{\{(\w+)\}\}")
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


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
        self.quotes = Quotes(Citations(report), self.words)

    def html(self) -> str:
        template, style = _package_file("report.html"), _package_file("report.css")
        slots = {
            "language": attribute(self.words.language),
            "policy": attribute(_policy(template, style)),
            "title": text(self.report.question),
            "style": style,
            "skip": text(self.words.skip_to_text),
            "masthead": "\n".join(self._masthead()),
            "contents_label": attribute(self.words.contents),
            "contents": self._contents(),
            "text": "\n".join(self._text()),
            "sources_label": attribute(self.words.sources),
            "sources": sources_panel(self.report, self.words, self.pages),
            "about": self._about(),
        }
        return _SLOT.sub(lambda match: slots[match[1]], template)

    def _masthead(self) -> Iterator[str]:
        report, words = self.report, self.words
        yield f'<p class="mode">{text(words.mode_line(report.run_facts.mind))}</p>'
        yield f"<h1>{text(report.question)}</h1>"
        facts = [
            f"{report.written_at:%Y-%m-%d}",
            words.counted(words.part_count, report.run_facts.tasks),
            words.counted(words.round_count, report.run_facts.rounds),
            words.counted(words.source_count, len(report.references)),
        ]
        yield f'<p class="facts">{"".join(f"<span>{text(fact)}</span>" for fact in facts)}</p>'
        if report.withheld:
            yield f'<div class="notice" role="note"><strong>{text(report.withheld)}</strong></div>'
        if report.unfinished:
            lines = _items(layout.unfinished_lines(report, words))
            yield f'<div class="notice" role="note"><strong>{text(words.incomplete)}</strong>{lines}</div>'

    def _contents(self) -> str:
        entries = [self._entry(section) for section in self.report.sections]
        entries += [f'<li><a href="#{anchor}">{text(label)}</a></li>' for anchor, label, body in self._parts() if body]
        if self.report.references:
            entries.append(f'<li><a href="#sources">{text(self.words.references)}</a></li>')
        return f"<details open><summary>{text(self.words.contents)}</summary><ol>{''.join(entries)}</ol></details>"

    def _entry(self, section: Section) -> str:
        inner = "".join(self._entry(child) for child in section.children)
        nested = f"<ol>{inner}</ol>" if inner else ""
        link = f'<a href="#{_anchor(section)}">{self._number(section)}{text(section.heading)}</a>'
        return f"<li>{link}{nested}</li>"

    def _number(self, section: Section) -> str:
        number = layout.section_number(section, self.report)
        return f'<span class="number">{text(number)}</span>' if number else ""

    def _text(self) -> Iterator[str]:
        report, words = self.report, self.words
        if not report.found:
            yield from self._not_found()
        if layout.summary_of(report):
            lines = "".join(f"<li>{self._statement(item)}</li>" for item in layout.summary_of(report))
            yield f'<section class="brief"><h2>{text(words.in_brief)}</h2><ul>{lines}</ul></section>'
        if parts := parts_map(report, words):
            yield _parts_table(parts)
        for section in report.sections:
            yield from self._section(section, level=2)
        if report.left_out:
            yield f'<p class="aside-text">{text(words.left_out.format(count=report.left_out))}</p>'
        for anchor, label, body in self._parts():
            if body:
                yield f'<section id="{anchor}"><h2>{text(label)}</h2>{body}</section>'

    def _not_found(self) -> Iterator[str]:
        words = self.words
        yield f'<section class="nothing"><h2>{text(words.not_found)}</h2><p>{text(words.not_found_text)}</p></section>'
        if self.report.closest:
            yield f"<section><h2>{text(words.closest)}</h2>"
            yield f'<p class="aside-text">{text(words.closest_note)}</p>'
            for statement in self.report.closest:
                yield f'<p class="passage loose">{self._cited(statement)}</p>'
            yield "</section>"

    def _section(self, section: Section, *, level: int) -> Iterator[str]:
        tag = f"h{min(level, 5)}"
        yield f'<section id="{_anchor(section)}"><{tag}>{self._number(section)}{text(section.heading)}</{tag}>'
        if section.rows:
            yield self._table(section)
        yield from self._plots(section)
        if section.shape is Shape.TIMELINE:
            yield self._timeline(section.paragraphs)
        elif section.shape is Shape.PROCEDURE:
            yield self._steps(section)
        else:
            yield from (self._paragraph(paragraph, under=section.heading) for paragraph in layout.besides(section))
        if section.shape is Shape.COMPARISON and not section.rows:
            yield self._side_by_side(section)
        if see := layout.see_line(section, self.words):
            yield f'<p class="aside-text">{text(see)}</p>'
        if section.sources:
            yield _items(tuple(map(source_line, section.sources)))
        if not section.paragraphs and section.gaps:
            yield _items(section.gaps)
        for child in section.children:
            yield from self._section(child, level=level + 1)
        yield "</section>"

    def _paragraph(self, paragraph: Paragraph, *, under: str) -> str:
        label = layout.label_of(paragraph, self.words, under=under)
        shown = f'<p class="label">{text(label)}</p>' if label else ""
        return shown + self._passages(paragraph.statements, said_above=layout.all_loose(paragraph))

    def _table(self, section: Section) -> str:
        """A row per respect, a column per side."""
        sides = "".join(f'<th scope="col">{text(side)}</th>' for side in section.sides)
        rows = []
        for row in section.rows:
            cells = "".join(f"<td>{self._statement(cell) if cell else '–'}</td>" for cell in row.cells)
            rows.append(f'<tr><th scope="row">{text(row.label)}</th>{cells}</tr>')
        head = f"<thead><tr><th>{text(self.words.aspect)}</th>{sides}</tr></thead>"
        return f'<div class="wide"><table>{head}<tbody>{"".join(rows)}</tbody></table></div>'

    def _plots(self, section: Section) -> Iterator[str]:
        for plot in section.plots:
            cited = self.quotes.marks(dict.fromkeys(point.fact for point in plot.points))
            caption = f"{text(plot.title)} {cited}".strip()
            from fathoms.report.render.svg import drawn  # slow to import, and most reports draw nothing

            yield f"<figure>{drawn(plot)}<figcaption>{caption}</figcaption></figure>"

    def _steps(self, section: Section) -> str:
        steps = (f"<li>{self._statement(s)}</li>" for paragraph in section.paragraphs for s in paragraph.statements)
        return f'<ol class="steps">{"".join(steps)}</ol>'

    def _side_by_side(self, section: Section) -> str:
        columns = (
            f'<div><p class="label">{text(label)}</p>{self._passages(said)}</div>'
            for label, said in layout.sides_of(section).items()
        )
        return f'<div class="both">{"".join(columns)}</div>'

    def _timeline(self, paragraphs: Sequence[Paragraph]) -> str:
        moments = (
            f'<li><div class="when">{text(paragraph.label)}</div><div>{self._passages(paragraph.statements)}</div></li>'
            for paragraph in paragraphs
        )
        return f'<ol class="timeline">{"".join(moments)}</ol>'

    def _passages(self, statements: Sequence[Statement], *, said_above: bool = False) -> str:
        shown = [self._statement(statement, said_above=said_above) for statement in statements]
        if stands_apart(self.report):
            return "".join(f'<p class="passage">{statement}</p>' for statement in shown)
        return f'<p class="passage">{" ".join(shown)}</p>'

    def _statement(self, statement: Statement, *, said_above: bool = False) -> str:
        flag = layout.flag_of(statement, self.words, said_above=said_above)
        return self._cited(statement) + (f' <span class="flag">{text(flag)}</span>' if flag else "")

    def _cited(self, statement: Statement) -> str:
        said = self.quotes.in_its_language(statement.text)
        marks = self.quotes.marks(statement.facts)
        return f"{said}&#160;{marks}" if marks else said

    def _parts(self) -> Iterator[tuple[str, str, str]]:
        """What follows the sections: anchor, heading, body (empty when there is nothing to say)."""
        report, words = self.report, self.words
        yield "shared", words.shared_points, self._shared_points()
        yield "conflicts", words.conflicts, "".join(self._conflicts())
        yield "gaps", words.gaps, _items(layout.gap_lines(report, words))
        yield "criteria", words.criteria, self._criteria()
        yield "conclusion", words.conclusion, self._conclusion()
        yield "recommendations", words.recommendations, self._lines(report.recommendations)
        yield "tried", words.tried, _items(report.tried)
        yield "failures", words.failures, _items(layout.failure_lines(report))
        yield "cuts", words.cuts, _items(layout.cut_lines(report))

    def _lines(self, statements: Iterable[Statement], *more: str) -> str:
        lines = [self._statement(statement) for statement in statements] + [text(line) for line in more]
        return f'<ul class="plain-list">{"".join(f"<li>{line}</li>" for line in lines)}</ul>' if lines else ""

    def _conclusion(self) -> str:
        return self._lines(self.report.conclusion, *layout.conclusion_lines(self.report, self.words))

    def _shared_points(self) -> str:
        lines = [
            f"<li>{text(layout.shared_line(point, self.words))} {self.quotes.marks(point.facts)}</li>"
            for point in self.report.insights
        ]
        return f'<ul class="plain-list">{"".join(lines)}</ul>' if lines else ""

    def _conflicts(self) -> Iterator[str]:
        for entry in ledger(self.report.conflicts, self.report.facts):
            conflict = entry.conflict
            sides = "".join(
                f'<div><p class="says">{text(voice.says)} {self.quotes.marks((voice.fact,))}</p>'
                f'<p class="who">{text(layout.voice_line(voice, self.words))}</p></div>'
                for voice in entry.voices
            )
            state = layout.state_of(conflict, self.words)
            settled = layout.settled_line(entry, self.words)
            outcome = f'<p class="outcome">{text(settled)}</p>' if settled else ""
            yield (
                f'<div class="dispute"><h3>{text(conflict.about)}</h3><p class="state">{text(state)}</p>'
                f'<div class="both">{sides}</div>{outcome}</div>'
            )

    def _criteria(self) -> str:
        lines = []
        for result in self.report.criteria:
            verdict = self.words.met if result.met else self.words.not_met
            where = f'<span class="where">{text(result.where)}</span>' if result.where else ""
            met = ' class="met"' if result.met else ""
            lines.append(
                f'<li{met}><span class="verdict">{text(verdict)}</span><span>{text(result.text)}{where}</span></li>'
            )
        return f'<ul class="verdicts">{"".join(lines)}</ul>' if lines else ""

    def _about(self) -> str:
        rows = layout.about_rows(self.report, self.words)
        pairs = "".join(f"<dt>{text(name)}</dt><dd>{text(value)}</dd>" for name, value in rows)
        return f"<h2>{text(self.words.about)}</h2>\n<dl>{pairs}</dl>"


def _parts_table(parts: PartsMap) -> str:
    head = "".join(f'<th scope="col">{text(column)}</th>' for column in parts.columns)
    rows = (
        f'<tr><th scope="row">{text(name)}</th>{"".join(f"<td>{text(cell)}</td>" for cell in cells)}</tr>'
        for name, *cells in parts.rows
    )
    note = f'<p class="aside-text">{text(parts.note)}</p>' if parts.note else ""
    made = f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    return f'<section id="map"><h2>{text(parts.heading)}</h2>{note}{made}</section>'


def _items(lines: Iterable[str]) -> str:
    inner = "".join(f"<li>{text(line)}</li>" for line in lines)
    return f'<ul class="plain-list">{inner}</ul>' if inner else ""


def _anchor(section: Section) -> str:
    return "part-" + re.sub(r"[^A-Za-z0-9]+", "-", section.task)
