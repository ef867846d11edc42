"""Language, below the rules: words, sentences, quotes, figures, dates, names, places, addresses."""
