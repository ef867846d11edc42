"""One module per format, each with `render(report) -> str`. They decide how a report looks, never what it says."""
