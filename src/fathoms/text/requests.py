"""What the wording of a request says about how much it takes, in every language that is known.

Knows: the patterns of `[request]` in `text/lang/`; what narrows a request (a code, a day, a title); the kind of account
that its words ask for.  Does not know: what follows from it (`engine/plan/complexity.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from fathoms.domain.plan import Form
from fathoms.text.lang import Request, languages
from fathoms.text.words import is_spaceless

_NAME = re.compile(r"(?<=[\w,;:] )(?!I\b)[A-ZÀ-Þ][\w&'’.-]+|[ァ-ヴー]{2,}|(?<![a-z])[a-z]{1,40}[A-Z]\w*")
_CODE = re.compile(
    r"\b[A-Z]{1,4}-?\d+\b|\d{1,9}\s{0,4}号|「[^」]{1,300}」|“[^”]{1,300}”|\"[^\"]{1,300}\"|『[^』]{1,300}』|《[^》]{1,300}》"
)
_DAY = re.compile(r"\d{1,2}月|\b\d{1,2}\. [A-ZÀ-Þ]\w+ \d{4}|\b\d{4}-\d{2}")
_LABEL = 6
_WORDS = re.compile(r"[^\W\d_]+")


def _matched(parts: Iterable[str], *, exact: bool = False) -> re.Pattern[str]:
    """Whole words, but for scripts without spaces; a pattern that begins with a caret is at the beginning."""
    forms = [part if is_spaceless(part) else rf"(?:{part})(?!\w)" for part in parts]
    forms = [form if "^" in form[:4] or is_spaceless(form) else rf"(?<!\w){form}" for form in forms]
    return re.compile("|".join(forms) or r"(?!)", 0 if exact else re.IGNORECASE)


def _all(field: str) -> Iterator[str]:
    for language in languages():
        yield from getattr(language.request, field)


_PATTERNS = {field: _matched(_all(field)) for field in Request.model_fields}
_MONTHS = _matched(month for language in languages() for month in language.calendar.months)
_ASKS = _matched(
    rf"(?:{'|'.join(joins)})\s+(?:{'|'.join(words)})"
    for joins, words in (
        (("and", "or", "but"), ("what", "who", "when", "where", "why", "how", "which")),
        (("und", "oder"), ("was", "wer", "wann", "wo", "warum", "wie", "welche[rsmn]?", "weshalb")),
        (("y", "e", "o"), ("qué", "quién", "cuándo", "dónde", "por qué", "cómo", "cuál(?:es)?", "cuánt[oa]s?")),
        (("et", "ou"), ("que", "qui", "quand", "où", "pourquoi", "comment", "quels?", "quelles?")),
    )
)
_CLOSED = re.compile(r"[?？]|(?<=[かい吗呢])。")


_ARTICLE = r"(?:(?:the|das|die|der|den|el|la|los|las|le|les)\s+)?"


def _bare(request: Request) -> re.Pattern[str]:
    """A request in which nothing stands but a whole field of knowledge."""
    fields, about = "|".join(request.fields), "|".join(request.about)
    if is_spaceless(fields):
        return re.compile(rf"^(?:{about})*(?P<field>{fields})(?:{about})*\W*$", re.IGNORECASE)
    return re.compile(rf"^\W*(?:(?:{about})\s+)?{_ARTICLE}(?P<field>{fields})\W*$", re.IGNORECASE)


_BARE = tuple(_bare(language.request) for language in languages() if language.request.fields)
_FIELD = _matched(_all("fields"))


def whole_field(text: str) -> str:
    """The field of knowledge that is all a request names: "Explain the universe"; empty when it names more."""
    words = " ".join(text.split())
    return next((found["field"] for pattern in _BARE if (found := pattern.match(words))), "")


def field_in(text: str) -> str:
    """A field of knowledge that the text names among other things."""
    found = _FIELD.search(text)
    return found.group() if found else ""


def says_deep(text: str) -> bool:
    return bool(_PATTERNS["deep"].search(text))


def compares(text: str) -> bool:
    return bool(_PATTERNS["comparison"].search(text))


_FORMS = (
    ("checks", Form.VERDICT),
    ("comparison", Form.MATRIX),
    ("rankings", Form.RANKING),
    ("causes", Form.CAUSE),
    ("steps", Form.PROCEDURE),
    ("times", Form.TIMELINE),
    ("weighs", Form.EVALUATION),
    ("explores", Form.EXPLORATION),
)
"""In the order in which one goes before another."""


def form_of(text: str) -> Form:
    """What kind of account the words ask for; an essay where they do not say."""
    return next((form for field, form in _FORMS if _PATTERNS[field].search(text)), Form.ESSAY)


def weighed_by(text: str) -> str:
    """The words that ask for a judgement: "pros and cons"; empty where none do."""
    found = _PATTERNS["weighs"].search(text)
    return found.group() if found else ""


def claim_in(text: str) -> str:
    """What is to be checked: "the cable was laid in 1987"; the whole where nothing leads up to it."""
    found = _PATTERNS["checks"].search(text)
    rest = text[found.end() :].strip(" :：,、。.?？") if found else ""
    return rest or text


def asks_several(text: str) -> bool:
    """Questions one after another, or joined by an "and"."""
    asked = [part for part in _CLOSED.split(text) if _WORDS.search(part)]
    return (len(asked) > 1 and len(_CLOSED.findall(text)) > 1) or bool(_ASKS.search(text))


def is_open(text: str) -> bool:
    """It names a subject and leaves it open what is asked of it."""
    return bool(_PATTERNS["open"].search(text))


def is_broad(text: str) -> bool:
    """No single passage answers it: effects, states, ways, prospects; or a cause, or all, of a wide subject."""
    if _is_narrow(text) or _PATTERNS["facts"].search(text):
        return False
    if _PATTERNS["broad"].search(text):
        return True
    wide = bool(_PATTERNS["wide"].search(text))
    if _PATTERNS["causes"].search(text):
        turns = bool(_PATTERNS["turns"].search(text))
        return wide or (turns and (is_spaceless(text) or bool(_NAME.search(text))))
    if _PATTERNS["look_ups"].search(text):
        return False
    return (is_open(text) and (wide or "について" in text)) or (wide and _is_label(text))


def asks_one_fact(text: str) -> bool:
    """Somebody, somewhere, some day, a number, a yes or no: and nothing that is broad about it."""
    plain = not (is_broad(text) or compares(text) or asks_several(text) or says_deep(text))
    return plain and (_is_label(text) or any(_PATTERNS[field].search(text) for field in ("facts", "look_ups")))


def _is_label(text: str) -> bool:
    """ "boiling point of acetone": a few words that ask nothing aloud."""
    return not is_spaceless(text) and len(text.split()) <= _LABEL and "?" not in text and not is_open(text)


def _is_narrow(text: str) -> bool:
    """About one thing on one day: a part with its number, a month of a year, a title."""
    dated = bool(_MONTHS.search(text)) and bool(re.search(r"\b\d{4}\b", text))
    return dated or bool(_CODE.search(text) or _DAY.search(text))
