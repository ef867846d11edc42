"""From claims to facts: located, weighed, new or known, in conflict or not, used again."""
