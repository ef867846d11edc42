"""One module per command or small group: its arguments, its help, and one call to what does the work.

Only click is imported at the top of these, so that `fathoms COMMAND --help` is quick; the rest comes when
the command is invoked.
"""
