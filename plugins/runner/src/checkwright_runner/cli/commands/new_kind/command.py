"""`checkwright new-kind`: a package for a kind of one's own, whose tests are green at once."""

from __future__ import annotations

import argparse
from pathlib import Path

from ...parser import file_name

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `new-kind` takes."""
    parser.add_argument(
        "kind", metavar="NAME", help="the kind's name, a prefix of your own in front: acme.word_limit"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="DIR",
        type=file_name,
        help="the folder to write, new or empty; default NAME with hyphens, in the current folder",
    )
    parser.add_argument(
        "--first-party",
        action="store_true",
        help="name a kind of Checkwright itself, without a dot, in the distribution checkwright-NAME",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the package, and print what to do next."""
    from ...arguments.inputs import kinds_of
    from ...screen.printing import clean, say
    from .names import names_of
    from .taken_names import refuse_taken
    from .template import package_files
    from .writing import write_folder

    names = names_of(arguments.kind, first_party=arguments.first_party)
    refuse_taken(names, kinds_of(arguments))
    folder = arguments.output or names.distribution
    write_folder(Path(folder), package_files(names))
    say(clean(f"{folder}: a package with the kind {names.kind}; next:"))
    for command in _next(folder):
        say(f"  {clean(command)}")
    return 0


def _next(folder: str) -> tuple[str, ...]:
    """Return the commands that install, prove and show the kind."""
    from shlex import quote

    place = folder if Path(folder).is_absolute() or folder.startswith(".") else f"./{folder}"
    return (f"pip install -e {quote(f'{place}[test]')}", f"pytest {quote(place)}", "checkwright kinds")
