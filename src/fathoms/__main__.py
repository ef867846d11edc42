"""`python -m fathoms` is `fathoms`."""

from fathoms.faces.cli import main

if __name__ == "__main__":
    main()
