"""`checkwright schema`: the merged schema of what is installed, for editors."""

from __future__ import annotations

import argparse
import json

from checkwright import Kinds, merged_schema

from ..arguments.inputs import kinds_of
from ..parser import file_name
from ..screen.printing import put_data
from ..writing.whole_file import whole_file

__all__ = ["arguments", "run", "schema_text"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `schema` takes."""
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=file_name, help="write to a file instead of stdout"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the schema, or write it to a file."""
    text = schema_text(kinds_of(arguments))
    if arguments.output in (None, "-"):
        put_data(text)
    else:
        with whole_file(arguments.output) as write:
            write(text.encode("utf-8"))
    return 0


def schema_text(kinds: Kinds) -> str:
    """Return the merged schema as a JSON text in its one canonical form."""
    return json.dumps(merged_schema(kinds), indent=2, ensure_ascii=False) + "\n"
