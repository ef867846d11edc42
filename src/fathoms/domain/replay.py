"""What came of making a report again. Knows: the verdict.  Does not know: how it was reached."""

from __future__ import annotations

from fathoms.domain.value import Value


class Replay(Value, kind="replay"):
    run: str
    same_report: bool
    """The report, as a value, is the one that was kept."""
    same_bytes: bool | None
    """Its Markdown is the file that was written; None when there is no such file."""
    quotes: int
    lost_quotes: tuple[str, ...] = ()
    """Quotes that their stored page does not hold at their place."""
    supported: float = 0.0
    checked: float = 0.0

    @property
    def holds(self) -> bool:
        return self.same_report and self.same_bytes is not False and not self.lost_quotes
