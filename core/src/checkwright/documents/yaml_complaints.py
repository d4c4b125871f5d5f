"""Say a YAML parser's complaint in words that tell an author what to do."""

from __future__ import annotations

import re
from typing import Any

from ..wording import one_line, shown
from .mistakes import Mark

__all__ = ["explained"]

_QUOTE = "quote the value"
_BACKSLASH = "write \\\\ for a backslash, or use single quotes"
_CODE_POINT = "write the character itself, or \\U and eight hexadecimal digits"
_INDENTATION = "check the indentation"

#: Part of what libyaml or PyYAML says, our words, the hint, and whether the mistake stands where the parser
#: gave up ("problem") or where it began what it could not finish ("context"). The first row that fits counts.
_COMPLAINTS = (
    ("a tag", "a tag is not allowed", "quote a text that starts with '!'", "context"),
    ("tag handle", "a tag is not allowed", "quote a text that starts with '!'", "problem"),
    ("could not find expected ':'", "expected 'key: value' or '- item'", "write ': ' after a key", "context"),
    ("tab character", "a tab in the indentation", "indent with spaces", "problem"),
    ("nesting depth", "nested deeper than 1,000 levels", None, "problem"),
    ("unknown escape", "an unknown escape in double quotes", _BACKSLASH, "problem"),
    ("expected hexdecimal", "an escape without its hexadecimal digits", _BACKSLASH, "problem"),
    ("expected escape sequence", "an escape without its hexadecimal digits", _BACKSLASH, "problem"),
    ("invalid Unicode", "an escape that is no character", _CODE_POINT, "problem"),
    (
        "quoted scalar",
        "a text in quotes is not closed",
        "end it with the quote that it starts with",
        "context",
    ),
    ("an alias", "'*' starts an alias, expected a name after it", _QUOTE, "context"),
    ("an anchor", "'&' starts an anchor, expected a name after it", _QUOTE, "context"),
    (
        "sequence entries are not",
        "a list cannot start on the line of its key",
        "start it on the next line",
        "problem",
    ),
    ("mapping keys are not", "'? ' cannot start a value", _QUOTE, "problem"),
    ("block scalar", "expected nothing after '|' or '>'", "start the text on the next line", "context"),
    (
        "directive",
        "'%' at the start of a line is a directive, and no known one",
        "remove the line",
        "problem",
    ),
    ("incompatible YAML", "a version of YAML other than 1.1 and 1.2", "remove the %YAML line", "problem"),
    ("<document start>", "expected '---' or the end of the document", "one document per file", "problem"),
)
#: What an open list or mapping wants next.
_WANTED = (
    ("flow sequence", "expected ',' or ']' in the list that starts on line {}"),
    ("flow mapping", "expected ',' or '}}' in the mapping that starts on line {}"),
    ("block collection", "expected '- ' as in the list that starts on line {}"),
    ("block sequence", "expected '- ' as in the list that starts on line {}"),
    ("block mapping", "expected a key as in the mapping that starts on line {}"),
)
_LONGEST_KEY = 1024


def explained(error: Any, text: str) -> tuple[str, Any, tuple[()], str | None]:
    """Return message, mark, path and hint for a MarkedYAMLError about `text`."""
    said, mark = f"{error.context or ''}; {error.problem}", error.problem_mark
    before = text[text.rfind("\n", 0, mark.index) + 1 : mark.index]
    found = text[mark.index : mark.index + 1]
    if not found:
        mark = Mark.at(text, len(text))
    hint: str | None
    if "mapping values are not" in said:
        message, hint = _colon(before)
    elif "cannot start any token" in said or "node content" in said:
        message, hint = _start(found)
    else:
        message, hint, stands = next(
            (row[1:] for row in _COMPLAINTS if row[0] in said), _other(error, before, found)
        )
        if stands == "context":
            mark = error.context_mark
    return message, mark, (), hint


def _colon(before: str) -> tuple[str, str]:
    """Explain a ':' that starts no value, by what stands before it on its line."""
    if len(before) > _LONGEST_KEY:
        return f"a key of more than {_LONGEST_KEY:,} characters", "shorten it, or write the document as JSON"
    if re.search(r":\s", before):
        return "a ': ' inside a value", _QUOTE
    return "a key where none can stand", "check the indentation, and the ': ' of the line above"


def _start(found: str) -> tuple[str, str]:
    """Explain a character that cannot start a value."""
    if not found:
        return "the text ends where a value is expected", "close every [ and {"
    if found == "\t":
        return "a tab in the indentation", "indent with spaces"
    return f"a value cannot start with {shown(found)}", _QUOTE


def _other(error: Any, before: str, found: str) -> tuple[str, str | None, str]:
    """Explain what an open list or mapping did not expect."""
    message = next((row[1] for row in _WANTED if row[0] in (error.context or "")), None)
    if message is None:
        return f"not YAML: {one_line(error.problem, 200)}", None, "problem"
    message = message.format(error.context_mark.line + 1)
    if "flow" in error.context:
        return (
            message,
            "quote a text that holds ': '" if found == ":" else "quote a text that holds , [ ] { or }",
            "problem",
        )
    if before.strip(" -"):
        return (
            "unexpected text after the end of a value",
            "quote the whole value, a ' inside '...' is written ''",
            "problem",
        )
    return message, _INDENTATION, "problem"
