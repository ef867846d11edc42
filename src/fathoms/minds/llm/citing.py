"""From prose with marks to statements that stand on facts: `… 40 MW [F3][F7].`

Knows: marks, sentences, which fact a sentence without a mark restates.  Does not know: whether a statement is
supported (the report's check) or what a fact says beyond its words. A mark that names no fact is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fathoms.domain.evidence import Fact
from fathoms.domain.report import Statement, StatementKind
from fathoms.minds.llm import guard
from fathoms.minds.llm.blocks import block, unescaped
from fathoms.minds.llm.fences import Code
from fathoms.minds.llm.fit import tokens_in
from fathoms.text.announcing import led_in
from fathoms.text.sentences import sentences
from fathoms.text.words import content_words, is_spaceless

CARRIED = 0.5
"""A claim or a name must have more than this share of its words from what it stands on, or from the question."""
LEAST_RESTATED = 4
"""Content words below which a sentence or a cell restates nothing: "See below" stands in many sources by chance."""
RESTATES = 0.8
"""Share of a sentence's words that a fact must hold to be cited in the writer's place."""

MOST_PLACE = 120
"""Characters of a title and a heading that say where a fact stands."""

OWN = "own"
"""Marks what the writer says as its own judgement."""
_KEY = rf"(?:[FN]\d+|{OWN})"
_MARK = re.compile(rf"\[\s*({_KEY}(?:\s*[,;]\s*{_KEY})*)\s*\]")
"""F: a fact that was shown; N: a quote that its writer takes from a page."""
_COMMENTED_MARK = re.compile(rf"[ \t]*(?:(?:#|//|--|;)[ \t]*(?={_MARK.pattern}))?{_MARK.pattern}")
_LINE_MARK = re.compile(r"^[ \t]*(?:#+|>+|[-*•])[ \t]+", re.MULTILINE)
"""Prose is prose: a line that begins like a heading or an item is a sentence all the same."""
_ANY_KEY = rf"(?:[A-Z]\d+|{OWN})"
_ANY_MARK = re.compile(rf"\s*\[\s*{_ANY_KEY}(?:\s*[,;]\s*{_ANY_KEY})*\s*\]")
_CLOSES = '"”’»)」』）'
_AFTER_STOP = re.compile(rf"([.!?。！？][{_CLOSES}]{{0,2}})\s*((?:\[\s*{_KEY}(?:\s*[,;]\s*{_KEY})*\s*\]\s*)+)")

_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_LEANING = re.compile(r"(?<![\w*\\`])\*(?=[^\s*])([^*`\n]{1,200}?)(?<=[^\s*])\*(?![\w*`])")
"""Set in italics, which no report is; a product has blanks around its sign, and a pattern of files stands in code."""
_WITHIN_A_WORD = re.compile(r"[a-z][a-z]", re.IGNORECASE)
LONGEST_STRONG = 120
"""Characters that a writer may set in bold at once: more of it guides nobody."""

_MARKED_STOP = re.compile(
    rf"(?:(?<=\][.!?])|(?<=\][.!?][{_CLOSES}])|(?<=\][.!?][{_CLOSES}][{_CLOSES}]))\s+"
    rf"|(?:(?<=\][。！？])|(?<=\][。！？][{_CLOSES}]))(?![{_CLOSES}])\s*"
)
"""A stop behind a mark ends a sentence whatever follows: names such as "etcd" begin with a small letter."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The facts of one prompt under opaque keys."""

    by_key: Mapping[str, Fact]
    question: str = ""
    same: Mapping[str, str] = field(default_factory=dict)
    """By which fact one is told that quotes the very words of another."""

    @classmethod
    def of(cls, facts: Sequence[Fact], question: str = "") -> Keys:
        return cls({f"F{number}": fact for number, fact in enumerate(facts, 1)}, question)

    @classmethod
    def of_distinct(cls, facts: Sequence[Fact], question: str) -> Keys:
        """Without the facts that quote the very words of an earlier one."""
        first: dict[tuple[str, int, str], Fact] = {}
        same = {fact.id: first.setdefault(fact.evidence[0].place, fact).id for fact in facts}
        return replace(cls.of(tuple(first.values()), question), same=same)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(self.by_key.values())

    def with_taken(self, taken: Mapping[str, Fact]) -> Keys:
        """With what the writer took from pages, under its own keys."""
        return replace(self, by_key={**self.by_key, **taken})

    def key(self, fact_id: str) -> str:
        return next((key for key, fact in self.by_key.items() if fact.id == fact_id), "")

    def marks(self, statement: Statement) -> str:
        """`[F3][F7]`, as a writer would put them behind it."""
        own = f"[{OWN}]" if statement.is_judgement else ""
        told = dict.fromkeys(self.same.get(fact, fact) for fact in statement.facts)
        return "".join(f"[{key}]" for fact in told if (key := self.key(fact))) + own

    def shown(self, only: Sequence[Fact] | None = None) -> str:
        """One block a fact: the claim, the quote where it says it in other words, where it comes from."""
        wanted = None if only is None else {fact.id for fact in only}
        shown = (_shown(key, fact) for key, fact in self.by_key.items() if wanted is None or fact.id in wanted)
        return "\n".join(shown) or "(none)"

    def knows(self, text: str) -> bool:
        """Whether most words of a text stand in the question or in any of the facts."""
        return carried(text, " ".join((self.question, *map(_grounds, self.by_key.values()))), self.question)

    def new_words(self, text: str) -> frozenset[str]:
        """Those of a text that stand neither in the question nor in any of the facts."""
        known = content_words(" ".join((self.question, *map(_grounds, self.by_key.values()))))
        return content_words(text) - known

    def statements(self, prose: str) -> tuple[Statement, ...]:
        """The sentences of a text, each with the facts it cites; one that cites none may restate one."""
        heads = {run for run in _strong_in(prose) if " " not in run}
        made = (self._statement(one, heads=one.rstrip(" .:") in heads) for one in _sentences(unemphasised(prose)))
        return tuple(_with_strong((statement for statement in made if statement), prose))

    def item(self, text: str) -> tuple[Statement, ...]:
        """The sentences of an item of a list. Marks that stand at its end alone are those of all its sentences: a
        writer who marks more than one of them leaves the others unmarked on purpose. What heads it, a few words or all
        in bold, goes with the sentence behind it."""
        said = _sentences(unemphasised(text))
        if len(said) > 1 and not _MARK.search(said[0]) and _heads(said[0], text):
            said[:2] = [("" if is_spaceless(said[0]) else " ").join(said[:2])]
        marked = [one for one in said if _MARK.search(one)]
        shared = marks_of(said[-1]) if said and marked == said[-1:] else ""
        made = (self._statement(one if _MARK.search(one) else f"{one} {shared}") for one in said)
        return tuple(_with_strong((statement for statement in made if statement), text))

    def statement(self, sentence: str) -> Statement | None:
        """A sentence, or the words of a cell, with the facts it cites. How far from them it is, the check sees."""
        made = self._statement(unemphasised(sentence))
        return next(_with_strong((made,), sentence)) if made else None

    def _statement(self, sentence: str, *, heads: bool = False) -> Statement | None:
        """None of what says nothing; a word that `heads` a paragraph may be "May"."""
        cited = self.named(sentence)
        bare = guard.plain(unmarked(sentence), self.quotes)
        own = is_own(sentence)
        if not (heads or content_words(bare) or (marks_of(sentence) and any(map(str.isalnum, bare)))):
            return None  # of a cell with a mark, "the same" or "one" is enough
        facts = cited if own else cited or self._restated(bare)
        kind = StatementKind.JUDGEMENT if own else StatementKind.STATED
        return Statement(text=unescaped(bare), facts=tuple(dict.fromkeys(fact.id for fact in facts)), kind=kind)

    def code(self, block: Code, marks: str) -> Statement | None:
        """A block of code with the facts it cites: by its own `marks`, and by those that stand in its lines. With the
        writer's own mark it is an example of the report's own."""
        lines = "\n".join(_unmarked_line(line) for line in block.text.split("\n")).strip("\n")
        text = unescaped(guard.plain_code(lines, self.quotes))
        if not text.strip():
            return None
        cited = self.named(f"{block.text} {marks}")
        kind = StatementKind.JUDGEMENT if is_own(marks) else StatementKind.STATED
        facts = tuple(dict.fromkeys(fact.id for fact in cited))
        return Statement(text=text, facts=facts, code=block.language, kind=kind)

    @property
    def quotes(self) -> str:
        """What the facts quote: a host that stands there may be named."""
        return "\n".join(item.quote for fact in self.by_key.values() for item in fact.evidence)

    def named(self, text: str) -> list[Fact]:
        """The facts whose marks stand in a text; a mark that names none is passed over."""
        keys = (key.strip() for mark in _MARK.findall(text) for key in re.split(r"[,;]", mark))
        return [self.by_key[key] for key in keys if key in self.by_key]

    def listed(self, text: str) -> list[Fact]:
        """The facts whose keys stand in what is nothing but a list of them."""
        return [self.by_key[key] for key in re.findall(_KEY, text) if key in self.by_key]

    def _restated(self, sentence: str) -> list[Fact]:
        """The fact that says it in nearly the same words, when the writer names none that does."""
        words = content_words(sentence)
        if len(words) < LEAST_RESTATED:
            return []
        best = max(self.by_key.values(), key=lambda fact: len(words & content_words(_grounds(fact))), default=None)
        return [best] if best and len(words & content_words(_grounds(best))) / len(words) >= RESTATES else []


def is_own(text: str) -> bool:
    """Whether a writer marks a text as its own judgement."""
    return any(OWN in re.split(r"[,;\s]+", mark) for mark in _MARK.findall(text))


def unemphasised(text: str) -> str:
    """Without the marks of emphasis; commands and settings stay marked as code."""
    return _LEANING.sub(r"\1", _EMPHASIS.sub(r"\2", text))


def _with_strong(made: Iterable[Statement], written: str) -> Iterator[Statement]:
    """Each with the first words that its writer set in bold; those of one sentence are not bold in the next."""
    runs = _strong_in(written)
    for one in made:
        strong = next((run for run in runs if len(run) <= LONGEST_STRONG and _stands_in(run, one.text)), "")
        if strong:
            runs.remove(strong)
        yield one.model_copy(update={"strong": strong}) if strong else one


def _strong_in(written: str) -> list[str]:
    return [guard.plain(unmarked(run)).rstrip(".:") for _, run in _EMPHASIS.findall(written)]


def _heads(sentence: str, item: str) -> bool:
    bold = _EMPHASIS.match(item.lstrip())
    few = len(content_words(sentence)) < LEAST_RESTATED
    return few or bool(bold and bold[2].rstrip(" .:") == sentence.rstrip(" .:"))


def _stands_in(run: str, text: str) -> bool:
    """Whether words stand in a text, where they come first, without cutting through another word or a piece of code."""
    before, found, after = text.partition(run) if run else ("", "", "")
    cuts = any(
        found and _WITHIN_A_WORD.fullmatch(f"{left[-1:]}{right[:1]}") for left, right in ((before, run), (run, after))
    )
    return bool(found) and not cuts and before.count("`") % 2 == 0 == found.count("`") % 2


def _sentences(prose: str) -> list[str]:
    """Each with its marks. A few words without a stop are one as well: elsewhere they would be a title."""
    text = _LINE_MARK.sub("", _AFTER_STOP.sub(_before_stop, prose))
    parts = (part.strip() for part in _MARKED_STOP.split(text))
    return [one for part in parts if part for one in [span.of(part) for span in sentences(part)] or [part]]


def _unmarked_line(line: str) -> str:
    """A line of code without the marks of facts, nor the sign of a comment that held nothing else."""
    return _COMMENTED_MARK.sub("", line).rstrip() if _MARK.search(line) else line


def _before_stop(found: re.Match[str]) -> str:
    """Marks that stand behind a stop, before it: the blank that parts two sentences stays behind it."""
    return f" {found[2].rstrip()}{found[1]}{found[2][len(found[2].rstrip()) :]}"


def unmarked(text: str) -> str:
    """A text without any marks."""
    return _ANY_MARK.sub("", text)


def marks_of(text: str) -> str:
    """The marks of a text alone."""
    return "".join(mark.strip() for mark in _ANY_MARK.findall(text))


def size_of(fact: Fact) -> int:
    """Tokens that a fact takes in a prompt, its block included."""
    return tokens_in(_shown("F000", fact))


def carried(text: str, grounds: str, question: str) -> bool:
    """Whether most words of a text come from what it stands on or from the question."""
    words = content_words(text)
    known = content_words(grounds)
    return bool(words & known) and len(words & (known | content_words(question))) / len(words) > CARRIED


def _grounds(fact: Fact) -> str:
    return " ".join((fact.claim, *(text for e in fact.evidence for text in (e.quote, e.title, *e.title_path))))


def _shown(key: str, fact: Fact) -> str:
    quote = led_in(fact.evidence[0].quote, fact.evidence[0].announced)
    said = fact.claim if _same(fact.claim, quote) else f"{fact.claim}\nIn the source's words: {quote}"
    said = f"{said}\nBeware, says who read it: {fact.beware}" if fact.beware else said
    return block("fact", key, said, confidence=fact.confidence.value.lower(), source=_place(fact))


def _place(fact: Fact) -> str:
    first = fact.evidence[0]
    return " › ".join(dict.fromkeys((first.title, *first.title_path[-2:])))[:MOST_PLACE]


def _same(left: str, right: str) -> bool:
    return " ".join(left.split()).rstrip(".") == " ".join(right.split()).rstrip(".")
