"""The format yaml: documents whose roots are mappings or lists, without duplicate keys; events by PyYAML."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import Any

from checkwright.wording import counted, shown

from .results import Invalid, Reader, Valid, half_of_a_pair

__all__ = ["reader"]

#: Characters that no YAML may hold unescaped. Source: YAML 1.2.2, sections 5.1 and 5.2.
_CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
_TAG_DIRECTIVE = re.compile(r"^%TAG\b", re.MULTILINE)
#: libyaml compares each %TAG directive with all before it, which makes many of them quadratic.
_TAG_DIRECTIVES = 16


def reader(parser: Callable[[str], Any] | None = None) -> Reader:
    """Return the reader of YAML.

    parser: makes a parser of PyYAML; None for that of libyaml where PyYAML was built with it.
    """
    import yaml

    from checkwright import yaml12

    from .yaml_nodes import TOO_DEEP, NodeMistake, read_documents

    def read(text: str) -> Valid | Invalid:
        unreadable = _unreadable(text)
        if unreadable is not None:
            return unreadable
        try:
            roots = read_documents(yaml12.events(text, parser))
        except NodeMistake as mistake:
            return Invalid.at(mistake.message, mistake.index)
        except yaml.MarkedYAMLError as error:
            message, place = yaml12.complaint(error, text)
            if "nesting depth" in f"{error.context} {error.problem}":
                message = TOO_DEEP  # libyaml scans ahead, so it meets its own limit before ours
            return Invalid.at(message, place)
        except (ValueError, OverflowError):
            # From the Python parser of PyYAML: the number in an escape or a %YAML version is out of range.
            return Invalid("found a number out of range in an escape or a directive", 0, len(text))
        if len(roots) == 1:
            return Valid(roots[0])
        return Valid(counted(len(roots), "document"))

    return read


def _unreadable(text: str) -> Invalid | None:
    """Return the result for a text that must not be parsed, or None."""
    lone = half_of_a_pair(text)
    if lone is not None:
        return lone
    control = _CONTROL.search(text)
    if control is not None:
        return Invalid.at(f"found the character {shown(control[0])}, which no YAML may hold", control.start())
    directives = _TAG_DIRECTIVE.finditer(text) if "%TAG" in text else iter(())
    directive = next(islice(directives, _TAG_DIRECTIVES, None), None)
    if directive is not None:
        return Invalid.at(f"tag limit: more than {_TAG_DIRECTIVES} %TAG directives", directive.start(), 4)
    return None
