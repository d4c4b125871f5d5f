"""Make a pydantic model decide as the JSON Schema derived from it: rewrite its core schema."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, cast

from pydantic_core import CoreSchema, PydanticCustomError, PydanticKnownError, core_schema

__all__ = ["read_as_json"]

#: Finds the definition that a reference in a core schema stands for; LookupError while it is being made.
_Resolve = Callable[[CoreSchema], CoreSchema]

#: A model inside another is left as it is: it was rewritten when it was made.
_LEFT_ALONE = ("model", "dataclass")
#: Wrappers through which an optional field is still seen as one.
_AROUND = ("function-after", "function-before", "function-wrap")
#: Parts of a core schema that hold no core schema.
_NO_SCHEMA = ("metadata", "serialization", "default", "function", "expected", "members", "config")


def read_as_json(schema: CoreSchema, resolve: _Resolve) -> CoreSchema:
    """Rewrite the core schema of one model: its own fields, not those of the models inside it.

    A list is taken for a tuple or a set, an integral float for an integer, -0.0 for 0.0, a value for the
    member of an Enum, no boolean for a number; an optional field is absent or a value, never null.
    Rewriting twice changes nothing more.
    """
    return cast("CoreSchema", _head(schema, _Rewriter(resolve)))


def _head(schema: Any, rewriter: _Rewriter) -> Any:
    """Rewrite what stands inside the model, through the validators around it."""
    if schema["type"] in _AROUND or schema["type"] == "model":
        return {**schema, "schema": _head(schema["schema"], rewriter)}
    return rewriter.rewritten(schema)


class _Rewriter:
    def __init__(self, resolve: _Resolve) -> None:
        self._resolve = resolve
        self._open: list[str] = []
        self._circular: set[str] = set()

    def rewritten(self, schema: Any) -> Any:
        """Rewrite a core schema, or a list or mapping of them."""
        if isinstance(schema, list | tuple):
            return type(schema)(self.rewritten(part) for part in schema)
        if not isinstance(schema, dict):
            return schema
        kind = schema.get("type") if isinstance(schema.get("type"), str) else None
        if kind in _LEFT_ALONE or _is_done(schema):
            return schema
        if kind == "definition-ref":
            return self._inlined(schema)
        if kind == "default" and schema.get("default", ...) is None:
            schema = {**schema, "schema": self._without_null(schema["schema"])}
        kept = _NO_SCHEMA if kind is not None else ()
        changed = {key: value if key in kept else self.rewritten(value) for key, value in schema.items()}
        change = _CHANGES.get(kind or "")
        return changed if change is None else change(changed)

    def _inlined(self, reference: Any) -> Any:
        """Put a definition (an Enum, an alias, a TypedDict) where it is used; a circle stays a reference."""
        name = reference["schema_ref"]
        if name in self._open:
            self._circular.add(name)
            return reference
        try:
            definition = cast("dict[str, Any]", self._resolve(reference))
        except LookupError:
            return reference
        if _core(definition)["type"] in _LEFT_ALONE:
            return reference
        self._open.append(name)
        result = self.rewritten(definition)
        self._open.pop()
        if name not in self._circular:
            return {key: value for key, value in result.items() if key != "ref"}
        definition.clear()
        definition.update(result)
        return reference

    def _without_null(self, schema: Any) -> Any:
        """Take null out of the values of an optional field."""
        kind = schema["type"]
        if kind == "nullable":
            return schema["schema"]
        if kind in _AROUND:
            return {**schema, "schema": self._without_null(schema["schema"])}
        if kind == "definition-ref":
            inlined = self._inlined(schema)
            return schema if inlined is schema else self._without_null(inlined)
        if kind == "literal" and len(schema["expected"]) > 1:
            return {**schema, "expected": [value for value in schema["expected"] if value is not None]}
        return schema


def _core(schema: Any) -> Any:
    """Look through validators at what they stand around."""
    while schema["type"] in _AROUND:
        schema = schema["schema"]
    return schema


def _is_done(schema: Any) -> bool:
    """Tell whether a core schema is a validator that we put there."""
    function = schema.get("function")
    return isinstance(function, dict) and (
        function["function"] in (_integral, _without_sign, _distinct)
        or isinstance(function["function"], _Choice)
    )


def _integral(value: Any) -> Any:
    """Read 3.0 as 3: JSON Schema knows one kind of number."""
    return int(value) if type(value) is float and value.is_integer() else value


def _without_sign(value: Any) -> Any:
    """Read -0.0 as 0.0, which no schema tells from it: a threshold of -0 is 0, in words as well."""
    return 0.0 if type(value) is float and not value else value


def _distinct(value: Any, read: Callable[[Any], Any]) -> Any:
    """Refuse a list in which a value is repeated, as `uniqueItems` does."""
    result = read(value)
    if isinstance(value, list | tuple) and len(result) != len(value):
        raise PydanticCustomError("repeated_value", "a value is repeated, each may stand once")
    return result


class _Choice:
    """Take one of a few values by JSON's equality: 1.0 is 1, true is not 1."""

    def __init__(self, members: Sequence[Any]) -> None:
        self._members = [(member.value if isinstance(member, Enum) else member, member) for member in members]
        self._expected = ", ".join(repr(value) for value, _ in self._members)

    def __call__(self, value: Any, _read: Callable[[Any], Any]) -> Any:
        for plain, member in self._members:
            if value is member or (isinstance(value, bool) == isinstance(plain, bool) and value == plain):
                return member
        raise PydanticKnownError("literal_error", {"expected": self._expected})


def _int(schema: Any) -> Any:
    return core_schema.no_info_before_validator_function(_integral, schema)


def _float(schema: Any) -> Any:
    return core_schema.no_info_before_validator_function(_without_sign, schema)


def _tuple(schema: Any) -> Any:
    return {**schema, "strict": False}


def _set(schema: Any) -> Any:
    return core_schema.no_info_wrap_validator_function(_distinct, {**schema, "strict": False})


def _literal(schema: Any) -> Any:
    """Leave plain texts to pydantic, which compares them as JSON does, and faster."""
    expected = schema["expected"]
    if all(type(value) is str for value in expected):
        return schema
    return core_schema.no_info_wrap_validator_function(_Choice(expected), schema)


def _enum(schema: Any) -> Any:
    unnamed: Any = {key: value for key, value in schema.items() if key != "ref"}
    return core_schema.no_info_wrap_validator_function(_Choice(schema["members"]), unnamed)


#: Type of a core schema to what makes it decide as JSON Schema does.
_CHANGES: dict[str, Callable[[Any], Any]] = {
    "float": _float,
    "int": _int,
    "tuple": _tuple,
    "set": _set,
    "frozenset": _set,
    "literal": _literal,
    "enum": _enum,
}
