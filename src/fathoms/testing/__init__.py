"""Fakes that ship with the product: minds, sources and steps that do exactly what they are told.

They pass the same contract suites as the real ones, so a fake that lies is caught.
"""

from fathoms.testing.fakes import FixedClock, ScriptedMind, ScriptedSource, ScriptedStep

__all__ = ["FixedClock", "ScriptedMind", "ScriptedSource", "ScriptedStep"]
