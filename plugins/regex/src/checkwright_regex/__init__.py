"""Kind regex: the reply matches PCRE2 patterns."""

from collections.abc import Mapping, Sequence

from checkwright import Kind, hookimpl

from .executor import prepare, warn
from .spec import Regex

__all__ = ["KIND", "checkwright_kinds"]


def _engines() -> Mapping[str, str]:
    import pcre2

    return {"PCRE2": pcre2.__libpcre2_version__}


KIND = Kind(spec=Regex, prepare=prepare, engines=_engines, warn=warn)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[Regex]]:
    """Offer the one kind of this package."""
    return [KIND]
