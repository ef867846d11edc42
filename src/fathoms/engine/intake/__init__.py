"""From a question to whether it can be researched: how vague, how wide, what to ask back, what to ask instead."""
