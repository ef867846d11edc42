"""The web as a source: find pages with search engines, fetch them safely, read what stands in them.

Read `source.py` first (what an investigation sees), then `fetch.py` and `gate.py` (what may be reached), then
`chain.py` (engines and their fallbacks). One file per engine stands in `engines/`.
"""
