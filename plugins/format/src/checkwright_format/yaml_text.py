"""The format yaml: documents whose roots are mappings or lists, no key twice; PyYAML finds the events."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from checkwright.wording import shown

from .reading import Fits, Misfit, Read, counted, lone_surrogate

if TYPE_CHECKING:
    from checkwright.document.yaml_reader import Parser

__all__ = ["reader"]

#: What no YAML may hold as it is. Source: YAML 1.2.2, sections 5.1 and 5.2.
_CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
_TAG_DIRECTIVE = re.compile(r"^%TAG\b", re.MULTILINE)
#: libyaml compares each %TAG directive with all before it, which makes many of them quadratic.
_TAG_DIRECTIVES = 16


def reader(parser: Parser | None = None) -> Read:
    """Make the reader of YAML.

    parser: of PyYAML, None for libyaml's where PyYAML was built with it.
    """
    import yaml

    from checkwright.document.yaml_reader import yaml_events
    from checkwright.document.yaml_syntax import explained

    from .yaml_nodes import TOO_DEEP, NodeMistake, read_documents

    def read(text: str) -> Fits | Misfit:
        unreadable = _unreadable(text)
        if unreadable is not None:
            return unreadable
        try:
            roots = read_documents(yaml_events(text, parser))
        except NodeMistake as mistake:
            return Misfit.at(mistake.says, mistake.index)
        except yaml.MarkedYAMLError as error:
            says, mark, *_ = explained(error, text)
            if "nesting depth" in f"{error.context} {error.problem}":
                says = TOO_DEEP  # libyaml has a limit of its own and meets it first, since it scans ahead
            return Misfit.at(says, getattr(mark, "index", len(text)))
        except (ValueError, OverflowError):
            # PyYAML's own parser, at an escape or a %YAML version whose number is out of range.
            return Misfit("found a number out of range in an escape or a directive", 0, len(text))
        if len(roots) == 1:
            return Fits(roots[0])
        return Fits(counted(len(roots), "document"))

    return read


def _unreadable(text: str) -> Misfit | None:
    """Refuse what a parser must not see."""
    lone = lone_surrogate(text)
    if lone is not None:
        return lone
    control = _CONTROL.search(text)
    if control is not None:
        return Misfit.at(f"found the character {shown(control[0])}, which no YAML may hold", control.start())
    directives = _TAG_DIRECTIVE.finditer(text) if "%TAG" in text else iter(())
    directive = next(islice(directives, _TAG_DIRECTIVES, None), None)
    if directive is not None:
        return Misfit.at(f"tag limit: more than {_TAG_DIRECTIVES} %TAG directives", directive.start(), 4)
    return None
