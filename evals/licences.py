"""Licences of all that is installed with Fathoms and its extras: none that binds whoever ships it.

Read from the packages' own metadata. A package that says nothing is named and counts against the proof, unless its
licence was read by a person and stands in `READ`.
"""

from __future__ import annotations

import importlib.metadata
import re

PROOF = "licences of everything installed: none of AGPL, SSPL or GPL alone, none unknown"

_BINDING = re.compile(r"\bAGPL|Affero|\bSSPL|Server Side Public|Commons Clause|\bBUSL|Business Source", re.IGNORECASE)
_GPL = re.compile(r"(?<![LA])GPL|(?<!Lesser )General Public License", re.IGNORECASE)
_FREER = re.compile(
    r"LGPL|Lesser|MPL|Mozilla|Apache|MIT|BSD|PSF|Python Software|ISC|Unlicense|Public Domain", re.IGNORECASE
)
READ = {"axe-playwright-python": "MIT", "py_rust_stemmers": "MIT"}
"""By a person, in the package's own files."""


def licence(package: importlib.metadata.Distribution) -> str:
    told = package.metadata
    classified = [
        line.rpartition("::")[2].strip() for line in told.get_all("Classifier") or () if line.startswith("License")
    ]
    written = told.get("License-Expression") or (told.get("License") or "").splitlines()[:1]
    plain = written if isinstance(written, str) else " ".join(written)
    return "; ".join(filter(None, (plain[:80], *classified)))


def judged(name: str, said: str) -> str:
    """What is wrong with a licence; empty for one that can be shipped with."""
    if not said or said == "UNKNOWN":
        return "" if name.lower() in READ else "says nothing"
    if _BINDING.search(said):
        return said
    if _GPL.search(said) and not _FREER.search(said):
        return said
    return ""


def main() -> int:
    found = {package.metadata["Name"]: licence(package) for package in importlib.metadata.distributions()}
    wrong = {name: why for name, said in sorted(found.items()) if name and (why := judged(name, said))}
    for name, why in wrong.items():
        print(f"{name}: {why}")
    print(f"{len(found)} packages, {len(wrong)} with a licence that binds or that nobody has read")
    return 0 if not wrong else 1
