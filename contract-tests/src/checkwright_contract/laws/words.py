"""Laws of words: what a check says can be printed anywhere and points at what it means."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from checkwright import CheckError, CheckSpec, Evidence
from checkwright.wording import shown

from ..attempt import fault
from ..bench import Bench
from ..trial import Trial

__all__ = [
    "authoring_errors_name_the_value",
    "describe_is_one_clean_line",
    "describe_shows_only_what_says_names",
    "engines_are_names_and_versions",
    "evidence_quotes_the_response",
    "reason_is_one_clean_line",
    "warnings_point_into_the_check",
]

_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNCLEAN = frozenset(("Cc", "Cs", "Zl", "Zp"))
_LONGEST = 300


def _unclean(text: object, longest: int | None = _LONGEST) -> str | None:
    """Say why a text is not one clean line; None when it is."""
    if not isinstance(text, str):
        return f"found {shown(text)}, expected a text"
    if not text.strip():
        return f"found {shown(text)}, expected words"
    if longest is not None and len(text) > longest:
        return f"found {len(text):,} characters, expected at most {longest}: {shown(text)}"
    for character in text:
        if character in _BIDI or unicodedata.category(character) in _UNCLEAN:
            return (
                f"found U+{ord(character):04X} in {shown(text, 200)}, expected one line that prints anywhere"
            )
    return None


def reason_is_one_clean_line(bench: Bench, trial: Trial) -> None:
    """The reason is one line of 1 to 300 characters without control or bidi characters."""
    attempt = bench.attempt(trial)
    if attempt is None:
        return
    refused = attempt.refused("reason")
    assert refused is None, refused
    wrong = _unclean(attempt.outcome.reason) if attempt.outcome is not None else None
    assert wrong is None, wrong


def authoring_errors_name_the_value(bench: Bench, trial: Trial) -> None:
    """A CheckError leads to a place of the check, and its message shows the value that stands there."""
    attempt = bench.attempt(trial)
    error = attempt.error if attempt is not None else None
    if not isinstance(error, CheckError) or not isinstance(error.message, str):
        return
    where, value = "".join(f"/{step}" for step in error.path) or "the check", _at(trial.check, error.path)
    assert value is not _NOWHERE, f"the path {shown(error.path)} of the CheckError leads nowhere in the check"
    named = any(_begins_in(leaf, error.message) for leaf in _leaves(value))
    assert named, (
        f"the message {shown(error.message, 200)} does not show the value at {where}, {shown(value)}"
    )


_NOWHERE = object()


def _at(value: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        try:
            value = value[step]
        except (LookupError, TypeError):
            return _NOWHERE
    return value


def _leaves(value: Any) -> Iterator[Any]:
    """Yield the scalars of a value; those of a whole check without what no executor reads."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            if name not in ("kind", "id", "description", "metadata"):
                yield from _leaves(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def _begins_in(leaf: Any, message: str) -> bool:
    """Tell whether a message shows a value, or the beginning of a long one."""
    spellings = (shown(leaf), json.dumps(leaf), str(leaf))
    return any(spelling.strip("'\"")[:20] in message for spelling in spellings)


def evidence_quotes_the_response(bench: Bench, trial: Trial) -> None:
    """Evidence lies inside the response or the record, and a span quotes what stands there."""
    attempt = bench.attempt(trial)
    if attempt is None or attempt.outcome is None or attempt.outcome.locate is None:
        return
    try:
        found: Any = attempt.evidence()
    except Exception as error:  # noqa: BLE001 - whatever a kind raises is the finding
        raise AssertionError(f"locating the evidence raised {fault(error)}") from None
    listed = isinstance(found, tuple) and all(type(one) is Evidence for one in found)
    assert listed, f"locate gave {shown(found)}, expected a tuple of Evidence"
    for one in found:
        wrong = _misplaced(one, trial.response or "")
        assert wrong is None, wrong


def _misplaced(one: Evidence, response: str) -> str | None:
    """Say what is wrong with the place of one piece of evidence; None when nothing is."""
    where: Any = one.where
    if one.kind == "span":
        fits = isinstance(where, tuple) and len(where) == 2 and all(type(place) is int for place in where)
        if not fits or not 0 <= where[0] <= where[1] <= len(response):
            return f"the span {shown(where)} does not lie in the response of {len(response):,} characters"
        stands = response[where[0] : where[1]]
        return (
            None
            if one.text == stands
            else f"the span {where} quotes {shown(one.text)}, there stands {shown(stands)}"
        )
    if one.kind == "json_pointer":
        pointer = isinstance(where, str) and re.fullmatch(r"(/([^~/]|~[01])*)*", where, re.DOTALL)
        return None if pointer else f"{shown(where)} is no JSON Pointer"
    if one.kind == "tool_call":
        return None if type(where) is int and where >= 0 else f"{shown(where)} is no index of a tool call"
    return f"the evidence has the kind {shown(one.kind)}, expected span, json_pointer or tool_call"


def describe_is_one_clean_line(bench: Bench, check: Mapping[str, Any]) -> None:
    """describe gives one clean line or None, whatever stands in the check."""
    spec = bench.spec(check)
    if spec is None or bench.kind.describe is None:
        return
    text = _described(bench, spec)
    wrong = None if text is None else _unclean(text, None)
    assert wrong is None, wrong


def _described(bench: Bench, spec: CheckSpec) -> Any:
    assert bench.kind.describe is not None
    try:
        return bench.kind.describe(spec)
    except Exception as error:  # noqa: BLE001 - whatever a kind raises is the finding
        raise AssertionError(f"describe raised {fault(error)}") from None


def describe_shows_only_what_says_names(bench: Bench, check: Mapping[str, Any]) -> None:
    """describe shows values of no field but those that `says` names."""
    if bench.spec(check) is None or bench.kind.describe is None:
        return
    unknown = bench.kind.says - bench.kind.spec.model_fields.keys()
    assert not unknown, f"says names {shown(sorted(unknown))}, which the model does not have"
    planted: dict[str, Any] = {**check, "id": _WORD, "metadata": {"note": _WORD, _WORD: 1}}
    for name in check:
        if name not in ("kind", "id", "description", "metadata", *bench.kind.says):
            planted = _with_canaries(bench, planted, name)
    specs = [bench.spec(one) for one in (check, planted)]
    plain, told = (_described(bench, spec) if spec is not None else None for spec in specs)
    for canary in (_WORD, _DIGITS):
        leaked = isinstance(told, str) and canary in told and canary not in str(plain)
        assert not leaked, f"describe gives {shown(told, 200)}, which shows a field that `says` does not name"


#: What stands in for the texts and the numbers that must not be shown; no other value looks like them.
_WORD, _DIGITS = "qcanaryq", "73"
_NUMBERS = (0.7316, 7316, 7.316, 73.16)


def _with_canaries(bench: Bench, check: dict[str, Any], name: str) -> dict[str, Any]:
    """Put canaries into every text and number of one field that stays valid with them."""
    for path in list(_paths(check[name], (name,))):
        for canary in (_WORD,) if isinstance(_at(check, path), str) else _NUMBERS:
            changed = _put(check, path, canary)
            if bench.accepts(changed):
                check = changed
                break
    return check


def _paths(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, Mapping | list):
        for step, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _paths(part, (*path, step))
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield path


def _put(value: Any, path: Sequence[Any], new: Any) -> Any:
    if not path:
        return new
    changed = dict(value) if isinstance(value, Mapping) else list(value)
    changed[path[0]] = _put(value[path[0]], path[1:], new)
    return changed


def warnings_point_into_the_check(bench: Bench, check: Mapping[str, Any]) -> None:
    """warn gives places of the check, each with one clean line."""
    spec = bench.spec(check)
    if spec is None or bench.kind.warn is None:
        return
    try:
        found: list[Any] = list(bench.kind.warn(spec))
    except CheckError:
        return
    except Exception as error:  # noqa: BLE001 - whatever a kind raises is the finding
        raise AssertionError(f"warn raised {fault(error)}") from None
    for path, message in found:
        assert _at(check, path) is not _NOWHERE, (
            f"the path {shown(path)} of a warning leads nowhere in the check"
        )
        wrong = _unclean(message)
        assert wrong is None, wrong


def engines_are_names_and_versions(bench: Bench) -> None:
    """engines gives names and versions, each one clean line, and the same whenever it is asked."""
    try:
        first, again = (dict(bench.kind.engines()) for _ in range(2))
    except Exception as error:  # noqa: BLE001 - whatever a kind raises is the finding
        raise AssertionError(f"engines raised {fault(error)}") from None
    for part in (*first, *first.values()):
        wrong = _unclean(part)
        assert wrong is None, wrong
    assert first == again, f"engines gave {shown(again)}, expected {shown(first)} as before"
