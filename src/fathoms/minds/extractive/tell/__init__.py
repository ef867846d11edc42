"""From facts to a section, in the language of the question."""
