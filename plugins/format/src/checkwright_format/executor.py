"""Prepare a check, and tell the versions of what reads; what executes it is imported for the first one."""

from __future__ import annotations

from collections.abc import Mapping

from checkwright import Execute, Toolbox

from .spec import Format

__all__ = ["engines", "prepare"]


def prepare(spec: Format, toolbox: Toolbox) -> Execute:
    """Return the function that reads responses in the format of the check."""
    # Imported here: only a run that uses the kind needs what replies are read with.
    from .reading import reading

    return reading(spec, toolbox)


def engines() -> Mapping[str, str]:
    """Return the names and versions of the libraries that read."""
    from importlib.metadata import version
    from xml.parsers import expat

    import yaml

    libyaml = getattr(yaml, "__with_libyaml__", False)
    return {
        "PyYAML": yaml.__version__ + (" (libyaml)" if libyaml else ""),
        "expat": expat.EXPAT_VERSION.removeprefix("expat_"),
        **{name: version(name) for name in ("jsonschema-rs", "markdown-it-py", "turbohtml")},
    }
