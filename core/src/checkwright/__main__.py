"""`python -m checkwright`: the command line."""

from .cli import main

if __name__ == "__main__":  # pragma: no branch - nobody imports it but to run it
    raise SystemExit(main())
