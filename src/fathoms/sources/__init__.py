"""Places to search: the user's documents (`kb/`), and whatever else has an entry point."""
