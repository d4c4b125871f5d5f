"""`python -m checkwright`: the command line."""

from .cli import program

if __name__ == "__main__":  # pragma: no branch - nobody imports it but to run it
    raise SystemExit(program())
