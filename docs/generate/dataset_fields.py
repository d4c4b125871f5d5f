"""The page of the fields of a dataset."""

from tables import fields_table

import checkwright_schema

__all__ = ["page"]


def page() -> str:
    """Give the page from the schema; that null is taken too is said once, not in every row."""
    question = checkwright_schema.schema("dataset")["$defs"]["question"]
    for field in question["properties"].values():
        if isinstance(field["type"], list):
            field["type"] = [name for name in field["type"] if name != "null"]
            field["type"] = field["type"][0] if len(field["type"]) == 1 else field["type"]
    return (
        "# Fields of a dataset\n\n"
        "A dataset is a mapping with `questions`, in YAML or JSON, or a file of JSON Lines (`*.jsonl`) with "
        "one question a line. It has no rubric of its own: each question names one. Other fields are kept, "
        "and checks can see them. Why so stands in [decisions](../explanation/decisions/datasets.md).\n\n"
        "## A question\n\n"
        'Ids are compared as text, so `7` and `"7"` are one id, and no id stands twice. `null` in an '
        f"optional field is as if the field were not there.\n\n{fields_table(question)}"
    )
