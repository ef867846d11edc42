"""The nouns: frozen values without behaviour that could fail and without any I/O."""
