"""Pages that show nothing without JavaScript, drawn by an installed Chromium that has no network of its own.

Read `drawing.py` first. The browser hands every request to us over a pipe (`devtools.py`); `parts.py` answers it over
the same gated road as any page. What the browser might try past the pipe is led to a dead end (`chromium.py`).
"""
