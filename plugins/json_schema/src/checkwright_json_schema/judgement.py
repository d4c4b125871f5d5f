"""Judge the JSON of replies by a compiled schema, within limits, and say where it breaks the schema."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from checkwright import Evidence, Outcome
from checkwright.replies import Found, NotFound, json_of
from checkwright.wording import one_line

from .narrowing import narrowed
from .reason import Steps, found_by, json_text, limit_of, pointer, value_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checkwright import Case, Execute

    from .engine import Engine
    from .graph import Graph, Node

__all__ = ["Judgement"]

#: Errors that are read.
_MOST_ERRORS = 100
#: Judgements of values by schemas that a response may need, in proportion to its characters.
_MOST_JUDGEMENTS = 1_000_000_000
#: The same for the search of where it breaks the schema, where every alternative is looked at.
_MOST_SEARCHED = 100_000
#: Characters of the response and values of the schema that errors may hold copies of.
_MOST_COPIED = 20_000_000
#: Judgements in the search of one part that does not fit; what compiling one schema again comes to, and
#: searching one character.
_MOST_TRIED, _COMPILING, _SEARCHING = 50_000_000, 500, 16
#: Schemas inside of all that are kept compiled again.
_MOST_KEPT = 20_000
#: A number with an exponent of four digits or more.
_LONG_EXPONENT = re.compile(r"[eE][-+]?[0-9]{4}")
#: Digits of numbers, written out, that are divided or compared with each other: about 2 s.
_MOST_DIGITS = 1_000_000_000
#: Digits, written out, for each character of a number: 1e-999999.
_DIGITS_OF_ONE = 125_000


class _Place(NamedTuple):
    """Where a value breaks the schema, and how."""

    path: tuple[str | int, ...]
    sentence: str
    limit: str | None


class Judgement:
    """The judgement of responses by one schema. Safe from several threads.

    graph: of the schema; None for a boolean one.
    most: characters of a string that patterns are searched in.
    """

    def __init__(self, engine: Engine, graph: Graph | None, most: int) -> None:
        self._engine = engine
        self._graph = graph
        self._engines: dict[tuple[str, Steps], Engine] = {}
        self._most = most
        self._ways = 1 if graph is None else graph.paths_of_one_value()
        self._longest = _MOST_JUDGEMENTS // self._ways
        self._patterned = graph is not None and graph.patterns > 0
        if self._patterned:
            self._longest = min(self._longest, engine.longest())
        divisions = 0 if graph is None else graph.divisions()
        self._digits = _MOST_DIGITS // divisions if divisions else None

    def execution(self) -> Execute:
        """Give the function that judges one response."""
        fits, fitting = self._engine.linear, _fitting("the whole reply")
        # Up to so many characters no limit is near.
        small = min(self._longest, self._most)
        if self._digits is not None:
            small = min(small, self._digits // _DIGITS_OF_ONE)

        # A closure: attributes of self would be a tenth of what it takes.
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
        """Say where the value of a response breaks the schema."""
        places, more = self._places(found.value, length)
        tail = f"{more}; the JSON is {found.way}"
        if not places:
            most = f"more than {_MOST_SEARCHED:,} comparisons would show where"
            return Outcome.judge(False, one_line(f"does not fit the schema; {most}{tail}"))
        first = places[0]
        where = pointer(first.path)
        reason = f"{_cut(where)}: {first.sentence}" if where else first.sentence
        reason = one_line(reason, 300 - min(len(tail), 200)) + tail
        return Outcome.judge(False, one_line(reason), locate=partial(_locate, places))

    def _exceeded(self, text: str, value: Any) -> str | None:
        """Say which limit the value of a response exceeds; None when it exceeds none."""
        length = len(text)
        if length > self._longest:
            return (
                f"size limit: the schema has so many ways, or so large patterns, that it judges responses of "
                f"at most {self._longest:,} characters, this one has {length:,}"
            )
        if self._patterned and length > self._most:
            longest = max((len(one) for one in _scalars(value) if isinstance(one, str)), default=0)
            if longest > self._most:
                return (
                    f"size limit: a string has {longest:,} characters, patterns are searched in at most "
                    f"{self._most:,}"
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
        """Do the same by one part of the value, where one is found that is small enough."""
        if graph.dynamic:
            return (), ""

        left, compiled = _MOST_TRIED, set()
        all_of_it = 0 if self._engine.linear else length * _SEARCHING

        def fits(number: int, part: Any) -> bool:
            nonlocal left
            values = _size(part)[1]
            left -= (values if values < _MOST_SEARCHED else length) * self._ways + all_of_it
            if number not in compiled:
                compiled.add(number)
                left -= len(graph.nodes) * _COMPILING
            # Past what may be tried the search ends where it is.
            return left < 0 or bool(self._inside(graph.nodes[number]).validator(length).is_valid(part))

        number, path = narrowed(graph, value, fits)
        part = value_at(value, path)
        if self._is_too_much(graph, number, part, 0):
            return (), ""
        error = self._inside(graph.nodes[number]).first_error(part, length)
        return (_place(error, part, self._engine.written, path),), "; others are not counted"

    def _is_too_much(self, graph: Graph, number: int, value: Any, length: int) -> bool:
        """Tell whether reading all errors of a value takes too long, or too much memory.

        length: characters of the response; 0 where only the first error is read.
        """
        depth, values = _size(value)
        ways = graph.evaluations(number, depth)
        judgements = ways * values
        # Each error holds a copy of the value that it is about, and of what its keyword wants.
        copies = (graph.most_required + ways) * length + graph.most_wanted * judgements
        return judgements > _MOST_SEARCHED or copies > _MOST_COPIED

    def _inside(self, node: Node) -> Engine:
        key = node.address, node.path
        known = self._engines.get(key)
        if known is None:
            if self._graph is not None and len(self._engines) * len(self._graph.nodes) > _MOST_KEPT:
                self._engines.clear()
            known = self._engines[key] = self._engine.inside(*key)
        return known

    def _places(self, value: Any, length: int) -> tuple[tuple[_Place, ...], str]:
        """Give the first places where a value breaks the schema, and a clause on how many more there are."""
        validator = self._engine.validator(length)
        if self._graph is None:
            return (_Place((), "the schema is false, which nothing fits", None),), ""
        if self._is_too_much(self._graph, 0, value, length):
            return self._one_place(self._graph, value, length)
        errors = list(islice(validator.iter_errors(value), _MOST_ERRORS + 1))
        places = [_place(error, value, self._engine.written) for error in errors[:_MOST_ERRORS]]
        # A limit decided, whatever else is wrong.
        places.sort(key=lambda place: place.limit is None)
        if len(errors) == 1:
            return tuple(places), ""
        more = f"more than {_MOST_ERRORS - 1}" if len(errors) > _MOST_ERRORS else str(len(errors) - 1)
        return tuple(places), f"; and {more} more"


def _fitting(way: str) -> Outcome:
    return Outcome.judge(True, one_line(f"fits the schema; the JSON is {way}"))


def _place(error: Any, value: Any, written: Mapping[str, str], path: Steps = ()) -> _Place:
    """Give the place of an error on `value`, which itself stands at a path."""
    inner, sentence = found_by(error, value, written)
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
    """Give all in a value that is no list or object, keys included."""
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
    """Give how deep a value nests and how many values it holds; it stops counting past what is searched."""
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
        if values > _MOST_SEARCHED:
            return depth, values
