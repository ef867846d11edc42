"""The command line: `fathoms COMMAND …`. stdout is the result, stderr is progress.

    entry.py        whatever happens becomes a message and an exit code
    root.py         the table of commands; each is loaded when it is invoked
    commands/       one file per command: its arguments, then one call
    conversation.py from a question to its report: take in, plan, agree, follow
    progress.py     what is shown meanwhile, from events alone

Knows: terminals and pipes.  Does not know: how anything is researched.
"""

from __future__ import annotations

import gc
import sys
from typing import NoReturn

from fathoms.faces.cli import interrupts


def main() -> NoReturn:
    """What the `fathoms` command runs."""
    interrupts.install()  # before anything slow is imported: Ctrl-C never shows a traceback
    from fathoms.faces.cli.entry import run

    code = run()
    gc.freeze()  # what is left goes with the process: looking through it for cycles takes most of a second
    sys.exit(code)
