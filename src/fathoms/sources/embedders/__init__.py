"""Embedders, one file each: MiniLM and USE on this machine, OpenAI-compatible and Ollama over HTTP.

Each file has an entry point `open_embedder(options)` and imports its library only then, so that
nobody pays for an embedder that is not used.
"""
