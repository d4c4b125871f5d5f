"""Kind markdown_structure: headings, sections and code blocks of a reply, and patterns that are not in it."""

from collections.abc import Mapping, Sequence

from checkwright import Kind, hookimpl

from .executor import prepare
from .spec import MarkdownStructure
from .spec_warnings import warn

__all__ = ["KIND", "checkwright_kinds"]


def _engines() -> Mapping[str, str]:
    from importlib.metadata import version

    return {"markdown-it-py": version("markdown-it-py")}


KIND = Kind(spec=MarkdownStructure, prepare=prepare, engines=_engines, warn=warn)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[MarkdownStructure]]:
    """Offer the one kind of this package."""
    return [KIND]
