"""Make Markdown tables whose cells hold any text."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from checkwright.wording import one_line

__all__ = ["cell", "code", "fields_table", "table"]

_WORDS = {
    "string": "text",
    "number": "number",
    "integer": "whole number",
    "boolean": "true or false",
    "object": "mapping",
    "array": "list",
    "null": "null",
}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Give a Markdown table; every cell is Markdown already."""
    lines = [" | ".join(row) for row in (head, *rows)]
    lines.insert(1, "|".join("---" for _ in head))
    return "".join(f"| {line} |\n" if index != 1 else f"|{line}|\n" for index, line in enumerate(lines))


def cell(text: str, most: int = 400) -> str:
    """Make prose safe inside a table: one line, no bar, no markup of HTML."""
    return one_line(text, most).replace("|", "\\|").replace("<", "&lt;")


def code(value: Any, most: int = 120) -> str:
    """Quote a value as code inside a table: as JSON, on one line, what nobody can see escaped."""
    text = one_line(json.dumps(value, ensure_ascii=False), most).replace("|", "\\|")
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}"


def fields_table(schema: Any) -> str:
    """Tabulate the properties of an object's JSON Schema."""
    required = schema.get("required", ())
    return table(
        ["field", "required", "form", "meaning"],
        (
            [f"`{name}`", "yes" if name in required else "no", _form(field), _meaning(field)]
            for name, field in schema["properties"].items()
        ),
    )


def _meaning(field: Any) -> str:
    default = f" Default: {code(field['default'])}." if "default" in field else ""
    return cell(field.get("description", "")) + default


def _form(schema: Any, many: str = "") -> str:
    """Say the form of a field in few words.

    many: "s" in a list.
    """
    if "$ref" in schema:
        return f"mapping{many}"
    if "const" in schema:
        return code(schema["const"])
    if "enum" in schema:
        return ", ".join(code(value) for value in schema["enum"])
    for alternatives in (schema.get("anyOf"), schema.get("oneOf")):
        if alternatives:
            return " or ".join(_form(one) for one in alternatives)
    if schema.get("type") == "array":
        return f"list of {_form(schema.get('items', {}), many='s')}"
    kinds = schema.get("type", ())
    names = kinds if isinstance(kinds, list) else [kinds] if kinds else []
    words = " or ".join(_WORDS[name] for name in names) or "anything"
    return (words if words == _WORDS["boolean"] else words + many) + _range(schema)


def _range(schema: Any) -> str:
    """Say the bounds of a number."""
    low, high, over = (schema.get(name) for name in ("minimum", "maximum", "exclusiveMinimum"))
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if over is not None:
        return f" over {over}"
    return f" from {low}" if low is not None else f" up to {high}" if high is not None else ""
