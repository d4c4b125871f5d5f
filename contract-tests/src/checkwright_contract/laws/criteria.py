"""Laws of the criteria text: what a judge is shown of a check.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from checkwright import CheckSpec
from checkwright.wording import shown

from ..attempt import call_kind
from ..clean_line import at, line_problem

if TYPE_CHECKING:
    from ..bench import Bench

__all__ = ["describe_is_one_clean_line", "describe_shows_only_what_says_names"]


def describe_is_one_clean_line(bench: Bench, check: Mapping[str, Any]) -> None:
    """describe returns one clean line or None, whatever stands in the check."""
    spec = bench.spec(check)
    if spec is None or bench.kind.describe is None:
        return
    text = _described(bench, spec)
    wrong = None if text is None else line_problem(text, None)
    assert wrong is None, wrong


def _described(bench: Bench, spec: CheckSpec) -> Any:
    describe = bench.kind.describe
    assert describe is not None
    return call_kind("describe", lambda: describe(spec))


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


#: Canaries: values of the texts and numbers that must not be shown; no other value looks like them.
_WORD, _DIGITS = "qcanaryq", "73"
_NUMBERS = (0.7316, 7316, 7.316, 73.16)


def _with_canaries(bench: Bench, check: dict[str, Any], name: str) -> dict[str, Any]:
    """Replace every text and number of one field by a canary, as far as the check stays valid."""
    for path in list(_paths(check[name], (name,))):
        for canary in (_WORD,) if isinstance(at(check, path), str) else _NUMBERS:
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
