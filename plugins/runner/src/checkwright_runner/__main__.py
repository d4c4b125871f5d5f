"""`python -m checkwright_runner`: the command line."""

import os
import sys

# `-m` puts the current folder in front of everything that is installed: a `json.py` there would be ours.
# `os` is what every interpreter has loaded by now; `pathlib` may be a file of that folder.
if __name__ == "__main__" and not sys.flags.safe_path and sys.path[:1] == [os.getcwd()]:  # noqa: PTH109
    del sys.path[0]  # pragma: no cover - in processes of its own

from .cli.main import program

if __name__ == "__main__":  # pragma: no branch - nobody imports it but to run it
    raise SystemExit(program())
