"""Arguments and options that several commands share.

Knows: their names and how they are completed.  Does not know: what is done with them.
Imports nothing slow: every command's `--help` goes through here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from fathoms.app import settings
from fathoms.app.exports import FORMATS, STANDARD

Command = Callable[..., int]

"""Never to a terminal: these need a file or a pipe."""
ANSWER_HELP = "What you mean, where the question leaves it open; once per question that is asked."
PLAN_HELP = "A plan of your own (TOML or JSON), adopted as far as it is sound."


def complete_run(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The runs there are, with their questions."""
    from fathoms.faces.cli.session import known_runs

    rows = known_runs(ctx.params.get("home"))
    return [CompletionItem(run, help=question) for run, question in rows if run.startswith(incomplete)]


def _choices(name: str) -> click.Choice[str]:
    return click.Choice(next(known.choices for known in settings.KNOWN if known.name == name))


run_argument = click.argument("run", metavar="RUN", shell_complete=complete_run)
"""A run's id, a unique beginning of it, or `last`."""
home_option = click.option("--home", metavar="DIR", help="Folder that holds runs and documents.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
yes_option = click.option("--yes", is_flag=True, help="Authorise the plan beforehand; do not ask.")
interactive_option = click.option(
    "--interactive", is_flag=True, help="Approve or refuse each drill-down and revision; the rest goes on."
)
format_option = click.option(
    "--format",
    "form",
    type=click.Choice(tuple(FORMATS)),
    default=STANDARD,
    show_default=True,
    help="Form of the report.",
)
output_option = click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the report to FILE."
)
length_option = click.option("--length", type=_choices("length"), help="How much of what was found is told.")
docs_option = click.option(
    "--docs",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Folder, file or glob to search; can be repeated.",
)
web_option = click.option("--web", is_flag=True, default=None, help="Search the web, with the engines of the settings.")
source_option = click.option(
    "--source", "sources", multiple=True, metavar="SPEC", help="Another place to search, such as qdrant+http://…/name."
)
offline_option = click.option(
    "--offline", is_flag=True, default=None, help="Reach no host but those that the settings allow."
)
question_argument = click.argument("words", nargs=-1, metavar="QUESTION")


@dataclass(frozen=True, slots=True, kw_only=True)
class Research:
    """What a question is asked with, as it was given; None leaves a setting as it is."""

    docs: tuple[Path, ...]
    web: bool | None
    sources: tuple[str, ...]
    offline: bool | None
    effort: str | None
    mind: str | None
    model: str | None
    order: str | None
    slots: int | None
    revise: str | None
    plan_file: Path | None
    answers: tuple[str, ...]
    split: bool
    fresh: bool
    follow: str
    length: str | None
    known: tuple[str, ...]
    strict: bool
    max_calls: int | None
    max_usd: float | None
    max_tokens: int | None
    max_minutes: int | None
    keep_originals: bool | None
    artifacts: str | None
    home: str | None


def research_options(command: Command) -> Command:
    """What a question may be asked with; the command gets all of it as one `Research`."""

    @functools.wraps(command)
    def gathered(**given: Any) -> int:
        research = Research(**{field.name: given.pop(field.name) for field in fields(Research)})
        return command(research=research, **given)

    for option in reversed(
        (
            docs_option,
            web_option,
            source_option,
            offline_option,
            click.option("--effort", type=_choices("effort"), help="The one dial: tasks, levels, rounds."),
            click.option("--mind", metavar="NAME", help="Who judges; `extractive` needs no model."),
            click.option("--model", metavar="NAME", help="A language model judges: openai:…, ollama:…, ADDRESS#NAME."),
            click.option("--order", type=_choices("order"), help="Which ready task starts first."),
            click.option("--slots", type=int, metavar="N", help="Tasks that work at the same time."),
            click.option("--revise", type=_choices("revise"), help="How the plan may change while it runs."),
            click.option("--plan", "plan_file", type=click.Path(path_type=Path), metavar="FILE", help=PLAN_HELP),
            click.option("--answer", "answers", multiple=True, metavar="TEXT", help=ANSWER_HELP),
            click.option("--split", is_flag=True, help="Research a question that is too wide as its narrower parts."),
            click.option("--fresh", is_flag=True, help="Take over no finding of an earlier run."),
            click.option(
                "--follow", default="", metavar="RUN", help="Follow up on a finished run; reuses what it found."
            ),
            length_option,
            click.option("--known", multiple=True, metavar="TEXT", help="Something you know; can be repeated."),
            click.option("--strict", is_flag=True, help="No report with too few supported statements."),
            click.option("--max-calls", type=int, metavar="N", help="Most calls of the mind."),
            click.option("--max-usd", type=float, metavar="X", help="Most USD that models may cost."),
            click.option("--max-tokens", type=int, metavar="N", help="Most tokens of models."),
            click.option("--max-minutes", type=int, metavar="N", help="Most minutes of the run."),
            click.option(
                "--keep-originals", is_flag=True, default=None, help="Keep the bytes of what is read beside its text."
            ),
            click.option("--artifacts", metavar="DIR", help="Folder for the micro-reports."),
            home_option,
        )
    ):
        gathered = option(gathered)
    return gathered


def one_question(words: tuple[str, ...]) -> str:
    """The question, given as one argument. Several are a forgotten pair of quotes, which could hide a mistake."""
    if not words:
        raise click.UsageError('missing QUESTION; for instance: fathoms ask "How does it work?" --docs FOLDER')
    if len(words) > 1:
        raise click.UsageError(f'put the question in quotes: "{" ".join(words)}"')
    return words[0]
