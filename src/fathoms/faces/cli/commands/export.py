"""`fathoms export`."""

from __future__ import annotations

from pathlib import Path

import click

from fathoms.faces.cli.options import format_option, home_option, length_option, output_option, run_argument


@click.command()
@run_argument
@format_option
@output_option
@length_option
@home_option
def export(run: str, form: str | None, output: Path | None, length: str | None, home: str | None) -> int:
    """Write the report of a run to a file.

    Without -o it goes to stdout. Another length than the run was asked with shows more or less of what it found.

    \b
    Example:
      fathoms export last -o report.html
      fathoms export last --length short -o report.pdf
      fathoms export last --format bibtex
    """
    from fathoms.app.exports import exported
    from fathoms.app.queries import Looking
    from fathoms.domain.report import Length
    from fathoms.domain.run import RunStatus
    from fathoms.errors import UsageError
    from fathoms.faces.cli import reports
    from fathoms.faces.cli.session import command, configured, look

    settings = configured(home=home)
    wanted = reports.Wanted.of(form, output)
    reports.check_target(wanted)

    def view(service: Looking) -> str | bytes:
        row = service.run(service.find(run))
        if row.status is RunStatus.WITHHELD:
            raise UsageError(f"{row.reason} `{command(f'fathoms show {row.order.run}', settings)}` shows the draft")
        text = exported(service, row.order.run, wanted.form, Length(length) if length else None)
        if not text:
            name, resume = row.order.run, command(f"fathoms resume {row.order.run}", settings)
            raise UsageError(f"run {name!r} has no report yet ({row.status}); `{resume}` goes on with it")
        return text

    reports.deliver(look(settings, view), wanted, again=command(f"fathoms export {run}", settings))
    return 0
