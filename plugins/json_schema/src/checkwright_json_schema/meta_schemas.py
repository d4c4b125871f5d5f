"""The published meta-schemas, which any schema may refer to."""

from typing import Any

from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]
from referencing import Registry

__all__ = ["META_SCHEMAS"]

#: The meta-schemas of all drafts, by their addresses.
META_SCHEMAS: Registry[Any] = REGISTRY
