"""jsonschema-rs as it is used here: offline, formats asserted, patterns bounded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import jsonschema_rs

from checkwright import CheckError
from checkwright.wording import one_line, shown

from .drafts import DEFAULT, Draft
from .published import PUBLISHED
from .reason import Steps, found_by

__all__ = ["Engine", "invalid_places", "known_formats"]

#: Characters that a pattern with look-around or back-references may look at, backtracking included.
_WORK = 500_000_000
_FEWEST, _MOST = 1_000, 500_000
#: Bytes that all patterns of a schema may take together when compiled, and one of them.
_ALL_PATTERNS, _ONE_PATTERN = 100_000_000, 10_000_000


class Engine:
    """Validates values by one schema. Safe from several threads.

    schema: with references as they are resolved.
    documents: the schemas that are referred to, by their addresses.
    patterns: how many patterns stand in all of them.

    Raises:
        CheckError: the engine refuses the schema; the path is the one inside `schema`.
    """

    def __init__(self, schema: Any, documents: Mapping[str, Any], patterns: int, *, published: bool) -> None:
        resources = list(documents.items())
        if published:
            resources += [(uri, PUBLISHED.contents(uri)) for uri in PUBLISHED]
        self._schema = schema
        self._size = min(_ONE_PATTERN, _ALL_PATTERNS // max(patterns, 1))
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

    def validator(self, length: int) -> Any:
        """Give the validator for a response of so many characters.

        A longer one gets a lower backtrack limit: each step back may look at the rest of a text.
        """
        if self._linear is not None:
            return self._linear
        limit = _MOST
        while limit > _FEWEST and limit * length > _WORK:
            limit //= 4
        return self._backtracking(max(limit, _FEWEST))

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
            return CheckError(one_line(f"the schema is refused: {error.message}"), path)
        try:
            jsonschema_rs.validator_for({"pattern": value}, offline=True)
        except jsonschema_rs.ValidationError:
            return CheckError(f"{shown(value)} is not a valid pattern", path)
        return CheckError(f"size limit: the pattern {shown(value)} is too large", path)


def invalid_places(schema: Any, draft: Draft) -> Iterator[tuple[Steps, str]]:
    """Give where a schema is no schema of its draft, and what is wrong there."""
    judge = jsonschema_rs.validator_for(
        {"$schema": draft.uri, "$ref": draft.uri}, validate_formats=True, offline=True
    )
    if not judge.is_valid(schema):
        for error in judge.iter_errors(schema):
            yield found_by(error, schema)


def known_formats(formats: Sequence[str], draft: Draft = DEFAULT) -> Iterator[str]:
    """Give those of some formats that a draft knows."""
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
