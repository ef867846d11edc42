"""Language, below the rules: one definition each of word, sentence, quote, figure, date, denial, name, place, address.

Knows: texts, and the languages of `lang/`.  Does not know: sources, facts, questions; whoever needs other care passes
an option, never a pattern of its own.
"""
