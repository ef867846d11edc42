"""Where runs, events, calls, pages, facts, findings and reports are kept."""
