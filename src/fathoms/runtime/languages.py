"""Whether a question could be understood at all: said in a report that found nothing, instead of blaming the sources.

Knows: the languages whose words the engine tells apart, and those of the documents.  Does not know: any translation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from fathoms.domain.evidence import Failure
from fathoms.domain.report import TaskOutcome
from fathoms.domain.survey import Survey
from fathoms.text.language import likely

UNDERSTOOD = ("en", "ja")
"""Without a model: `text/words.py` and `text/sentences.py` know these two."""


def not_understood(
    question: str, surveys: Sequence[Survey], outcomes: Sequence[TaskOutcome], *, by_model: bool
) -> tuple[Failure, ...]:
    """Why nothing was found, when the language of the question may be the reason."""
    if any(not fact.loose for outcome in outcomes for fact in outcome.facts):
        return ()
    asked = likely(question)
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
            "passages in English and Japanese are"
        )
