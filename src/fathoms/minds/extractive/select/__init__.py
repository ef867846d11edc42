"""From passages to the windows worth quoting."""
