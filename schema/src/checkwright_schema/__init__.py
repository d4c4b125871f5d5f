"""The JSON Schemas (draft 2020-12) of Checkwright's documents, as data."""

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referencing import Registry

    #: Every schema of the package, by its `$id`.
    REGISTRY: Registry[Any]

__all__ = ["NAMES", "REGISTRY", "schema"]

#: The documents that have a schema.
NAMES = ("check", "dataset", "rubric", "verdict")


def schema(name: str) -> Any:
    """Give a fresh copy of the schema of one of NAMES.

    Raises:
        KeyError: there is no schema of that name.
    """
    if name not in NAMES:
        raise KeyError(name)
    return json.loads(files(__name__).joinpath(f"{name}.schema.json").read_text(encoding="utf-8"))


@cache
def _registry() -> "Registry[Any]":
    from referencing import Registry, Resource

    resources = [Resource.from_contents(schema(name)) for name in NAMES]
    registry: Registry[Any] = Registry()
    return registry.with_resources((str(resource.id()), resource) for resource in resources)


def __getattr__(name: str) -> "Registry[Any]":
    if name == "REGISTRY":
        return _registry()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
