"""One investigation: its scope, searches, reading, drift, plateau and end."""
