"""The conversation that brings a model and a search engine into the settings, and tries them.

Knows: what to ask, in which order, and which setting each answer is.  Does not know: providers or engines beyond the
names that the settings have for them.
"""

from __future__ import annotations

import click

from fathoms.app import plugins, settings_file
from fathoms.errors import FathomsError, UsageError
from fathoms.faces.cli import checkup, interrupts, terminal
from fathoms.faces.cli.layout import folded
from fathoms.faces.cli.next_steps import told
from fathoms.faces.cli.session import configured

_OWN_KEY = ("openai", "anthropic", "google")
_BY_ADDRESS = ("compatible", "ollama")
_TRIAL = "deep research"


def talk(home: str | None) -> int:
    """Ask, write, try; what does not work is said, and can be set again."""
    if not terminal.can_ask():
        raise UsageError("setup asks questions; without a terminal use: fathoms settings set NAME VALUE")
    written = {**_model(), **_engine()}
    for name, value in written.items():
        file = settings_file.write(name, value)
    if written:
        terminal.note(f"written to {file}")
    chosen = configured(home=home)
    fine = True
    if chosen.text("model"):
        for check in checkup.models(chosen):
            _tell(f"{check.verdict}  {check.what}: {terminal.clean(check.found)}")
            if check.advice:
                _tell(f"      {check.advice}")
            fine = fine and check.verdict is not checkup.Verdict.FAIL
    if chosen.text("engines"):
        fine = _engine_works(home) and fine
    terminal.note('begin with: fathoms ask "QUESTION" --docs FOLDER' if fine else "set it again with: fathoms setup")
    return 0 if fine else 1


def _model() -> dict[str, str]:
    _explain(
        "A language model writes the report; without one, passages are quoted. Names look like openai:gpt-5,"
        " anthropic:claude-sonnet-5, google:gemini-3-pro, ollama:qwen3 or compatible:my-model."
    )
    model = _asked("Model (Enter: quotes only)")
    while model and ":" not in model:
        _explain(f"Who serves {model}? Write it as PROVIDER:{model}, such as openai:{model}.")
        model = _asked("Model (Enter: quotes only)")
    if not model:
        return {}
    provider = model.partition(":")[0]
    answers = {"model": model}
    if provider in _OWN_KEY:
        answers[f"{provider}_key"] = _asked(f"Key for {provider} (Enter: from the environment)", secret=True)
    elif provider in _BY_ADDRESS:
        answers["model_url"] = _asked("Address, such as http://127.0.0.1:11434/v1")
        answers["model_key"] = _asked("Key for that address (Enter: none)", secret=True)
    return {name: value for name, value in answers.items() if value}


def _engine() -> dict[str, str]:
    known = plugins.names(plugins.ENGINES)
    _explain(f"A search engine finds web pages: {', '.join(known)}.")
    engine = _asked("Search engine (Enter: none)")
    while engine and engine not in known:
        _explain(f"There is no search engine {engine!r}.")
        engine = _asked("Search engine (Enter: none)")
    if not engine:
        return {}
    answers = {
        "engines": engine,
        f"engine_{engine}_url": _asked("Its address (Enter: the usual one)"),
        f"engine_{engine}_key": _asked("Its key (Enter: none)", secret=True),
    }
    return {name: value for name, value in answers.items() if value}


def _engine_works(home: str | None) -> bool:
    from fathoms.app.web import search_once
    from fathoms.domain.thread import Phase

    try:
        answer = interrupts.run(search_once(configured(home=home), _TRIAL, phase=Phase.SURVEY, limit=1))
    except FathomsError as error:
        terminal.result(f"fail  search: {told(error)}")
        return False
    terminal.result(
        f"ok  search: {terminal.clean(answer.hits[0].title) if answer.hits else 'it answers, with nothing'}"
    )
    return True


def _explain(text: str) -> None:
    terminal.note(folded(text, terminal.width()))


def _tell(text: str) -> None:
    terminal.result(folded(text, terminal.width()))


def _asked(question: str, *, secret: bool = False) -> str:
    return str(click.prompt(question, default="", show_default=False, hide_input=secret, err=True)).strip()
