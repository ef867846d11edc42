"""The steps that users put between ours: which ones the settings name, and whether they are there.

Knows: the entry points of the group `fathoms.steps`.  Does not know: what any step does, or when it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from fathoms.app import plugins
from fathoms.app.settings import Settings
from fathoms.domain.step import Slot, StepSpec
from fathoms.errors import ConfigError, Mend, Repair, UnknownPlugin
from fathoms.ports.step import Step


def chosen(settings: Settings) -> tuple[StepSpec, ...]:
    """The steps that the settings name, in their order; each can be opened. Raises UsageError."""
    return tuple(StepSpec(name=name, slot=_opened(name).slot) for name in dict.fromkeys(settings.words("steps")))


def open_step(spec: StepSpec) -> Step:
    """Raises UsageError when it is gone, or stands elsewhere by now."""
    step = _opened(spec.name)
    if step.slot is not spec.slot:
        raise ConfigError(f"the step {spec.name!r} was asked for {spec.slot}, and now stands {step.slot}")
    return step


def check_there(run: str, specs: Iterable[StepSpec], opened: Callable[[StepSpec], Step] = open_step) -> None:
    """A run goes on with the steps that it was asked for with, or not at all. Raises UsageError."""
    for spec in specs:
        try:
            opened(spec)
        except UnknownPlugin as error:
            raise UnknownPlugin(
                f"run {run!r} was asked for with the step {spec.name!r}, which is not installed here",
                next_step=Mend(Repair.PLUGIN),
            ) from error


def _opened(name: str) -> Step:
    entry = plugins.find(plugins.STEPS, name)
    try:
        step: Step = entry.load()()
    except ImportError as error:
        raise ConfigError(f"the step {name!r} cannot be loaded: {error}") from error
    if not isinstance(getattr(step, "slot", None), Slot):
        raise ConfigError(f"the step {name!r} does not say where it stands: its `slot` must be a fathoms Slot")
    return step
