"""Find keys that stand in a file of profiles, and take them out of what is said of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from checkwright import Problem

from ..secret import REDACTED
from .profile import VARIABLE_PATTERN

__all__ = ["NO_KEY", "literal_keys", "looks_like_key", "without_keys"]

#: What is said of a key in a file.
NO_KEY = "a key does not belong in a file"
_NO_VARIABLE = "this is no name of an environment variable"
#: Names of parameters that hold keys, without what joins their words.
_KEY_NAMES = frozenset(
    {"apikey", "authorization", "accesstoken", "bearertoken", "clientsecret", "password", "secret", "xapikey"}
)
_WORDS = re.compile("[A-Za-z0-9_-]{8,}")
#: Letters and digits in one run that is too long for a word, and too mixed for a name.
_MIXED = re.compile("(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9]{16,}")
_HEX = re.compile("[0-9a-fA-F]{32,}")

Place = tuple[str | int, ...]


def literal_keys(data: Any) -> Iterator[tuple[Place, str]]:
    """Yield where keys stand in the data of a file of profiles, or what may be one, and why that is refused.

    The place never holds one. A key under any other name is an unknown field, of which no value is shown.
    """
    profiles = data.get("profiles") if isinstance(data, Mapping) else None
    for name, profile in profiles.items() if isinstance(profiles, Mapping) else ():
        if isinstance(profile, Mapping):
            place = ("profiles", str(name))
            if "api_key" in profile:
                yield from _in_api_key(profile["api_key"], (*place, "api_key"))
            yield from _in_parameters(profile.get("parameters"), (*place, "parameters"))


def _in_api_key(key: Any, place: Place) -> Iterator[tuple[Place, str]]:
    if not isinstance(key, Mapping):
        if key is None:
            yield place, "there is nothing behind it (null); without a key say none"
        elif key != "none":
            yield place, NO_KEY
        return
    if any(looks_like_key(str(name)) for name in key):
        yield place, NO_KEY
    variable, file, keyring = key.get("env"), key.get("file"), key.get("keyring")
    if isinstance(variable, str) and looks_like_key(variable):
        yield (*place, "env"), NO_KEY
    elif variable is not None and re.fullmatch(VARIABLE_PATTERN, str(variable)) is None:
        yield (*place, "env"), _NO_VARIABLE
    if isinstance(file, str) and looks_like_key(file):
        yield (*place, "file"), NO_KEY
    if keyring is not None and not isinstance(keyring, Mapping):
        yield (*place, "keyring"), NO_KEY


def _in_parameters(value: Any, place: Place) -> Iterator[tuple[Place, str]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if re.sub("[-_ ]", "", str(name)).casefold() in _KEY_NAMES:
                yield (*place, str(name)), NO_KEY
            else:
                yield from _in_parameters(inner, (*place, str(name)))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _in_parameters(inner, (*place, index))


def looks_like_key(text: str) -> bool:
    """Tell whether a text can hardly be anything else: `sk-...`, a long mix of letters and digits, or hex."""
    if _WORDS.fullmatch(text) is None:
        return False
    return (
        text.startswith("sk-")
        or any(_MIXED.fullmatch(part) for part in re.split("[-_]", text))
        or _HEX.fullmatch(re.sub("[-_]", "", text)) is not None
    )


def without_keys(problem: Problem) -> Problem:
    """Return a problem in which nothing is shown that looks like a key."""
    hint = None if problem.hint is None else _redacted(problem.hint)
    return replace(problem, message=_redacted(problem.message), path=_redacted(problem.path), hint=hint)


def _redacted(text: str) -> str:
    return _WORDS.sub(lambda word: REDACTED if looks_like_key(word[0]) else word[0], text)
