"""A request cut into the questions it asks, each able to stand alone.

Knows: where one question ends and the next begins, statements that only set the scene, pronouns that
lean on an earlier question.  Does not know: comparisons, periods or plans.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fathoms.minds.extractive.read.wants import Wants, wanted
from fathoms.text.names import names
from fathoms.text.terms import terms
from fathoms.text.words import fold

_WH = r"(?:what|which|who|whom|whose|when|where|why|how)"
_AUX = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|should|will|would|may|might|must)"
_BEFORE_WH = r"(?:(?:under|in|to|for|by|with|from|until|since|at|on|of|through|against|after|before)\s+)?"
_ORDER = (
    r"(?:compare|contrast|describe|explain|list|name|tell|summari[sz]e|give|discuss|outline|analy[sz]e"
    r"|recommend|trace|"
    r"identify|evaluate|assess|review|report|show|state|find|investigate|research|examine|write|sketch|provide|"
    r"conduct|prepare|produce|suggest|say|check|verify|audit|judge|weigh)"
)

_SENTENCE_END = re.compile(r"[?？!;；]+\s*|(?<=[^\s.]{2})\.\s+(?=[A-Z])|\.\s*$")
_CLAUSE_BREAK = re.compile(
    rf"(?:,\s*(?:and|or|but)|\s+(?:and|or|but|as well as|plus))\s+(?:also\s+)?(?={_BEFORE_WH}{_WH}\b)"
    rf"|(?:,\s*(?:and|or|but)|\s+and)\s+(?:also\s+)?(?={_AUX}\s+(?:the|there|an?|any|it|they|he|she|this"
    rf"|that|these|we|our|[A-Z])\w*\b)"
    rf"|,\s+(?={_BEFORE_WH}(?:what|when|where|why|how)\b(?:\s+(?:{_AUX}|much|many|long|far|often|old|high"
    rf"|big|large)\b|,))"
    rf"|,\s+(?=(?:who|which)\b(?:\s+\w+){{0,2}}\s+{_AUX}\b[^,]*(?:,|\band\b)\s*(?:and\s+)?{_WH}\b)"
    r"|,\s+(?=who\s+\w+(?:\s+for\s+it)?\s*$)"
    rf"|(?:,\s*(?:and\s+)?|\s+and\s+)(?:then\s+|also\s+|finally\s+)?"
    rf"(?={_ORDER}\s+(?:the|an?|me|us|its|their|our|each|all|whether|{_WH}|(?-i:[A-Z]))\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    rf"^\W*(?:(?:please|can you|could you|also)\s+)?{_BEFORE_WH}(?:{_WH}|{_AUX}|{_ORDER})\b", re.IGNORECASE
)
_ASKS_LATER = re.compile(
    rf"(?:,\s*|\b(?:tell me|know|learn|explain|understand|say|report on|account of|overview of|information (?:on|about)"
    rf"|interested in|through|out)\s+){_BEFORE_WH}{_WH}\b",
    re.IGNORECASE,
)
_FRAMED = re.compile(
    r"^\W*(?:please\s+)?(?:(?:i|we)(?:['’]d like| would like| need| want)|give me|write|prepare|provide)\s+(?:me\s+)?"
    rf"(?:an?\s+|the\s+|some\s+)?(?:[\w-]+\s+){{1,4}}?(?:on|of|about|into)\s+(?={_WH}\b)",
    re.IGNORECASE,
)
_IS_ORDER = re.compile(rf"^\W*(?:please\s+)?{_ORDER}\b", re.IGNORECASE)
_FILLER = re.compile(
    r"^(?:(?:please|also|and|or|then|so|furthermore|in addition|finally|moreover)\b[,\s]*)+"
    rf"|^(?:tell|show)\s+(?:me|us)\s+(?={_WH}\b)",
    re.IGNORECASE,
)
_BARE_ORDER = re.compile(
    rf"^\W*(?:please\s+)?{_ORDER}(?:\s+(?:it|this|them|me|us|everything|your answer|thoroughly"
    r"|comprehensively|briefly|carefully|in (?:full |great )?detail|in depth))*\W*$",
    re.IGNORECASE,
)
"""An order without an object, "Explain thoroughly.": how to answer, not what."""
_OWN_CASE = re.compile(r"^(?:we|i|my|our|i'm|we're)\b", re.IGNORECASE)
"""Opens a sentence about the asker, which tells why it is asked."""
_TELLS = re.compile(rf"^(?P<order>explain|describe|outline|show|say|state)\s+(?={_WH}\b)", re.IGNORECASE)
_TOLD = re.compile(rf"^{_WH}\s+(?!{_AUX}\b)", re.IGNORECASE)
"""A clause in the order of a statement, "what they cost": it hangs on the order before it."""
_NOMINAL = re.compile(r"^(?P<first>.+?),?\s+and\s+(?P<rest>(?:its|their)\s+[\w\s-]{3,40})$", re.IGNORECASE)

_POSSESSIVE = re.compile(
    r"\b(?:its|their)\s+(?P<what>[a-z][\w-]*(?:\s+(?!so\b|in\b|on\b|for\b|and\b|at\b|to\b)[a-z][\w-]*){0,2})",
    re.IGNORECASE,
)
_PERSONAL = re.compile(r"\b(?:his|her)\b(?=\s+[a-z])", re.IGNORECASE)
_PRONOUN = re.compile(r"(?<!\bof )\b(?:it|they|them)\b", re.IGNORECASE)
_PERSON = re.compile(r"(?<!\bof )\b(?:he|she|him|her)\b", re.IGNORECASE)
_POINTING = re.compile(r"\b(?:this|these|those|that)\b(?=\s|$)", re.IGNORECASE)
_COUNTED = re.compile(
    rf"^\W*(?:{_ORDER}\s+)?(?:how many|which|what)\s+(?P<what>(?:[a-z]+\s+)?[a-z]+s(?:\s+of\s+[a-z]+ing\s+[a-z]+)?)\s",
    re.IGNORECASE,
)
"""What a first question counts is what "they" means in the next."""
_LEANING = (_POSSESSIVE, _PERSONAL, _PRONOUN, _PERSON, _POINTING)
_OBJECT = re.compile(
    rf"^\W*(?:please\s+)?{_ORDER}\s+(?P<what>(?:the|an?|our)\s+[a-z][^,:;?.]{{2,80}}?)"
    r"(?=\s+(?:when|that|which|who|if|while|because|and|so)\b|[,:;?.]|$)",
    re.IGNORECASE,
)
"""What an order is about, "Explain the rule for …", is what "it" means in the next question, not a name inside it."""
_WHO_IS = re.compile(r"^\W*who\s+(?:is|are|was|were)\s+(?P<whom>the\s+[^,?]{3,90})", re.IGNORECASE)

_JAPANESE_END = re.compile(r"[。？?；！!]+")
_JAPANESE_CLAUSE = re.compile(r"(?<=か)、|、?(?:また|そして|さらに|それから|加えて)、")
_JAPANESE_ASKS = re.compile(
    r"か$|何|誰|いつ|どこ|なぜ|どの|どう|どれ|いくら|いくつ|教え|説明|述べ|比較|調べ|まとめ|分析|論じ|解説|報告"
)
_JAPANESE_POINTING = re.compile(r"(?:それ|これ)(?=[はがをのにも])|(?:その|この)(?=[一-鿿ァ-ヴ])")


@dataclass(frozen=True, slots=True)
class Clauses:
    """The questions of a request, and what was said before them."""

    questions: tuple[str, ...]
    context: str = ""
    leans: tuple[bool, ...] = ()
    """Per question: whether it points back at what an earlier one asks for."""


def clauses_of(text: str, subject: str, language: str) -> Clauses:
    """Every question of the text, later ones with their subject spelled out."""
    return _japanese(text, subject) if language == "ja" else _english(text, subject)


def reframed(text: str) -> str:
    """The request without the frame of a report that is ordered: "I need a report on how …" is "Explain how …"."""
    return _FRAMED.sub("Explain ", text)


def _english(text: str, subject: str) -> Clauses:
    asking: list[str] = []
    scene: list[str] = []
    for sentence in _SENTENCE_END.split(text):
        piece = (sentence or "").strip(" ,")
        if not piece or (asking and _BARE_ORDER.match(piece)):
            continue
        head, _, rest = piece.partition(": ")
        if rest and _ASKS.match(rest) and not _ASKS.match(head):
            scene.append(head)
            piece = rest
        if _ASKS.match(piece) or _ASKS_LATER.search(piece):
            asking += _split(piece)
        else:
            scene.append(piece)
    context = ". ".join(sentence for sentence in scene if not _OWN_CASE.match(sentence)) if asking else ""
    if not asking:
        asking = scene[:1]
    questions: list[str] = []
    leans: list[bool] = []
    for piece in asking:
        leans.append(bool(questions) and any(sign.search(piece) for sign in _pointers(questions[0])))
        questions.append(_standing_alone(piece, subject, context, questions))
    return Clauses(tuple(questions), context, tuple(leans))


def _pointers(first: str) -> tuple[re.Pattern[str], ...]:
    """What can point at the answer of the first question: a person is not "it"."""
    return (_PERSONAL, _PERSON) if wanted(fold(first)) is Wants.PERSON else _LEANING


def _split(sentence: str) -> list[str]:
    """The clauses of one sentence; a bare "until when" stays with the clause before it."""
    pieces = [
        _FILLER.sub("", piece.strip(" ,")) for piece in _CLAUSE_BREAK.split(sentence) if piece and piece.strip(" ,")
    ]
    tells = _TELLS.match(pieces[0]) if pieces else None
    if tells:
        pieces = [pieces[0], *(f"{tells['order']} {p}" if _TOLD.match(p) else p for p in pieces[1:])]
    found: list[str] = []
    for piece in pieces:
        if found and not terms(piece):
            found[-1] = f"{found[-1]} and {piece}"
        elif nominal := _NOMINAL.match(piece) if _ASKS.match(piece) else None:
            found += [nominal["first"], f"what are {nominal['rest']}"]
        else:
            found.append(piece)
    return found


def _standing_alone(piece: str, subject: str, context: str, earlier: list[str]) -> str:
    """The question with what it leans on: the scene that was set, or the subject of the first question."""
    text = piece[:1].upper() + piece[1:]
    if context:
        return _marked(f"{context}. {text}" if not context.endswith(".") else f"{context} {text}")
    if earlier:
        text = _resolved(text, subject, earlier[0])
    return _marked(text)


def _resolved(text: str, subject: str, first: str) -> str:
    """The pronouns of a later question, replaced by what they stand for."""
    person = _WHO_IS.match(first)
    if person and (_PERSON.search(text) or _PERSONAL.search(text)):
        return f"{text.rstrip('?')} ({person['whom'].strip()})"
    phrase = phrase_around(subject, first) if subject else ""
    ordered = _OBJECT.match(first)
    if ordered and re.search(r"\bit\b", text, re.IGNORECASE):
        phrase = ordered["what"]
    counted = _COUNTED.match(first)
    if counted and re.search(r"\b(?:they|them|their)\b", text, re.IGNORECASE):
        owned = f" of {subject}" if subject and not terms(subject) & terms(counted["what"]) else ""
        phrase = f"the {counted['what']}{owned}" if terms(counted["what"]) - terms(subject) else phrase
    if not phrase:
        return text
    for pattern, instead in (
        (_POSSESSIVE, rf"the \g<what> of {_escaped(phrase)}"),
        (_PRONOUN, _escaped(phrase)),
        *(((_PERSONAL, f"{_escaped(subject)}'s"), (_PERSON, _escaped(subject))) if subject[:1].isupper() else ()),
    ):
        resolved: str = pattern.sub(instead, text, count=1)
        if resolved != text:
            return resolved
    if subject and not terms(subject) & terms(text) and not names(text) and not _PERSON.search(text):
        return f"{text.rstrip('?')} with regard to {phrase}"
    return text


def phrase_around(name: str, text: str) -> str:
    """The noun phrase that a name stands in: "the desalination plant at Marlock Point"; the name if there is none."""
    at = text.find(name)
    if at < 0:
        return name
    owned = re.match(
        r"['’]s?(?:\s+[a-z][\w-]*){1,3}?(?=\s+(?:and|which|that|in|on|at|for|of)\b|[,?.]|$)", text[at + len(name) :]
    )
    if owned:
        return name + owned.group()
    placed = _PLACED.match(text, at + len(name))
    led = re.search(r"\b(?:the|an?|our)\s+(?:(?!the\b|an?\b|and\b|or\b)[a-z][\w-]*\s+){0,5}$", text[:at], re.IGNORECASE)
    led_in = led.group()[:1].lower() + led.group()[1:] if led else ""
    return f"{led_in}{name}{placed.group() if placed else ''}"


_PLACED = re.compile(r"(?:\s+(?:at|in|on|of|during)\s+(?:the\s+)?[A-Z0-9][\w-]*(?:\s+[A-Z0-9][\w-]*)*)*")
"""Where and when, after a name: "… at Cold Quay in August 2025"."""


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\")


def _marked(text: str) -> str:
    text = text.rstrip(" .!?")
    return text if _IS_ORDER.match(text) else f"{text}?"


def _japanese(text: str, subject: str) -> Clauses:
    pieces = [
        piece.strip("、 ")
        for sentence in _JAPANESE_END.split(text)
        for piece in _JAPANESE_CLAUSE.split(sentence or "")
        if piece and piece.strip("、 ")
    ]
    asking = [piece for piece in pieces if _JAPANESE_ASKS.search(piece)] or pieces[:1]
    leans = tuple(index > 0 and bool(_JAPANESE_POINTING.search(piece)) for index, piece in enumerate(asking))
    return Clauses(
        tuple(_standing_alone_japanese(piece, subject, index) for index, piece in enumerate(asking)), "", leans
    )


def _standing_alone_japanese(piece: str, subject: str, index: int) -> str:
    text = piece
    if index and subject and subject not in text:
        resolved = _JAPANESE_POINTING.sub(
            lambda found: subject + ("の" if found.group() in ("その", "この") else ""), text
        )
        text = resolved if resolved != text else f"{subject}に関して、{text}"
    return f"{text}？" if text.endswith("か") else text
