"""The MCP face: an agent delegates research, watches it, steps in, and follows a sentence down to its words."""
