"""The knowledge base: ingest documents, find passages, say exactly where they stand.

Read `store.py` first (the verbs), then `ingest.py` and `search.py`; `source.py` is what an investigation sees.
"""

from fathoms.sources.kb.source import KnowledgeBaseSource, open_source
from fathoms.sources.kb.store import KnowledgeBase

__all__ = ["KnowledgeBase", "KnowledgeBaseSource", "open_source"]
