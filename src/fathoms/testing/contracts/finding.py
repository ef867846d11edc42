"""Which plug-ins there are to be put through a suite: found by entry point, so that none is forgotten.

Opening a plug-in takes a **sample**: what it needs for the suite, such as a service on loopback that answers in its
shape. Samples stand in the tests of the package that ships the plug-in; a plug-in without one is a failure that says
what to add.

Knows: entry points.  Does not know: any plug-in, or what a sample is made of.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib.metadata import EntryPoint, entry_points


def names(group: str) -> tuple[str, ...]:
    """All plug-ins of a group such as `fathoms.sources`."""
    return tuple(sorted({entry.name for entry in entry_points(group=group)}))


def without_sample(group: str, samples: Collection[str], where: str) -> str:
    """What to add for each plug-in that has no sample; empty when all have one.

    A sample is called like its plug-in, or like it with a word on the variant behind: `kb`, `kb by meaning`.
    """
    have = {name.partition(" ")[0] for name in samples}
    kind = group.removeprefix("fathoms.").removesuffix("s")
    missing = {entry.name: entry for entry in entry_points(group=group) if entry.name not in have}
    return "\n".join(
        f"the {kind} {name!r} ({_from(entry)}) is put through no contract suite: "
        f"add a sample called {name!r} to {where}"
        for name, entry in sorted(missing.items())
    )


def _from(entry: EntryPoint) -> str:
    return f"{entry.value} of {entry.dist.name}" if entry.dist else entry.value
