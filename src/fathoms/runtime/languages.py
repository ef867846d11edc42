"""Whether a question could be understood at all: said in a report that found nothing, instead of blaming the sources.

Knows: the languages whose words the engine tells apart, and those of the documents.  Does not know: any translation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from fathoms.domain.evidence import Failure
from fathoms.domain.report import TaskOutcome
from fathoms.domain.survey import Survey
from fathoms.text.lang import languages
from fathoms.text.language import NEAR, likely
from fathoms.text.words import is_spaceless

UNDERSTOOD = {language.code: language.name for language in languages() if language.questions.words}
"""Without a model: the languages whose questions are told from what leads up to them."""

LEAST_WORDS = 4
"""Fewer are mostly names, and names are in no language."""


def not_understood(
    question: str, surveys: Sequence[Survey], outcomes: Sequence[TaskOutcome], *, by_model: bool
) -> tuple[Failure, ...]:
    """Why nothing was found, when the language of the question may be the reason."""
    if any(not fact.loose for outcome in outcomes for fact in outcome.facts):
        return ()
    asked = likely(question, NEAR) if len(question.split()) >= LEAST_WORDS or is_spaceless(question) else ()
    return tuple(Failure(what="language", target=question, reason=why) for why in _reasons(asked, surveys, by_model))


def _reasons(asked: Collection[str], surveys: Sequence[Survey], by_model: bool) -> Iterator[str]:
    documents = tuple(dict.fromkeys(code for survey in surveys for code, _ in survey.languages))
    if asked and documents and not set(asked) & set(documents):
        yield (
            f"it seems to be in another language than the documents ({', '.join(documents)}), whose passages are found "
            "by their words; ask in one of theirs, or choose a multilingual embedder"
        )
    if asked and not set(asked) & set(UNDERSTOOD) and not by_model:
        yield (
            "it seems to be in a language that is understood only with a model; without one, questions and "
            f"passages in {', '.join(UNDERSTOOD.values())} are"
        )
