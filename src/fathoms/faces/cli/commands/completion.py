"""`fathoms completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> int:
    """Print the completion script of a shell.

    Commands, options, files and the ids of your runs are completed.

    \b
    Example:
      echo 'eval "$(fathoms completion bash)"' >> ~/.bashrc
      fathoms completion fish > ~/.config/fish/completions/fathoms.fish
    """
    from fathoms.faces.cli import terminal
    from fathoms.faces.cli.root import PROGRAM, cli

    known = get_completion_class(shell)
    if known is None:
        raise click.UsageError(f"click has no completion for {shell!r}")
    terminal.result(known(cli, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE").source())
    return 0
