"""Other people's collections as read-only sources: Chroma, Qdrant, and the search tool of any MCP server.

`records.py` is what an investigation sees; one file per kind of collection finds records.
"""
