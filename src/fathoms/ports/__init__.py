"""The verbs, as Protocols: what the engine asks of minds, sources and stores."""
