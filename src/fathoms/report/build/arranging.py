"""Reports that evaluate or explore: passages sorted by what their wording speaks for, and a map of the parts.

Knows: how questions ask for a judgement or an overview, wordings of merit and of trouble.  Does not know: any verdict;
nothing is weighed, a passage that says both or neither is filed as such.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fathoms.domain.report import Paragraph, Report, Section, Shape, Statement
from fathoms.report.statements import map_sections, statements_of
from fathoms.report.words import Words, words_for

LEAST_AREAS = 2
"""A map of one part would only repeat its heading."""

_ASKS_TO_EVALUATE = re.compile(
    r"\b(?:evaluat(?:e|ion)|assess(?:ment)?|pros and cons|for and against|strengths? and weakness(?:es)?"
    r"|advantages? and (?:dis|draw)\w+|benefits? and (?:risks?|drawbacks?|costs?)|worth(?:while)?"
    r"|should (?:we|i|one|they)|suitable|good idea)\b|評価|長所と短所|利点と欠点|メリットとデメリット|べき(?:です)?か",
    re.IGNORECASE,
)
_ASKS_TO_EXPLORE = re.compile(
    r"\b(?:explore|overview|survey of|landscape|introduction to|tell me (?:all |everything )?about"
    r"|what (?:is known|do we know|do (?:the|our) \w+ say) about)\b|概要|全体像|について(?:教え|調べ|まとめ)",
    re.IGNORECASE,
)
_MERIT = re.compile(
    r"\b(?:advantages?|benefits?|improv\w+|sav(?:es?|ed|ings?)|cheaper|faster|better|safer|reliabl[ey]|succe(?:ss|ed)\w*"
    r"|reduc(?:es?|ed|tion)|gain(?:s|ed)?|effective|efficien\w+)\b|利点|長所|改善|削減|向上|メリット|成功",
    re.IGNORECASE,
)
_TROUBLE = re.compile(
    r"\b(?:cannot|can't|unable|not (?:possible|supported|available)|limit(?:s|ed|ations?)?|drawbacks?|risks?|fail\w*"
    r"|problems?|expensive|costly|overruns?|delay\w*|loss(?:es)?|lost|damag\w+|complain\w*|disadvantages?|worse)\b"
    r"|できない|できません|課題|制限|限界|欠点|短所|故障|遅れ|損失|問題|デメリット",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PartsMap:
    """The parts of a report at a glance, as a table of plain text."""

    heading: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def arranged(report: Report) -> Report:
    """The report with the arrangement that its question asks for; sections with a shape of their own keep it."""
    if not report.found:
        return report
    if _ASKS_TO_EVALUATE.search(report.question):
        words = words_for(report.language)
        sections = map_sections(report.sections, lambda section: _weighed(section, words))
        return report.model_copy(update={"shape": Shape.EVALUATION, "sections": sections})
    if _ASKS_TO_EXPLORE.search(report.question) and len(report.sections) >= LEAST_AREAS:
        return report.model_copy(update={"shape": Shape.EXPLORATION})
    return report


def parts_map(report: Report, words: Words) -> PartsMap | None:
    """Of an evaluation what speaks for and against, counted; of an exploration what each area holds."""
    if report.shape is Shape.EVALUATION:
        rows = tuple(_counted(section, words) for section in report.sections if any(statements_of(section)))
        return PartsMap(words.parts_weighed, words.by_wording, (words.criterion, *_sides(words)), rows)
    if report.shape is Shape.EXPLORATION:
        areas = tuple(_area(section, report, words) for section in report.sections)
        return PartsMap(words.parts_explored, "", (words.area, words.holds, words.go_on), areas)
    return None


def _sides(words: Words) -> tuple[str, str, str]:
    return words.in_favour, words.against, words.undecided


def _side_of(statement: Statement, words: Words) -> str:
    merit, trouble = _MERIT.search(statement.text), _TROUBLE.search(statement.text)
    if bool(merit) is bool(trouble):
        return words.undecided
    return words.in_favour if merit else words.against


def _weighed(section: Section, words: Words) -> Section:
    """The section's own passages under what their wording speaks for."""
    if section.shape is not Shape.PASSAGES or not section.paragraphs:
        return section
    said = [statement for paragraph in section.paragraphs for statement in paragraph.statements]
    shelves = {side: tuple(one for one in said if _side_of(one, words) == side) for side in _sides(words)}
    paragraphs = tuple(Paragraph(label=side, statements=shelf) for side, shelf in shelves.items() if shelf)
    return section.model_copy(update={"shape": Shape.EVALUATION, "paragraphs": paragraphs})


def _counted(section: Section, words: Words) -> tuple[str, ...]:
    told = [_side_of(statement, words) for statement in statements_of(section)]
    return (section.heading, *(str(told.count(side)) for side in _sides(words)))


def _area(section: Section, report: Report, words: Words) -> tuple[str, str, str]:
    told = list(statements_of(section))
    facts = {fact_id for statement in told for fact_id in statement.facts}
    sources = {fact.evidence[0].page_id for fact in report.facts if fact.id in facts}
    elsewhere = "→ " + ", ".join(section.see) if section.see else words.nothing_held
    held = words.held.format(passages=len(told), sources=len(sources)) if told else elsewhere
    ways_on = (*section.gaps, *(child.heading for child in section.children))
    return section.heading, held, "; ".join(ways_on) or "–"
