"""Fakes that ship with the product: minds and sources that do exactly what they are told.

They pass the same contract suites as the real ones, so a fake that lies is caught.
"""

from fathoms.testing.fakes import FixedClock, ScriptedMind, ScriptedSource

__all__ = ["FixedClock", "ScriptedMind", "ScriptedSource"]
