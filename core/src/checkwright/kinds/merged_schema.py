"""The schema of the installed kinds: one rubric schema with every fragment under its own name."""

from __future__ import annotations

import copy
from typing import Any

import checkwright_schema

from ..schema.fragment import DIALECT, definitions_of
from .kinds import Kinds

__all__ = ["merged_schema"]

#: Where the fields of every check stand; no kind has a name with a capital.
_CHECK = "Check"


def merged_schema(kinds: Kinds) -> dict[str, Any]:
    """Merge the rubric schema with the fragment of every kind; the same bytes whatever the load order.

    One `if` on the kind's name leads to each fragment, so that a mistake is reported by the one kind
    that it belongs to. All references are local.
    """
    rubric = checkwright_schema.schema("rubric")
    check = checkwright_schema.schema("check")
    fragments, _ = kinds.fragments
    for head in (rubric, check):
        head.pop("$schema")
        head.pop("$id")
    rubric["properties"]["checks"]["items"] = {"$ref": f"#/$defs/{_CHECK}"}
    description = check["properties"]["kind"]["description"]
    names: dict[str, Any] = {"type": "string", "enum": list(fragments)} if fragments else {"not": {}}
    check["properties"]["kind"] = {"description": description, **names}
    if fragments:
        check["allOf"] = [_branch(name) for name in fragments]
    definitions = {_CHECK: check}
    for name, fragment in fragments.items():
        definitions.update(definitions_of(fragment, name))
    return copy.deepcopy({"$schema": DIALECT, **rubric, "$defs": definitions})


def _branch(name: str) -> dict[str, Any]:
    return {
        "if": {"type": "object", "properties": {"kind": {"const": name}}, "required": ["kind"]},
        "then": {"$ref": f"#/$defs/{name}"},
    }
