"""What an extra brought along: its modules, and data files that must be exactly the ones we tested.

Knows: how to find them and what to tell a user who lacks them.  Does not know: what is in them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

from fathoms.errors import ConfigError, InstallExtra, NextStep, Reinstall


@dataclass(frozen=True, slots=True)
class PinnedFile:
    """A file of an installed distribution, and the only content that is accepted in its place."""

    distribution: str
    path: str
    sha256: str

    def read(self) -> bytes:
        """The file's bytes, checked. The package's own code is not run to find it."""
        found = Path(str(distribution(self.distribution).locate_file(self.path)))
        try:
            content = found.read_bytes()
        except OSError as error:
            raise ConfigError(f"{self._what} cannot be read ({error.strerror})", next_step=self._mend) from error
        actual = hashlib.sha256(content).hexdigest()
        if actual != self.sha256:
            raise ConfigError(
                f"{self._what} is not the one Fathoms was tested with "
                f"(sha256 {actual[:12]}…, expected {self.sha256[:12]}…)",
                next_step=self._mend,
            )
        return content

    @property
    def _what(self) -> str:
        return f"{self.path!r} of {self.distribution!r}"

    @property
    def _mend(self) -> NextStep:
        return Reinstall(self.distribution)


@contextmanager
def from_extra(extra: str, *, embedder: str) -> Iterator[None]:
    """Import and locate within this block; what is missing becomes an error that says how to get it."""
    try:
        yield
    except ImportError as error:  # PackageNotFoundError is one, too
        raise ConfigError(
            f"the embedder {embedder!r} needs an extra that is not installed ({error})", next_step=InstallExtra(extra)
        ) from error
