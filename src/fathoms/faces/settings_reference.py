"""The page docs/reference/settings.md, made from the settings themselves: `python -m fathoms.faces.settings_reference`.

Knows: how settings are listed by what they are about.  Does not know: what any of them does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from fathoms.app.options import OPTIONS
from fathoms.app.settings import FAMILIES, KNOWN, Known

_HEAD = """# Settings

Made from `src/fathoms/app/settings.py`: `python -m fathoms.faces.settings_reference > docs/reference/settings.md`.

`fathoms settings` shows every setting with its value and where it comes from; `fathoms settings set NAME VALUE` changes
one in the settings file (TOML, its address is below that list), `fathoms settings unset NAME` takes it out again, and
`fathoms setup` asks for the few that most people want. A variable `FATHOMS_NAME` wins over the file, a flag over both.
A name or a value that cannot be is refused before anything starts. A secret is never shown, and asked for without an
echo when its value is left out.

The options of a question (`effort`, `model`, `max_usd`, `length` and others) are settings, too:
[options.md](options.md) has them with their flags.
"""
_TITLES = {
    "home": "The home",
    "model": "Language models",
    "embedder": "Search by meaning",
    "max_file_mb": "Documents",
    "serve": "The server",
    "engines": "The web",
    "store": "The rest",
    "engine_NAME_url": "Of search engines and other sources, each by its name",
}
"""A title begins with the first setting whose name begins so."""


def page() -> str:
    """The reference page."""
    of_questions = {option.name for option in OPTIONS if option.setting}
    parts = [_HEAD]
    for known in (*(known for known in KNOWN if known.name not in of_questions), *FAMILIES):
        title = next((f"## {_TITLES[start]}\n" for start in _TITLES if known.name.startswith(start)), "")
        if title and title not in parts:
            parts.append(title)
            parts.append("| setting | environment | values | meaning |\n|---|---|---|---|")
        parts.append(_row(known))
    return "\n".join(_spaced(parts)) + "\n"


def _spaced(parts: Iterable[str]) -> Iterable[str]:
    """An empty line before each title but the first."""
    rows = False
    for part in parts:
        if part.startswith("## ") and rows:
            yield ""
        rows = part.startswith("| `")
        yield part


def _row(known: Known) -> str:
    shown = known.help.replace("|", "\\|")
    return f"| `{known.name}` | `FATHOMS_{known.name.upper()}` | {_values(known)} | {shown} |"


def _values(known: Known) -> str:
    if known.secret:
        return "a secret"
    if known.choices:
        return ", ".join(f"**{choice}**" if choice == known.default else choice for choice in known.choices)
    if known.least is not None and known.most is not None:
        return f"{_number(known.least)} to {_number(known.most)}, **{_number(float(known.default))}**"
    return f"text, **{known.default}**" if known.default else "text"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


if __name__ == "__main__":
    sys.stdout.write(page())
