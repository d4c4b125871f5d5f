"""`python -m checkwright_runner`: the command line."""

from .cli.main import program

if __name__ == "__main__":  # pragma: no branch - nobody imports it but to run it
    raise SystemExit(program())
