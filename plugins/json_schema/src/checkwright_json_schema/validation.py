"""Validate the JSON of replies by a compiled schema, within limits, and report where it breaks the schema."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from checkwright import Evidence, Outcome
from checkwright.replies import Found, NotFound, json_of
from checkwright.wording import one_line, pointer

from .failing_part import failing_part
from .limits import (
    COMPILING_COST,
    COPIES,
    DIGITS,
    DIGITS_PER_CHARACTER,
    ERRORS,
    EVALUATIONS,
    KEPT_SCHEMAS,
    LOCATING_EVALUATIONS,
    NARROWING_EVALUATIONS,
    SEARCHING_COST,
)
from .meant_branch import MeantBranch
from .reason import Steps, error_sentence, json_text, limit_of, no_branch, value_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from checkwright import Case, Execute

    from .engine import Engine
    from .graph import Graph, Node

__all__ = ["Validation"]

#: Returns the indexes of the branches that the value of an error means.
_Meant: TypeAlias = "Callable[[Any], Sequence[int]]"
#: A number with an exponent of four digits or more.
_LONG_EXPONENT = re.compile(r"[eE][-+]?[0-9]{4}")


class _Place(NamedTuple):
    """Where a value breaks the schema, and how."""

    path: tuple[str | int, ...]
    sentence: str
    limit: str | None


class Validation:
    """The validation of responses by one schema. Safe from several threads.

    graph: the graph of the schema; None for a boolean schema.
    longest_string: characters of a string that patterns are searched in.
    """

    def __init__(self, engine: Engine, graph: Graph | None, longest_string: int) -> None:
        self._engine = engine
        self._graph = graph
        self._meant: _Meant = no_branch if graph is None else MeantBranch(graph).of
        self._engines: dict[tuple[str, Steps], Engine] = {}
        self._longest_string = longest_string
        self._paths = 1 if graph is None else graph.paths_of_one_value()
        self._longest = EVALUATIONS // self._paths
        self._patterned = graph is not None and graph.patterns > 0
        if self._patterned:
            self._longest = min(self._longest, engine.longest())
        divisions = 0 if graph is None else graph.divisions()
        self._digits = DIGITS // divisions if divisions else None

    def execution(self) -> Execute:
        """Return the function that validates the JSON of one response."""
        fits, fitting = self._engine.linear, _fitting("the whole reply")
        # A response of so many characters cannot exceed a limit.
        small = min(self._longest, self._longest_string)
        if self._digits is not None:
            small = min(small, self._digits // DIGITS_PER_CHARACTER)

        # A closure, since looking up attributes of self would take a tenth of the time.
        def execute(case: Case) -> Outcome:
            found = json_of(case)
            if isinstance(found, NotFound):
                return Outcome.judge(False, found.reason)
            value, length = found.value, len(case.text)
            if length > small:
                limit = self._exceeded(case.text, value)
                if limit is not None:
                    return Outcome.judge(False, limit)
            if (fits or self._engine.validator(length).is_valid)(value):
                return fitting if found.way == "the whole reply" else _fitting(found.way)
            return self._broken(found, length)

        return execute

    def _broken(self, found: Found, length: int) -> Outcome:
        """Make the failed outcome: where the value of a response breaks the schema, and how often besides."""
        places, more = self._places(found.value, length)
        tail = f"{more}; the JSON is {found.way}"
        if not places:
            most = f"more than {LOCATING_EVALUATIONS:,} comparisons would show where"
            return Outcome.judge(False, one_line(f"does not fit the schema; {most}{tail}"))
        first = places[0]
        where = pointer(first.path)
        reason = f"{_cut(where)}: {first.sentence}" if where else first.sentence
        reason = one_line(reason, 300 - min(len(tail), 200)) + tail
        return Outcome.judge(False, one_line(reason), locate=partial(_locate, places))

    def _exceeded(self, text: str, value: Any) -> str | None:
        """Return which limit the value of a response exceeds, or None."""
        length = len(text)
        if length > self._longest:
            return (
                f"size limit: the schema has so many ways, or so large patterns, that it judges responses of "
                f"at most {self._longest:,} characters, this one has {length:,}"
            )
        if self._patterned and length > self._longest_string:
            longest = max((len(one) for one in _scalars(value) if isinstance(one, str)), default=0)
            if longest > self._longest_string:
                return (
                    f"size limit: a string has {longest:,} characters, patterns are searched in at most "
                    f"{self._longest_string:,}"
                )
        if self._digits is not None and _LONG_EXPONENT.search(text):
            digits = sum(abs(one.adjusted()) for one in _scalars(value) if isinstance(one, Decimal))
            if digits > self._digits:
                return (
                    f"size limit: written out, the numbers have {digits:,} digits; a schema that divides or "
                    f"compares them judges at most {self._digits:,}"
                )
        return None

    def _one_place(self, graph: Graph, value: Any, length: int) -> tuple[tuple[_Place, ...], str]:
        """Return the place of one error in a part of the value that is small enough; () without one."""
        if graph.dynamic:
            return (), ""

        left, compiled = NARROWING_EVALUATIONS, set()
        searching = 0 if self._engine.linear else length * SEARCHING_COST

        def fits(number: int, part: Any) -> bool:
            nonlocal left
            values = _size(part)[1]
            left -= (values if values < LOCATING_EVALUATIONS else length) * self._paths + searching
            if number not in compiled:
                compiled.add(number)
                left -= len(graph.nodes) * COMPILING_COST
            # When the budget is used up every part counts as fitting, which ends the search where it is.
            return left < 0 or bool(self._inside(graph.nodes[number]).validator(length).is_valid(part))

        number, path = failing_part(graph, value, fits)
        part = value_at(value, path)
        if self._is_too_much(graph, number, part, 0):
            return (), ""
        error = self._inside(graph.nodes[number]).first_error(part, length)
        return (_place(error, part, self._engine.originals, self._meant, path),), "; others are not counted"

    def _is_too_much(self, graph: Graph, number: int, value: Any, length: int) -> bool:
        """Return whether reading the errors of a value takes too long or too much memory.

        length: characters of the response; 0 where only the first error is read.
        """
        depth, values = _size(value)
        per_value = graph.evaluations(number, depth)
        evaluations = per_value * values
        # Each error holds a copy of its value, and of what its keyword expects.
        copies = (graph.most_required + per_value) * length + graph.most_wanted * evaluations
        return evaluations > LOCATING_EVALUATIONS or copies > COPIES

    def _inside(self, node: Node) -> Engine:
        """Return the engine for one schema of the graph, compiled once."""
        key = node.address, node.path
        known = self._engines.get(key)
        if known is None:
            if self._graph is not None and len(self._engines) * len(self._graph.nodes) > KEPT_SCHEMAS:
                self._engines.clear()
            known = self._engines[key] = self._engine.inside(*key)
        return known

    def _places(self, value: Any, length: int) -> tuple[tuple[_Place, ...], str]:
        """Return the places where a value breaks the schema, and a clause on how many more there are."""
        validator = self._engine.validator(length)
        if self._graph is None:
            return (_Place((), "the schema is false, which nothing fits", None),), ""
        if self._is_too_much(self._graph, 0, value, length):
            return self._one_place(self._graph, value, length)
        errors = list(islice(validator.iter_errors(value), ERRORS + 1))
        places = [_place(error, value, self._engine.originals, self._meant) for error in errors[:ERRORS]]
        # An exceeded limit comes first: it decided the outcome, whatever else is wrong.
        places.sort(key=lambda place: place.limit is None)
        if len(errors) == 1:
            return tuple(places), ""
        more = f"more than {ERRORS - 1}" if len(errors) > ERRORS else str(len(errors) - 1)
        return tuple(places), f"; and {more} more"


def _fitting(way: str) -> Outcome:
    return Outcome.judge(True, one_line(f"fits the schema; the JSON is {way}"))


def _place(error: Any, value: Any, originals: Mapping[str, str], meant: _Meant, path: Steps = ()) -> _Place:
    """Make the place of an error on `value`, which stands at a path."""
    inner, sentence = error_sentence(error, value, originals, meant)
    return _Place((*path, *inner), sentence, limit_of(error))


def _cut(where: str) -> str:
    return where if len(where) <= 100 else f"{where[:48]}...{where[-48:]}"


def _locate(places: tuple[_Place, ...], case: Case) -> tuple[Evidence, ...]:
    found = json_of(case)
    assert not isinstance(found, NotFound), "the outcome was made of a value"
    paths = dict.fromkeys(place.path for place in places)
    return tuple(
        Evidence.json_pointer(pointer(path), json_text(value_at(found.value, path), 200)) for path in paths
    )


def _scalars(value: Any) -> Iterator[Any]:
    """Yield all scalars in a value, keys of objects included."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield from one
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        else:
            yield one


def _size(value: Any) -> tuple[int, int]:
    """Return the levels and the number of values in a value, counted to LOCATING_EVALUATIONS at most."""
    depth, values, level = 0, 1, [value]
    while True:
        inner: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                inner += one.values()
            elif isinstance(one, list):
                inner += one
        if not inner:
            return depth, values
        depth, values, level = depth + 1, values + len(inner), inner
        if values > LOCATING_EVALUATIONS:
            return depth, values
