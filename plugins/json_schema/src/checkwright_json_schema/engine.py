"""Compiled schemas: jsonschema-rs, offline, with formats asserted and the work of patterns bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import jsonschema_rs

from checkwright import CheckError
from checkwright.wording import one_line, pointer, shown

from .documents import ADDRESS
from .drafts import DEFAULT, Draft
from .limits import (
    ALL_PATTERNS_SIZE,
    BACKTRACK_STEPS,
    BACKTRACKING_WORK,
    PATTERN_SIZE,
    PATTERN_SIZE_STEPS,
    PATTERN_STATES,
)
from .meta_schemas import META_SCHEMAS
from .patterns import weight
from .reason import Steps, error_sentence, json_text

__all__ = ["Engine", "invalid_places", "known_formats"]

#: An address alone, as RFC 5321 writes it, without the display name that messages put before it.
_EMAIL = jsonschema_rs.EmailOptions(allow_display_text=False)
#: The address of the schema that stands in the check, for references to places in it.
_ITSELF = f"{ADDRESS}check/"


class Engine:
    """Validates values by one schema. Safe from several threads.

    schema: the schema, its references written as addresses of `documents`.
    documents: the schemas that are referred to, by their addresses.
    patterns: number of patterns in all of them.
    searches: how many patterns may be searched for in one string.
    originals: the author's patterns by those that replaced them.
    published: whether a published meta-schema is referred to.

    Raises:
        CheckError: jsonschema-rs refuses the schema; the path is the one inside `schema`.
    """

    def __init__(
        self,
        schema: Any,
        documents: Mapping[str, Any],
        patterns: int,
        searches: int,
        originals: Mapping[str, str],
        *,
        published: bool,
    ) -> None:
        resources = list(documents.items())
        if published:
            resources += [(uri, META_SCHEMAS.contents(uri)) for uri in META_SCHEMAS]
        self._schema = schema
        self._documents = documents
        self._published = published
        self._patterns = patterns
        self._searches = searches
        self._weight = max((weight(pattern) for pattern in originals), default=1)
        self._size = min(PATTERN_SIZE, ALL_PATTERNS_SIZE // max(patterns, 1))
        self.originals = originals
        try:
            self._registry = jsonschema_rs.Registry(resources) if resources else None
            self._by_limit: dict[int, Any] = {}
            try:
                self._linear = self._compiled(jsonschema_rs.RegexOptions(size_limit=self._size))
            except jsonschema_rs.ValidationError:
                self._linear = None
                self._backtracking(BACKTRACK_STEPS)
        except jsonschema_rs.ValidationError as error:
            raise self._refused(error) from None
        except (ValueError, jsonschema_rs.ReferencingError) as error:
            raise CheckError(f"the schema is refused: {one_line(str(error), 200)}") from None

    @property
    def linear(self) -> Callable[[Any], bool] | None:
        """The test whether a value fits, where all patterns are searched in linear time; else None."""
        return None if self._linear is None else self._linear.is_valid

    def validator(self, length: int) -> Any:
        """Return the validator for a response of so many characters.

        A longer response gets a lower backtrack limit, since after each step back the rest may be read again.
        """
        if self._linear is not None:
            return self._linear
        limit, work = BACKTRACK_STEPS, length * max(self._searches, 1) * self._weight
        while limit > 1 and limit * work > BACKTRACKING_WORK:
            limit //= 4
        return self._backtracking(max(limit, 1))

    def longest(self) -> int:
        """Return how many characters a response may have, by the sizes of the compiled patterns."""
        options = jsonschema_rs.FancyRegexOptions if self._linear is None else jsonschema_rs.RegexOptions
        size = self._size
        for smaller in PATTERN_SIZE_STEPS:
            try:
                self._compiled(options(size_limit=smaller))
            except jsonschema_rs.ValidationError:
                continue
            size = min(size, smaller)
            break
        return PATTERN_STATES // (size * self._searches)

    def inside(self, address: str, path: Steps) -> Engine:
        """Compile the schema at a place of one of the documents, "" for the schema itself."""
        documents = {**self._documents, _ITSELF: self._schema} if not address else self._documents
        place = {"$ref": f"{address or _ITSELF}#{quote(pointer(path))}"}
        return Engine(
            place, documents, self._patterns, self._searches, self.originals, published=self._published
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
            email_options=_EMAIL,
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
    """Yield each place where a schema breaks the meta-schema of its draft, and what is wrong there."""
    validator = _meta_validator(draft)
    if not validator.is_valid(schema):
        for error in validator.iter_errors(schema):
            yield error_sentence(error, schema)


@lru_cache(maxsize=len(Draft))
def _meta_validator(draft: Draft) -> Any:
    """Compile the meta-schema of a draft, once, since that takes longer than compiling most schemas."""
    return jsonschema_rs.validator_for(
        {"$schema": draft.uri, "$ref": draft.uri}, validate_formats=True, offline=True
    )


def known_formats(formats: Sequence[str], draft: Draft = DEFAULT) -> Iterator[str]:
    """Yield those of `formats` that a draft knows."""
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
