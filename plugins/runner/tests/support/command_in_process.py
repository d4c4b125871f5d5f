"""Call the command line in this process, with streams of our own."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

from checkwright_runner.cli.main import main

RUBRIC = """\
id: greeting
version: "1.0"
checks:
  - {kind: test.says, id: polite, word: hello}
  - {kind: test.words}
scoring: {combine: all_pass}
"""


@dataclass(frozen=True)
class Ran:
    """What a call gave: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def rows(self):
        """The JSON lines of stdout."""
        return [json.loads(line) for line in self.out.splitlines()]


def cli(*argv, stdin=b"", encoding="utf-8", kinds=True, stderr=None):
    """Run `checkwright ARGV --plugin kinds_of_words`.

    kinds: whether the plugin is given.
    stderr: what stands for it instead of a stream of bytes.
    """
    out, err = io.BytesIO(), io.BytesIO()
    streams = [io.TextIOWrapper(raw, encoding=encoding, newline="\n") for raw in (out, err)]
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding=encoding)
    try:
        with redirect_stdout(streams[0]), redirect_stderr(stderr or streams[1]):
            try:
                code = main([*map(str, argv), *(["--plugin", "kinds_of_words"] if kinds else [])])
            except SystemExit as end:
                code = end.code
    finally:
        sys.stdin = before
    for stream in streams:
        stream.flush()
    return Ran(code, out.getvalue().decode(encoding), err.getvalue().decode(encoding))
