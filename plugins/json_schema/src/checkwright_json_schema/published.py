"""The published meta-schemas, as far as anything may refer to them."""

from typing import Any

from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]
from referencing import Registry

__all__ = ["PUBLISHED"]

#: All of them, by their addresses.
PUBLISHED: Registry[Any] = REGISTRY
