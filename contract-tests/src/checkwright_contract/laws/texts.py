"""Laws of texts: reasons, messages and warnings can be printed anywhere, and evidence is where it says.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from checkwright import CheckError, CheckSpec, Evidence
from checkwright.wording import one_line, shown

from ..attempt import call_kind
from ..clean_line import MISSING, at, line_problem
from ..trial import Trial

if TYPE_CHECKING:
    from ..bench import Bench

__all__ = [
    "authoring_errors_name_the_value",
    "engines_are_names_and_versions",
    "evidence_quotes_the_response",
    "missing_is_said_only_where_nothing_runs",
    "reason_is_one_clean_line",
    "warnings_point_into_the_check",
]


def reason_is_one_clean_line(bench: Bench, trial: Trial) -> None:
    """The reason is one line of 1 to 300 characters without control or bidi characters."""
    attempt = bench.attempt(trial)
    if attempt is None:
        return
    attempt.expect_accepted("reason")
    wrong = line_problem(attempt.outcome.reason) if attempt.outcome is not None else None
    assert wrong is None, wrong


def authoring_errors_name_the_value(bench: Bench, trial: Trial) -> None:
    """A CheckError leads to a place of the check, and its message shows the value that stands there."""
    attempt = bench.attempt(trial)
    error = attempt.error if attempt is not None else None
    if not isinstance(error, CheckError) or not isinstance(error.message, str):
        return
    where, value = "".join(f"/{step}" for step in error.path) or "the check", at(trial.check, error.path)
    assert value is not MISSING, f"the path {shown(error.path)} of the CheckError leads nowhere in the check"
    # An error with an empty path may be about a value of the question, which has no place in the check.
    fields = () if error.path else trial.question
    named = any(_begins_in(leaf, error.message) for leaf in (*_leaves(value), *fields))
    assert named, (
        f"the message {shown(error.message, 200)} does not show the value at {where}, {shown(value)}"
    )


def _leaves(value: Any) -> Iterator[Any]:
    """Yield the scalars and empty containers of a value; of a whole check only those that executors read."""
    if isinstance(value, Mapping) and value:
        for name, part in value.items():
            if name not in ("kind", "id", "description", "metadata"):
                yield from _leaves(part)
    elif isinstance(value, list | tuple) and value:
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def _begins_in(leaf: Any, message: str) -> bool:
    """Return whether a message shows a value, the beginning of a long one, or calls an empty one empty."""
    if leaf in ("", [], {}, ()):
        return any(word in message for word in (shown(leaf), json.dumps(leaf), "empty"))
    plain = one_line(json.dumps(leaf, ensure_ascii=False))
    spellings = (shown(leaf), json.dumps(leaf), plain, str(leaf))
    return any(spelling.strip("'\"")[:20] in message for spelling in spellings)


def evidence_quotes_the_response(bench: Bench, trial: Trial) -> None:
    """Evidence lies inside the response or the record, and a span quotes what stands there."""
    attempt = bench.attempt(trial)
    if attempt is None or attempt.outcome is None or attempt.outcome.locate is None:
        return
    found: Any = call_kind("locating the evidence", attempt.evidence)
    listed = isinstance(found, tuple) and all(type(one) is Evidence for one in found)
    assert listed, f"locate gave {shown(found)}, expected a tuple of Evidence"
    for one in found:
        wrong = _misplaced(one, trial)
        assert wrong is None, wrong


def _misplaced(one: Evidence, trial: Trial) -> str | None:
    """Return what is wrong with the place of one piece of evidence, or None."""
    response = trial.response or ""
    if one.start is not None and one.end is not None:
        if one.end > len(response):
            span = f"{one.start} to {one.end}"
            return f"the span {span} does not lie in the response of {len(response):,} characters"
        stands = response[one.start : one.end]
        if one.text == stands:
            return None
        return f"the span {one.start} to {one.end} quotes {shown(one.text)}, there stands {shown(stands)}"
    if one.pointer is not None:
        pointer = re.fullmatch(r"(/([^~/]|~[01])*)*", one.pointer, re.DOTALL)
        return None if pointer else f"{shown(one.pointer)} is no JSON Pointer"
    if one.call is not None:
        calls = _objects(trial.tool_calls)
        if one.call >= calls:
            return f"{shown(one.call)} is no index of a tool call: the record holds at most {calls:,}"
        return None
    return None if one.rater and not one.rater.isspace() else f"{shown(one.rater)} is no name of a rater"


def _objects(value: Any) -> int:
    """Count the texts and objects inside a record, of which any may be a call."""
    if isinstance(value, Mapping):
        return 1 + sum(map(_objects, value.values()))
    return sum(map(_objects, value)) if isinstance(value, list | tuple) else int(isinstance(value, str))


def warnings_point_into_the_check(bench: Bench, check: Mapping[str, Any]) -> None:
    """warn yields places of the check, each with one clean line."""
    spec, warn = bench.spec(check), bench.kind.warn
    if spec is None or warn is None:
        return
    found = call_kind("warn", lambda: _warned(warn, spec))
    for path, message in found:
        assert at(check, path) is not MISSING, (
            f"the path {shown(path)} of a warning leads nowhere in the check"
        )
        wrong = line_problem(message)
        assert wrong is None, wrong


def _warned(warn: Callable[[Any], Iterable[Any]], spec: CheckSpec) -> list[Any]:
    """Return the warnings of a check; none when warn raises CheckError, as for a check with a mistake."""
    try:
        return list(warn(spec))
    except CheckError:
        return []


def engines_are_names_and_versions(bench: Bench) -> None:
    """engines returns names and versions, each one clean line, and the same at every call."""
    first, again = call_kind("engines", lambda: [dict(bench.kind.engines()) for _ in range(2)])
    for part in (*first, *first.values()):
        wrong = line_problem(part)
        assert wrong is None, wrong
    assert first == again, f"engines gave {shown(again)}, expected {shown(first)} as before"


def missing_is_said_only_where_nothing_runs(bench: Bench) -> None:
    """missing returns None, or one clean line where the kind judges none of its examples."""
    toolbox = bench.toolboxes.of(bench.rows[0].trial)
    why = call_kind("missing", lambda: bench.kind.missing(toolbox))
    if why is None:
        return
    wrong = line_problem(why)
    assert wrong is None, wrong
    assert bench.why_not_runnable is not None, (
        f"missing gave {shown(why)}, and still the examples were judged"
    )
