"""Random schema fragments with references in them, and values that have a chance to fit."""

from hypothesis import strategies as st

_NAMES = st.sampled_from(["a", "b"])
_SCALARS = st.sampled_from([None, True, False, 0, 1, 1.0, 2, -1.5, "", "a", "ab", "b"])
_TYPES = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])

#: Any JSON value of a small size, from few names and scalars.
VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=2),
    max_leaves=5,
)

_LEAVES = st.one_of(
    st.booleans(),
    st.builds(lambda kind: {"type": kind}, _TYPES),
    st.builds(lambda kinds: {"type": kinds}, st.lists(_TYPES, min_size=1, max_size=3, unique=True)),
    st.builds(lambda value: {"const": value}, _SCALARS),
    st.builds(lambda values: {"enum": values}, st.lists(_SCALARS, min_size=1, max_size=3, unique_by=repr)),
    st.sampled_from([{"minimum": 1}, {"maximum": 1}, {"minLength": 1}, {"pattern": "^a"}, {"maxItems": 1}]),
    st.just({"$ref": "#/$defs/Leaf"}),
)
_REFERENCES = st.sampled_from(
    ["#", "#/$defs/Leaf", "#/$defs/Node", "#/$defs/Node/properties/a", "#/properties/a", "#/properties/kind"]
)


def _larger(inner):
    """Build a schema from smaller ones; a reference that may lead round in a circle goes into the value."""
    deeper = inner | st.builds(lambda reference: {"$ref": reference}, _REFERENCES)
    several = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        st.fixed_dictionaries(
            {"items": deeper}, optional={"prefixItems": st.lists(deeper, min_size=1, max_size=2)}
        ),
        st.fixed_dictionaries({"contains": deeper}),
        st.fixed_dictionaries(
            {"properties": st.dictionaries(_NAMES, deeper)}, optional={"additionalProperties": deeper}
        ),
        st.fixed_dictionaries({"patternProperties": st.dictionaries(st.sampled_from(["^a", "b$"]), deeper)}),
        st.fixed_dictionaries({"allOf": several}, optional={"unevaluatedProperties": inner}),
        st.sampled_from(["anyOf", "oneOf"]).flatmap(lambda word: st.fixed_dictionaries({word: several})),
        st.fixed_dictionaries({"not": inner}),
        st.fixed_dictionaries({"if": inner}, optional={"then": inner, "else": inner}),
        st.fixed_dictionaries({"dependentSchemas": st.dictionaries(_NAMES, inner)}),
        st.fixed_dictionaries(
            {"propertyNames": st.sampled_from([{"maxLength": 1}, {"pattern": "^a"}, True])}
        ),
    )


_SCHEMAS = st.recursive(_LEAVES, _larger, max_leaves=4)


@st.composite
def fragments(draw, name):
    """Draw a sound fragment of the kind `name` with the fields `a` and `b` and two definitions."""
    node = {"type": ["object", "null"], "properties": {"a": draw(_SCHEMAS), "b": {"$ref": "#/$defs/Node"}}}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["kind", *draw(st.sampled_from([[], ["a"]]))],
        "properties": {"kind": {"const": name}, "a": draw(_SCHEMAS), "b": draw(_larger(_SCHEMAS))},
        "$defs": {"Node": node, "Leaf": draw(_LEAVES.filter(lambda leaf: leaf != {"$ref": "#/$defs/Leaf"}))},
        **draw(st.fixed_dictionaries({}, optional={"allOf": st.lists(_SCHEMAS, min_size=1, max_size=2)})),
    }


@st.composite
def instances(draw, name):
    """Draw documents for a fragment of `name`: most have its kind, some a field too many or another kind."""
    kinds = st.sampled_from([name, name, name, name, "acme.other", 1])
    document = st.fixed_dictionaries({"kind": kinds}, optional={"a": VALUES, "b": VALUES})
    odd = st.one_of(VALUES, st.fixed_dictionaries({"kind": kinds, "c": VALUES}))
    return [*draw(st.lists(document, min_size=4, max_size=8)), draw(odd)]
