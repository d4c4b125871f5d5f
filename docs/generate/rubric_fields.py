"""The page of the fields of a rubric."""

from tables import fields_table

import checkwright_schema

__all__ = ["page"]


def page() -> str:
    """Give the page; the kinds have pages of their own."""
    rubric, check = checkwright_schema.schema("rubric"), checkwright_schema.schema("check")
    return (
        "# Fields of a rubric\n\n"
        "Unknown fields are refused at every level, and an optional field is absent or has a value: it is "
        "never null. How the six combine modes score stands in "
        "[read a verdict](../how-to/read-a-verdict.md#combine-modes).\n\n"
        f"## The rubric\n\n{fields_table(rubric)}\n"
        f"## Its scoring\n\n{fields_table(rubric['properties']['scoring'])}\n"
        f"## Every check\n\nEach kind adds fields of its own: [kinds](kinds.md).\n\n{fields_table(check)}"
    )
