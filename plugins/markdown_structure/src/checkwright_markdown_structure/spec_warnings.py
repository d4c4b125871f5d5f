"""Warn of fields that are valid and probably not what the author meant."""

from collections.abc import Iterator

from checkwright.wording import shown

from .spec import MarkdownStructure

__all__ = ["warn"]


def warn(spec: MarkdownStructure) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield path and message of each warning: a level that allows everything, a section with #."""
    if spec.max_heading_level == 6:
        yield ("max_heading_level",), "6 does nothing: Markdown has no deeper heading, leave it out"
    for index, section in enumerate(spec.required_sections):
        if section.lstrip().startswith("#"):
            yield (
                ("required_sections", index),
                f"{shown(section)} starts with #: give the text of the heading alone",
            )
