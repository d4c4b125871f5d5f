"""Which parameter a server refuses by its name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from .errors import ServerError

__all__ = ["refused_parameter"]

_NAME = r"[`'\"‘“]?(?P<name>[A-Za-z_][\w.]*)[`'\"’”]?"
_THING = r"(?:parameter|argument|field|name|key|property|value)(?:s|\(s\))?"


def _said(words: str) -> re.Pattern[str]:
    return re.compile(words.replace("NAME", _NAME).replace("THING", _THING), re.IGNORECASE)


#: Codes of servers that refuse a parameter itself, whatever its value.
_CODE = re.compile(r"unsupported|unknown|unrecogni[sz]ed|unexpected|extra_forbidden")
#: What servers say of a parameter that they do not take; each names it.
_WORDS = (
    _said(
        r"(?:unsupported|unknown|unrecogni[sz]ed|unexpected) (?:request |keyword |body |input )*THING"
        r"(?: supplied| name| in \w+)?:? +NAME"
    ),
    _said(
        r"NAME (?:THING )?(?:is|are|was) "
        r"(?:not (?:\w+ )?(?:supported|permitted|allowed|recogni[sz]ed|known)|unsupported|unknown|unexpected)"
    ),
    _said(r"not support (?:the )?(?:use of )?(?:THING )?NAME"),
    _said(r"NAME does not support"),
    _said(r"NAME:?\s+extra (?:inputs|fields) (?:are )?not permitted"),
    _said(r"extra (?:inputs|fields) (?:are )?not permitted, field: NAME"),
    _said(r"'loc': [(\[]'body', NAME[)\]], 'msg': 'extra"),
    _said(r"additional properties are not allowed \(NAME"),
)
_INVALID = _said(r"invalid THING:? +NAME")
#: Where a value is wrong and the parameter known.
_VALUE_CODE = re.compile(r"_max_|_min_|length|out_of_range|invalid_(?!request)")
_VALUE_WORDS = re.compile(
    r"\b(?:must|maximum|minimum|greater|less|larger|smaller|at (?:least|most)|between|range|exceeds?|too)\b",
    re.IGNORECASE,
)


#: Characters of a message that are looked at: the time for some patterns grows with the square of it.
_MOST_LOOKED_AT = 2_000


def refused_parameter(error: ServerError, sent: Collection[str]) -> str | None:
    """Return the name among those sent that a server refuses; None when it refuses something else.

    A parameter whose value alone is wrong, such as a temperature of 9, is not refused by its name.
    """
    return next((name for name in map(_root, _named(error)) if name in sent), None)


def _named(error: ServerError) -> Iterator[str]:
    """Return the names that an error blames, the surest first."""
    message = error.message[:_MOST_LOOKED_AT]
    refuses = any(map(_CODE.search, error.codes))
    of_value = not refuses and (
        any(map(_VALUE_CODE.search, error.codes)) or _VALUE_WORDS.search(message) is not None
    )
    if error.param is not None and not of_value:
        yield error.param
    yield from error.extra
    words = _WORDS if of_value else (*_WORDS, _INVALID)
    found = [match for one in words for match in one.finditer(message)]
    yield from (match["name"] for match in sorted(found, key=lambda match: match.start()))


def _root(name: str) -> str:
    """Return the parameter itself, of `response_format.type` or `logit_bias[3]`."""
    return re.split(r"[.\[]", name, maxsplit=1)[0]
