"""From what a run found to the report as a value: composed, checked, fitted."""
