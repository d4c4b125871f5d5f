"""Output: how a server is told to give JSON."""

from enum import StrEnum

__all__ = ["Output"]


class Output(StrEnum):
    """How a server is told what to give: JSON, JSON by a schema, or nothing at all."""

    JSON_OBJECT = "json_object"
    JSON_SCHEMA = "json_schema"
    TEXT = "text"
