"""From a draft to the report that ships: composed, checked, judged, cut to length, illustrated, or withheld.

Knows: the order of these.  Does not know: what each of them does.  Pure: the same draft gives the same report.
"""

from __future__ import annotations

from fathoms.domain.brief import Brief
from fathoms.domain.draft import ReportDraft
from fathoms.domain.report import Length, Report
from fathoms.domain.run import RunOrder
from fathoms.ports.mind import SummaryDraft
from fathoms.report.build import criteria, missing, quoted, told
from fathoms.report.build.check import checked, judged
from fathoms.report.build.compose import compose, pool_of
from fathoms.report.build.edited import with_edit, without_emptied
from fathoms.report.build.plots import illustrated
from fathoms.report.build.repeats import told_once
from fathoms.report.build.shaping import stands_apart
from fathoms.report.build.weighing import weighed
from fathoms.report.words import words_for


def unchecked_report(order: RunOrder, brief: Brief, draft: ReportDraft) -> Report:
    """The report as it was written, at full length."""
    composed = compose(
        order=order,
        brief=brief,
        plan=draft.plan,
        outcomes=draft.outcomes,
        draft=SummaryDraft(
            summary=draft.summary,
            gaps=draft.gaps,
            conclusion=draft.conclusion,
            recommendations=draft.recommendations,
        ),
        written_at=draft.began,
        lent=draft.lent,
        paid=draft.paid,
        voice=draft.voice,
    )
    whole = with_edit(composed, draft.edited, draft.outcomes)
    if draft.edited:
        whole = criteria.as_edited(whole, brief, draft.edited.criteria)
    return whole.model_copy(update={"failures": (*draft.losses, *composed.failures)})


def assembled(order: RunOrder, brief: Brief, draft: ReportDraft, *, length: Length | None = None) -> Report:
    """The report as it ships, at the length that was ordered or another."""
    written = _with_restated(unchecked_report(order, brief, draft), draft)
    report = _with_restated(checked(written, draft.rewrites, restated=draft.restated), draft)
    report = judged(report, draft.verdicts, draft.rewrites, restated=draft.restated, doubted=draft.doubted)
    report = report.model_copy(update={"withheld": _withheld(order, report)})
    # A written report had its length as a budget for its writers: nothing of it is cut by counting.
    shown = (
        quoted.fitted(report, length or order.ask.length)
        if stands_apart(report)
        else missing.left(illustrated(weighed(without_emptied(told_once(report)))), draft.outcomes, draft.unread)
    )
    return told.counted(criteria.as_told(told.marked(shown)), draft.outcomes)


def _with_restated(report: Report, draft: ReportDraft) -> Report:
    """The report with the facts that only what is said instead stands on: until it is, nothing cites them."""
    known = {fact.id for fact in report.facts}
    wanted = dict.fromkeys(name for names in draft.restated.values() for name in names if name not in known)
    found = pool_of(draft.outcomes) if wanted else {}
    return report.model_copy(update={"facts": (*report.facts, *(found[name] for name in wanted if name in found))})


def _withheld(order: RunOrder, report: Report) -> str:
    if order.ask.strict is None or not report.found or report.run_facts.supported >= order.ask.strict:
        return ""
    wanted, have = f"{order.ask.strict:.0%}", f"{report.run_facts.supported:.0%}"
    return words_for(report.language).withheld.format(have=have, wanted=wanted)
