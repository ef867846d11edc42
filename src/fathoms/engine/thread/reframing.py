"""The last way out of a plateau: what a question takes for granted, asked as questions of their own.

Knows: the four assumptions that most questions hide (that it is so, that it is called so, then and there, that it
is written down).  Does not know: which of them is wrong; a mind may put better ones in their place.
"""

from __future__ import annotations

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import Query
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Scope, ScopeDraft, SubQuestionStatus, ThreadState

LEAST, MOST = 3, 4

_HIDDEN = {
    "en": (
        "Is it true at all that {subject} is as the question supposes?",
        "Is {subject} known under another name?",
        "Did it happen at another time or place than supposed?",
        "Who would have recorded it, and where?",
    ),
    "ja": (
        "{subject}は問いの前提どおりに存在するのか",
        "{subject}は別の名前で知られていないか",
        "時期や場所の前提は正しいか",
        "誰がどこに記録しているはずか",
    ),
}


def assumptions(thread: ThreadState, brief: Brief) -> tuple[str, ...]:
    """Four questions on what the thread's open question takes for granted."""
    still_open = [q.text for q in thread.sub_questions if q.status is not SubQuestionStatus.ANSWERED]
    named = [subject.name for subject in thread.subjects]
    subject = " / ".join(named[:2]) or f'"{(still_open or [brief.question])[0]}"'
    return tuple(text.format(subject=subject) for text in _HIDDEN["ja" if brief.language == "ja" else "en"])


def settled(scope: Scope, draft: ScopeDraft) -> Scope:
    """The scope with the mind's own assumptions where it gave enough of them."""
    own = tuple(dict.fromkeys(text.strip() for text in draft.assumptions if text.strip()))[:MOST]
    return scope.model_copy(update={"assumptions": own}) if len(own) >= LEAST else scope


def asking(scope: Scope, survey: Survey) -> tuple[Query, ...]:
    """The assumptions as queries, for a mind that asked none of them."""
    reason = "code: questions what was taken for granted"
    return tuple(Query(source=survey.source, text=text, reason=reason) for text in scope.assumptions)
