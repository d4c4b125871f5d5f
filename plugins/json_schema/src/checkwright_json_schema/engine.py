"""jsonschema-rs as it is used here: offline, formats asserted, patterns bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import jsonschema_rs

from checkwright import CheckError
from checkwright.wording import one_line, shown

from .documents import ADDRESS
from .drafts import DEFAULT, Draft
from .patterns import weight
from .published import PUBLISHED
from .reason import Steps, found_by, json_text, pointer

__all__ = ["Engine", "invalid_places", "known_formats"]

#: Characters that all searches in a response may look at, steps back included: about 0.3 s.
_WORK = 250_000_000
#: Steps back that one search may take.
_FEWEST, _MOST = 1, 500_000
#: Bytes of a compiled pattern times characters that all searches in a response may come to: at worst 6 s.
_MOST_STATES = 200_000_000_000
#: The address of the schema in the check, for what refers to a place in it.
_ITSELF = f"{ADDRESS}check/"
#: Bytes that all patterns of a schema may take together when compiled, one of them, and sizes below that.
_ALL_PATTERNS, _ONE_PATTERN = 100_000_000, 10_000_000
_SIZES = (2_000, 16_000, 128_000, 1_000_000)


class Engine:
    """Validates values by one schema. Safe from several threads.

    schema: with references as they are resolved.
    documents: the schemas that are referred to, by their addresses.
    patterns: how many patterns stand in all of them; searches: how many may be searched for in one text.
    written: what stood in the schema instead of a pattern, where that is another one.

    Raises:
        CheckError: the engine refuses the schema; the path is the one inside `schema`.
    """

    def __init__(
        self,
        schema: Any,
        documents: Mapping[str, Any],
        patterns: int,
        searches: int,
        written: Mapping[str, str],
        *,
        published: bool,
    ) -> None:
        resources = list(documents.items())
        if published:
            resources += [(uri, PUBLISHED.contents(uri)) for uri in PUBLISHED]
        self._schema = schema
        self._documents = documents
        self._published = published
        self._patterns = patterns
        self._searches = searches
        self._weight = max((weight(pattern) for pattern in written), default=1)
        self._size = min(_ONE_PATTERN, _ALL_PATTERNS // max(patterns, 1))
        self.written = written
        try:
            self._registry = jsonschema_rs.Registry(resources) if resources else None
            self._by_limit: dict[int, Any] = {}
            try:
                self._linear = self._compiled(jsonschema_rs.RegexOptions(size_limit=self._size))
            except jsonschema_rs.ValidationError:
                self._linear = None
                self._backtracking(_MOST)
        except jsonschema_rs.ValidationError as error:
            raise self._refused(error) from None
        except (ValueError, jsonschema_rs.ReferencingError) as error:
            raise CheckError(f"the schema is refused: {one_line(str(error), 200)}") from None

    @property
    def linear(self) -> Callable[[Any], bool] | None:
        """What tells whether a value fits, where all patterns are searched in linear time; else None."""
        return None if self._linear is None else self._linear.is_valid

    def validator(self, length: int) -> Any:
        """Return the validator for a response of so many characters.

        A longer one gets a lower backtrack limit: each step back may look at the rest of a text.
        """
        if self._linear is not None:
            return self._linear
        limit, work = _MOST, length * max(self._searches, 1) * self._weight
        while limit > _FEWEST and limit * work > _WORK:
            limit //= 4
        return self._backtracking(max(limit, _FEWEST))

    def longest(self) -> int:
        """Return of how many characters a response may be for patterns of their size."""
        options = jsonschema_rs.FancyRegexOptions if self._linear is None else jsonschema_rs.RegexOptions
        size = self._size
        # The size itself is not told.
        for smaller in _SIZES:
            try:
                self._compiled(options(size_limit=smaller))
            except jsonschema_rs.ValidationError:
                continue
            size = min(size, smaller)
            break
        return _MOST_STATES // (size * self._searches)

    def inside(self, address: str, path: Steps) -> Engine:
        """Return the engine for the schema at a place of one of the documents, "" for the schema itself."""
        documents = {**self._documents, _ITSELF: self._schema} if not address else self._documents
        place = {"$ref": f"{address or _ITSELF}#{quote(pointer(path))}"}
        return Engine(
            place, documents, self._patterns, self._searches, self.written, published=self._published
        )

    def first_error(self, value: Any, length: int) -> Any:
        """Return the first error of a value that does not fit."""
        try:
            self.validator(length).validate(value)
        except jsonschema_rs.ValidationError as error:
            return error
        raise AssertionError("the value fits")

    def _backtracking(self, limit: int) -> Any:
        known = self._by_limit.get(limit)
        if known is None:
            options = jsonschema_rs.FancyRegexOptions(backtrack_limit=limit, size_limit=self._size)
            known = self._by_limit[limit] = self._compiled(options)
        return known

    def _compiled(self, pattern_options: Any) -> Any:
        return jsonschema_rs.validator_for(
            self._schema,
            validate_formats=True,
            offline=True,
            registry=self._registry,
            pattern_options=pattern_options,
        )

    def _refused(self, error: Any) -> CheckError:
        path, value = tuple(error.instance_path), error.instance
        if error.kind.name != "format" or not isinstance(value, str):
            found = json_text(value, 60)
            return CheckError(one_line(f"the schema is refused: found {found}: {error.message}"), path)
        most = f"{self._size // 1_000:,} kB"
        return CheckError(
            f"size limit: the pattern {shown(value)} takes more than {most} when compiled, or uses what "
            "jsonschema-rs does not know",
            path,
        )


def invalid_places(schema: Any, draft: Draft) -> Iterator[tuple[Steps, str]]:
    """Yield where a schema is no schema of its draft, and what is wrong there."""
    judge = _meta(draft)
    if not judge.is_valid(schema):
        for error in judge.iter_errors(schema):
            yield found_by(error, schema)


@lru_cache(maxsize=len(Draft))
def _meta(draft: Draft) -> Any:
    """Compile the meta-schema of a draft, once: that takes longer than most schemas do."""
    return jsonschema_rs.validator_for(
        {"$schema": draft.uri, "$ref": draft.uri}, validate_formats=True, offline=True
    )


def known_formats(formats: Sequence[str], draft: Draft = DEFAULT) -> Iterator[str]:
    """Yield those of some formats that a draft knows."""
    for name in formats:
        try:
            jsonschema_rs.validator_for(
                {"$schema": draft.uri, "format": name},
                validate_formats=True,
                offline=True,
                ignore_unknown_formats=False,
            )
        except jsonschema_rs.ValidationError:
            continue
        yield name
