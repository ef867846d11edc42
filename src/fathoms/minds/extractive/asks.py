"""The request's own parts: what is asked for, each once and in its own words; what is only said beforehand.

Knows: which asks can be looked for by themselves, what is compared, what a list belongs to.  Does not know: how a
language asks (`text/asks.py`); where it is unsure, a request has one part: the whole.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from fathoms.domain.plan import AnswerForm, Form
from fathoms.engine.intake.extent import extent_of
from fathoms.engine.intake.vagueness import is_generic
from fathoms.text.asks import Speech, asks_in, sentences, set_apart, speech_of
from fathoms.text.language import language_of
from fathoms.text.lists import lists
from fathoms.text.names import distinct, names
from fathoms.text.requests import claim_in, form_of, weighed_by
from fathoms.text.words import is_spaceless

SHORTEST_NAME = 2
LEAST_APART = 3
"""Parts from which each is looked for by itself; two are found together, or the whole finds more."""

_OWNER = re.compile(r"\b(?:of|on|about|for|in|de|del|sobre|der|des|von|über|zu)\s+(?P<owner>[^?.:;,]+)$", re.IGNORECASE)
_OWNED = re.compile(r"^\s+(?:of|for|in|on|de|del|der|des|von)\s+(?P<owner>[^?.:;,]+)", re.IGNORECASE)
_BESIDE = r"(?:compar\w*|contrast|between|among|choose)\s+(?:the\s+)?{0}\b|\b{0}\s+(?:versus|vs\.?|with|to|against)\s"
"""Where the first of two sides without a name stands: what is only named in passing is none."""
_FRAMED = re.compile(r"(?:an?|the)\s+(?P<frame>[\w-]+(?:\s+[\w-]+)?)\s+(?:of|on|about)\s+", re.IGNORECASE)
"""What only frames an owner: "a comprehensive analysis of"."""
_OWNED_LIST = re.compile(
    r"(?:^|[、，。])(?P<owner>[^、，。：]+)(?:[のに](?:関する|おける)?|的|：)(?P<items>[^、，。：のを的はが]+(?:[、と和]|(?<!参)与|以及|および)(?:[^。，]|，(?=以及))+?)"
    r"(?:について|に関して|に関する|[をは。]|，(?!以及)|$)"
)
"""An owner and what is listed of it, in a script without spaces: 日本の漁業の現状、課題と将来の展望について."""
_ITEMS = re.compile(
    r"[、，]?(?:そして|および|及び|以及|また)|、|(?<=[一-鿿ァ-ヴー])(?:[と和]|(?<!参)与)(?=[一-鿿ァ-ヴー])"
)
_OWNER_BEFORE = re.compile(r"(?:に関する|に関して|について|における|の|的)$")
_KNOWN_OF = re.compile(r"^(?:known|said|written)\s+(?:about|of|on)\s+", re.IGNORECASE)
_FOR_WHOM = re.compile(r"\s+(?:for|as)\s+(?:an?|my|our|the)\s.*$", re.IGNORECASE)
"""What a list is wanted for is not what it is on."""
_CLAUSE = re.compile(r"[、。，？?：:]")
_CAPITAL = re.compile(r"(?:[A-ZÀ-Þ0-9][\w.&+#-]*\s*)+")

_ASKING = "|".join(speech_of("en").questions.words)
_TELLING = "|".join(speech_of("en").questions.requests)
_BEING = "is|are|was|were"
_HELPING = "do|does|did|has|have|had|can|could|should|will|would"
_OPENING = re.compile(
    rf"^\W*(?:please\s+)?(?:(?:{_ASKING})\s+(?:{_BEING})\b|(?:{_BEING}|{_HELPING})\b|tell me about\b"
    rf"|(?:{_TELLING})\b)\s+",
    re.IGNORECASE,
)
_HELPED = re.compile(rf"^\W*(?P<asking>{_ASKING})\s+(?:{_HELPING})\s+", re.IGNORECASE)
_DOES = re.compile(r"^\W*(?:how|why|what|when|where)\s+(?:do|does|did)\b", re.IGNORECASE)
_TWICE = re.compile(rf"^(\W*(?:{_ASKING}))\s+and\s+(?:{_ASKING})\b", re.IGNORECASE)
"""How and why: one thing is asked about in two ways."""
_DONE_TO = re.compile(
    rf"^\W*(?:how|why|when|where)\s+(?:{_BEING})\s+(?P<topic>.+?)\s+(?:\w+ed|built|made|found|laid|sold|lost|won|cut)\W*$",
    re.IGNORECASE,
)
_PLAINLY_ABOUT = re.compile(
    rf"^\W*(?:(?:how|why|when|where|what)(?:\s+and\s+(?:{_ASKING}))?\s+"
    rf"(?:(?:{_BEING})\s|(?:do|does|did)\s+(?:\w+|(?:the|an?|our)\s+\w+(?:\s\w+)?(?:\s(?:of|in|at|for)\s\w+){{0,2}})\s\w+\W*$)"
    r"|who\s+\w+\s+(?:the|an?|[A-Z]\w+)\b)",
    re.IGNORECASE,
)
"""An ask whose words say where its topic begins and ends."""
_LONGEST_TOPIC = 3
_LONGEST_BESIDE = 8
"""Words of a topic that stands in the same sentence as what leans on it."""


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked, taken apart no further than its own words allow."""

    text: str
    """Without what only wishes for a form."""
    language: str
    parts: tuple[str, ...] = ()
    """Each explicit ask, in its own words; none when the request asks one thing."""
    apart: bool = False
    """Whether every part can be looked for without the others."""
    form: AnswerForm = field(default_factory=AnswerForm)
    """The kind of account that is asked for; of a comparison the sides and the respects, where they are named."""
    owner: str = ""
    """What a list of parts belongs to."""
    stressed: tuple[str, ...] = ()
    """The parts on which the request lays stress."""

    @property
    def sides(self) -> tuple[str, ...]:
        return self.form.rows if self.form.form is Form.MATRIX else ()


def take_apart(question: str, known: Collection[str] = ()) -> Request:
    """The parts of a request. Preamble is context, wishes for a form are no parts. `known` are the languages of the
    documents."""
    language = language_of(question, known)
    speech = speech_of(language)
    said = sentences(question)
    kept = [one for number, one in enumerate(said) if not number or not speech.wishes_for_a_form(one)]
    text = _without(question, [one for one in said if one not in kept])
    asks = list(dict.fromkeys(asks_in(kept, speech)))
    asks = [ask for ask in asks if speech.weight(ask)] or asks  # "Why or why not?" has nothing to look for by itself
    form = _form(asks or [text])
    stressed = tuple(dict.fromkeys(item for ask in asks for item in speech.stressed(ask)))
    plain = [speech.bare(ask) for ask in asks if not speech.stressed(ask)]
    if len(plain) > 1 or (stressed and plain):
        each, apart = _several(plain, kept, speech)
        owned = tuple(f"{item} – {_about(plain[0], speech)}" for item in stressed)
        return Request(text, language, (*each, *owned), apart, form, stressed=owned)
    if len(plain) == 1 and not form.rows and (further := _further(asks[0], speech)):
        return Request(text, language, further, form=form)
    owner, items = _listed(speech.without_stress(text), speech) if not form.rows else ("", ())
    if items and all(item in weighed_by(text) for item in items):
        owner, items = "", ()  # for and against are one account of one thing
    about = owner or (_before(asks[0], stressed[0], speech) or _about(kept[0], speech) if stressed else "")
    owned = tuple(f"{item} – {about}" if about else item for item in stressed)
    parts = (*(f"{item} – {owner}" for item in items), *owned)
    shown = AnswerForm() if items else form
    return Request(text, language, parts, len(items) >= LEAST_APART, shown, owner, stressed=owned)


def subjects_of(request: Request) -> tuple[str, ...]:
    """The sides of a comparison, what a list belongs to, else the names that the request has; often none."""
    return request.sides or ((request.owner,) if request.owner else named(request.text))


def named(text: str) -> tuple[str, ...]:
    """The names in a text; a unit or a lone letter is none."""
    return distinct(name.text for name in names(text) if len(name.text) > SHORTEST_NAME)


def matter_of(question: str) -> str:
    """What a question is about, as a phrase: "the capital of Spain" of "What is the capital of Spain?", "who built the
    crane" of "Who built the crane?"."""
    bare = question.strip().rstrip("?？!。. ")
    if noun := _OPENING.sub("", bare):
        bare = noun
    helped = _HELPED.sub(lambda found: f"{found['asking'].lower()} ", bare)
    first, _, rest = helped.partition(" ")
    return f"{first.lower()} {rest}" if first.lower() in _ASKING.split("|") and rest else helped


def topic_of(ask: str) -> str:
    """What an ask that leans on nothing is about, where it has no name: "photosynthesis" of "How does photosynthesis
    work?"."""
    if speech_of("en").leans(ask):
        return ""
    ask = _TWICE.sub(r"\1", ask)
    if done := _DONE_TO.match(ask):
        return done["topic"]
    words = matter_of(ask).split()
    if words and words[0] in _ASKING.split("|"):
        words = words[1:-1] if _DOES.match(ask) and len(words) > 2 else words[2:] or words[1:]
    return " ".join(words)


def _without(question: str, wishes: Sequence[str]) -> str:
    text = " ".join(question.split())
    for wish in wishes:
        text = text.replace(" ".join(wish.split()), "", 1)
    return re.sub(r"(?<=[.?!。？！])(?:\s*[.;；])+", "", " ".join(text.split())).strip(" ;；")


def _form(asks: Sequence[str]) -> AnswerForm:
    """The kind of account that the first ask wants; a comparison shows its sides where they are named."""
    first = form_of(asks[0])
    if first is Form.VERDICT:
        return AnswerForm(form=first, rows=(claim_in(asks[0]),))
    for ask in asks:
        if sides := _sides(ask):
            return AnswerForm(form=Form.MATRIX, rows=sides, columns=_respects(ask, sides))
    return AnswerForm(form=Form.ESSAY if first is Form.MATRIX else first)


def _sides(ask: str) -> tuple[str, ...]:
    """What is compared. A word that only the last has and all share is none of its name: "React and Vue frameworks"."""
    extent = extent_of(ask)
    if not extent.compared or len(extent.subjects) < 2:
        return ()
    *others, last = extent.subjects
    if not (is_spaceless(ask) or _CAPITAL.match(last) or re.search(_BESIDE.format(re.escape(others[0])), ask, re.I)):
        return ()
    shorter = _CAPITAL.match(last)
    if shorter and all(_CAPITAL.fullmatch(other) for other in others):
        last = shorter.group().strip()
    return (*others, last)


def _respects(ask: str, sides: Sequence[str]) -> tuple[str, ...]:
    """In which respects: the last list of the ask that is not the sides."""
    found = [listed.items for listed in lists(ask) if not set(listed.items) & set(sides)]
    if is_spaceless(ask):
        found = [items for items in found if f"{sides[-1]}の{items[0]}" in ask]
    return found[-1] if found else ()


def _stands(part: str, parts: Sequence[str], speech: Speech) -> bool:
    """Whether a part says itself what it is about: it leans on no other, and shares a word with one or has a name."""
    shared = any(speech.shared(part, other) for other in parts if other != part)
    return not speech.leans(part) and (shared or (speech is speech_of("en") and bool(named(part))))


def _with_subject(ask: str, before: Sequence[str], speech: Speech) -> str:
    """The part in its own words; one that leans on what was asked before says the one name, or the topic, of that."""
    if not before or speech is not speech_of("en") or not speech.leans(ask):
        return ask
    subjects = named(" ".join(before)) or (topic_of(before[0]),)
    fits = len(subjects) == 1 and 0 < len(subjects[0].split()) <= _LONGEST_TOPIC
    return f"{ask.rstrip()} ({subjects[0]})" if fits else ask


def _several(plain: Sequence[str], kept: Sequence[str], speech: Speech) -> tuple[tuple[str, ...], bool]:
    """Each ask with what it is about, and whether every one can be looked for alone: it stands, or the asker put it
    apart as an item of a list."""
    announced, items = set_apart(kept)
    listed = {speech.bare(item) for item in items}
    owner = _OWNER.search(announced.strip(" :：.。?？"))
    each = tuple(
        _owned_by(owner["owner"], ask, speech)
        if owner and ask in listed
        else _with_subject(ask, plain[:number], speech)
        for number, ask in enumerate(plain)
    )
    alone = (ask in listed or _stands(part, each, speech) for ask, part in zip(plain, each, strict=True))
    return each, len(each) >= LEAST_APART and all(alone)


def _owned_by(owner: str, ask: str, speech: Speech) -> str:
    """An item of a list with what the list is on, where it does not say so itself."""
    subject = _FOR_WHOM.sub("", owner).strip()
    return ask if speech.shared(ask, subject) else f"{ask} – {subject}"


def _further(ask: str, speech: Speech) -> tuple[str, ...]:
    """An ask and what it asks further by a pronoun, which says what it stands for; none where that is unsure."""
    if speech is not speech_of("en"):
        return ()
    first, further = speech.leaning(ask)
    bare = speech.bare(first)
    sure = further and _PLAINLY_ABOUT.match(bare) and not any(named(one) for one in further)
    topic = topic_of(bare) if sure else ""
    if not 0 < len(topic.split()) <= _LONGEST_BESIDE:
        return ()
    return (bare, *(f"{speech.bare(one)} ({topic})" for one in further))


def _before(ask: str, item: str, speech: Speech) -> str:
    """What an ask names before it lays stress on something: 日本のAI研究 of 「日本のAI研究について、特に…」."""
    said = ask[: ask.index(item)]
    if speech.opens_with_stress(ask):
        return ""
    if not is_spaceless(ask):
        return _about(re.split(r"[,;:]\s", said)[0], speech)
    first, *rest = _CLAUSE.split(said)
    return _OWNER_BEFORE.sub("", first).strip() if rest else ""


def _about(ask: str, speech: Speech) -> str:
    """What an ask is on, as its words have it: "tidal power" of "Give an overview of tidal power."."""
    bare = ask.strip(" .。?？¿")
    if speech is not speech_of("en"):
        return speech.told_of(bare) or bare
    told = _KNOWN_OF.sub("", _OPENING.sub("", bare) or bare)
    framed = _FRAMED.match(told)
    return told[framed.end() :] if framed and all(map(is_generic, framed["frame"].split())) else told


def _listed(text: str, speech: Speech) -> tuple[str, tuple[str, ...]]:
    """A subject and what is listed of it, where the words around the list say so; else nothing."""
    if speech.spaceless:
        found = _OWNED_LIST.search(text)
        items = tuple(filter(None, _ITEMS.split(found["items"]))) if found else ()
        return (speech.told_of(found["owner"]), items) if found and len(items) > 1 else ("", ())
    head, colon, rest = text.partition(": ")
    if colon and not re.search(r"[.?!]\s", text):
        framed = _FRAMED.match(told := speech.told_of(head))
        owner = told[framed.end() :] if framed and all(map(is_generic, framed["frame"].split())) else told
        return _sound(owner, tuple(speech.items(rest)), speech)
    extent = extent_of(text)
    items = extent.aspects or extent.periods
    if len(items) < 2 or extent.subjects or any(one.endswith("ly") for one in items):
        return "", ()
    start, end = text.find(items[0]), text.rfind(items[-1]) + len(items[-1])
    owned = _OWNED.match(text[end:]) or _OWNER.search(re.sub(r"\s+(?:the|its|their)$", "", text[:start].rstrip()))
    return _sound(owned["owner"].strip(), items, speech) if owned else ("", ())


def _sound(owner: str, items: tuple[str, ...], speech: Speech) -> tuple[str, tuple[str, ...]]:
    """A list, where it and its owner say something by themselves."""
    whole = all(speech.weight(one) and not speech.leans(one) and not speech.tells(one) for one in (owner, *items))
    return (owner, items) if whole and len(items) > 1 else ("", ())
