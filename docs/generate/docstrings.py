"""Turn the docstrings of this house into Markdown."""

import inspect
import re
from collections.abc import Iterator

__all__ = ["markdown", "summary"]

#: A line that speaks of one argument or attribute (or of several): `name: what it is`.
_ENTRY = re.compile(r"(?P<names>[A-Za-z_][\w.]*(?:, [A-Za-z_][\w.]*)*): (?P<text>.*)")

#: Where the entries of a paragraph begin: at its start, or after a sentence.
_FIRST = re.compile(r"(?:\A|(?<=\.\n))(?=[a-z]\w*(?:, [a-z]\w*)*: )")
#: Where a second entry begins on the line of another one.
_SECOND = re.compile(r"(?<=\.) (?=[a-z_]+: )")


def summary(value: object) -> str:
    """Give the first line of a docstring."""
    return (inspect.getdoc(value) or "").partition("\n")[0]


def markdown(doc: str) -> str:
    """Give a docstring as Markdown: its arguments and what it raises become lists."""
    return "\n\n".join(_paragraph(part.strip("\n")) for part in doc.split("\n\n")).strip()


def _paragraph(text: str) -> str:
    head, _, rest = text.partition("\n")
    if head == "Raises:":
        return "Raises:\n\n" + "\n".join(_entries(inspect.cleandoc(rest)))
    if text.startswith("- "):
        return text
    start = _FIRST.search(text)
    if start is None:
        return text
    entries = "\n".join(_entries(text[start.start() :]))
    return f"{text[: start.start()]}\n{entries}" if start.start() else entries


def _entries(text: str) -> Iterator[str]:
    for line in _SECOND.sub("\n", text).split("\n"):
        entry = None if line.startswith(" ") else _ENTRY.fullmatch(line)
        if entry is None:
            yield f"  {line.strip()}"
        else:
            yield f"- `{entry['names']}`: {entry['text']}"
