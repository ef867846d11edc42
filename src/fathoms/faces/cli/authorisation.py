"""Nothing is researched before the user agrees to the plan, in so many words.

Knows: how a proposal is shown and what counts as a yes.  Does not know: what happens then.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from fathoms.app.offers import Offer
from fathoms.domain.clarification import Clarification
from fathoms.domain.feasibility import Estimate
from fathoms.domain.plan import Plan
from fathoms.domain.run import AUTHORISATION
from fathoms.faces.cli import terminal, tree
from fathoms.faces.cli.layout import duration, plural
from fathoms.faces.cli.terminal import clean

_MOST_WORDS = 12


def shown(offer: Offer) -> str:
    """The verdict; then the tasks as a tree with the estimate, or what to ask instead."""
    lines = [f"Question  {clean(offer.brief.question)}", *_clarified(offer), *_verdict(offer), *_asked(offer)]
    if not offer.verdict.feasible:
        return "\n".join(lines)
    plan = offer.plan
    why = f" ({'; '.join(map(clean, plan.signals))})" if plan.signals else ""
    lines.append(f"Plan      {plan.mode.value}, {plan.strategy.value}{why}")
    if plan.approach:
        lines.append(f"          {clean(plan.approach)}")
    lines += _form(plan)
    lines += [f"          rejected: {clean(reason)}" for reason in offer.rejected]
    lines += ["", *tree.plan_lines(plan), ""]
    if offer.stays_home is not None:
        lines.append(f"Outside   {_outside(offer.stays_home)}")
    if offer.verdict.estimate:
        lines.append(f"Estimate  {_estimated(offer.verdict.estimate)}")
    if offer.brief.criteria:
        lines += ["", "The report will say whether:"]
        lines += [f"  {n}. {clean(criterion.text)}" for n, criterion in enumerate(offer.brief.criteria, 1)]
    return "\n".join(lines)


def _form(plan: Plan) -> Iterator[str]:
    """What kind of account the report will be, and how many words each part of it may have."""
    form = plan.form
    if form is None:
        return
    table = " by ".join(", ".join(map(clean, names)) for names in (form.rows, form.columns) if names)
    told_of = table or form.form.parts
    yield f"Form      {form.form.value}{f': {told_of}' if told_of else ''}"
    if any(part.words for part in form.parts):
        told = (f"{clean(part.name)} {part.words} words" for part in form.parts if part.words)
        yield f"          {'; '.join(told)}"


def _outside(stays_home: tuple[str, ...]) -> str:
    """What queries to outside sources may say."""
    rule = "queries use only words of your question and of outside pages"
    if not stays_home:
        return f"{rule} (outside_words)"
    named = ", ".join(map(clean, stays_home[:_MOST_WORDS]))
    more = f" and {len(stays_home) - _MOST_WORDS} more" if len(stays_home) > _MOST_WORDS else ""
    return f"{rule}; not told: {named}{more} (outside_words)"


def agreed(offer: Offer) -> bool:
    """Show the plan on the terminal and ask. The phrase is a yes; where nothing is spent, so is y."""
    terminal.note(f"{shown(offer)}\n")
    free = _is_free(offer)
    terminal.note(f"To start it, type: {AUTHORISATION}{' (or y: it costs nothing)' if free else ''}")
    sys.stderr.write("> ")
    sys.stderr.flush()
    return is_yes(sys.stdin.readline(), free=free)


def is_yes(said: str, *, free: bool) -> bool:
    """The phrase in any case, with or without a full stop."""
    words = " ".join(said.split()).rstrip(".").rstrip().casefold()
    return words == AUTHORISATION.casefold() or (free and words in ("y", "yes"))


def _is_free(offer: Offer) -> bool:
    return offer.verdict.estimate is not None and offer.verdict.estimate.usd_most == 0


def answers(offer: Offer) -> tuple[str, ...]:
    """Put the verdict's questions to the person at the terminal, one line each; an empty line passes one over."""
    terminal.note(f"Question  {clean(offer.brief.question)}")
    for reason in offer.verdict.reasons:
        terminal.note(f"          {clean(reason.text)}")
    said = []
    for question in offer.verdict.questions:
        terminal.note(f"\n{clean(question.text)}{_options(question)}")
        sys.stderr.write("(Enter passes it over) > ")
        sys.stderr.flush()
        said.append(sys.stdin.readline().strip())
    return tuple(said)


def _clarified(offer: Offer) -> Iterator[str]:
    yield from (
        f"          {clean(said.asked.text)} {clean(said.answer)}" for said in offer.brief.clarified if said.answer
    )


def _asked(offer: Offer) -> Iterator[str]:
    if offer.verdict.questions:
        yield ""
        yield "An answer would change the plan:"
        yield from (f"  ? {clean(question.text)}{_options(question)}" for question in offer.verdict.questions)


def _options(question: Clarification) -> str:
    listed = "; ".join(clean(option) for option in question.options)
    return f" ({listed})" if listed else ""


def _verdict(offer: Offer) -> Iterator[str]:
    verdict, limits = offer.verdict, offer.brief.limits
    if verdict.feasible:
        allowed = f"{plural(limits.tasks, 'task')} on {plural(limits.levels, 'level')}"
        tasks = plural(len(offer.plan.tasks), "task")
        yield f"Verdict   feasible: {tasks}; effort {offer.brief.effort} allows {allowed}"
        yield from (f"          {clean(note)}" for note in verdict.notes)
        return
    yield "Verdict   not feasible as it stands"
    yield from (f"          {clean(line)}" for line in (*(reason.text for reason in verdict.reasons), *verdict.notes))
    if verdict.splits:
        yield ""
        yield "These would be:"
        yield from (f"  - {clean(question)}" for question in verdict.splits)
        if verdict.covers and len(verdict.splits) > 1:
            yield "Together they ask all of it: --split researches them side by side, in one run with one report."


def _estimated(estimate: Estimate) -> str:
    rounds = _range(f"{estimate.rounds_likely}", f"{estimate.rounds_most}")
    calls = _range(f"{estimate.calls_likely:,}", f"{estimate.calls_most:,}")
    times = _range(duration(estimate.seconds_likely), duration(estimate.seconds_most))
    return f"{rounds} rounds, {calls} calls, about {times}, {_price(estimate)}"


def _range(likely: str, most: str) -> str:
    return likely if likely == most else f"{likely} to {most}"


def _price(estimate: Estimate) -> str:
    if estimate.usd_most is None:
        return "cost by the model's price"
    if estimate.usd_most == 0:
        return "no cost"
    return f"${estimate.usd_likely or 0:.2f} to ${estimate.usd_most:.2f}"
