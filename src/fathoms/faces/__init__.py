"""The faces: they show what the service knows, and only they print."""
