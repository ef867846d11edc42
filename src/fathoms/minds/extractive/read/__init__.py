"""A request, read: what it is about, what it asks, in which words."""
