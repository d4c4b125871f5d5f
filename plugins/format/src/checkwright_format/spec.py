"""The document of a format check."""

from typing import Literal

from pydantic import Field

from checkwright import CheckSpec

__all__ = ["Format"]


class Format(CheckSpec):
    """The whole response is written in one format."""

    kind: Literal["format"]
    format: Literal[
        "json",
        "yaml",
        "xml",
        "html",
        "csv",
        "markdown",
        "text",
        "number",
        "integer",
        "date",
        "time",
        "date-time",
        "email",
        "uri",
        "uuid",
        "ipv4",
        "ipv6",
    ] = Field(
        description="What the response is written in: json, yaml, xml, html, csv, markdown or text, or one "
        "value: number, integer, date, time, date-time, email, uri, uuid, ipv4 or ipv6.",
    )
    strict: bool = Field(
        default=False,
        description="Whether the response must stand without a Markdown fence around it; with the format "
        "markdown also whether it must hold a block that is no paragraph.",
    )
