"""CheckSpec: a model and the JSON Schema derived from it decide alike, as JSON does."""

import pickle
from enum import Enum, IntEnum
from typing import Annotated, Any, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from mutations import changed
from pydantic import Field, StringConstraints, ValidationError, field_validator, model_validator
from typing_extensions import TypeAliasType, TypedDict

from checkwright import CheckSpec, NonBlank, SpecPart
from checkwright.schema.fragment import derived_fragment, fragment_fault
from checkwright.schema.validator import bounded_validator


class Tone(Enum):
    CALM = "calm"
    WARM = "warm"
    COLD = None


class Rank(IntEnum):
    FIRST = 1
    SECOND = 2


class Span(SpecPart):
    """A part inside a check."""

    start: int = Field(ge=0)
    end: int | None = None
    label: NonBlank | None = Field(default=None, min_length=2)

    @model_validator(mode="after")
    def _whole(self):
        return self


class Word(SpecPart):
    op: Literal["word"]
    word: str = Field(max_length=3)


class Both(SpecPart):
    op: Literal["both"]
    of: Annotated[tuple["Tree", ...], Field(min_length=2)]


class Ping(SpecPart):
    size: int | None = None
    pongs: tuple["Pong", ...] = ()


class Pong(SpecPart):
    ping: Ping


class Old(SpecPart):
    version: Literal[1]
    size: int


class New(SpecPart):
    version: Literal[2]
    sizes: tuple[int, ...]


Tree = Annotated[Word | Both, Field(discriminator="op")]

Maybe = TypeAliasType("Maybe", int | None)

Nested = TypeAliasType("Nested", "int | tuple[Nested, ...]")

Sizes = TypeAliasType("Sizes", tuple[int, ...])


class Place(TypedDict, total=False):
    page: int
    inside: "Place"
    rank: Rank


class Rich(CheckSpec):
    """Whatever a check document may hold."""

    kind: Literal["acme.rich"]
    size: int = Field(ge=1, le=10)
    share: float = Field(default=0.5, ge=0, lt=1)
    step: int | None = Field(default=None, multiple_of=3)
    words: Annotated[tuple[NonBlank, ...], Field(min_length=1, max_length=3)] = ("a",)
    pair: tuple[int, str] | None = None
    spans: tuple[Span, ...] = ()
    first: Span | None = None
    mode: Literal["any", "all"] = "any"
    level: Literal[1, 2, "top", True] | None = None
    missing: Literal["a", None] = None
    tone: Tone = Tone.CALM
    rank: Rank | None = None
    either: int | bool | Span | None = None
    number: int | float = 1
    named: dict[str, int] = Field(default={})
    keyed: dict[Annotated[str, StringConstraints(pattern="^[a-c]$")], tuple[int, ...]] = Field(default={})
    options: dict[Literal["a", "b"], int] | None = None
    longer: dict[Annotated[str, StringConstraints(min_length=2)], int] = Field(default={}, max_length=1)
    code: Annotated[str, StringConstraints(pattern="^[a-z]{2}$|^x")] | None = None
    flags: frozenset[Literal["i", "m", "s"]] = frozenset()
    ranks: set[int] | None = Field(default=None, min_length=1)
    tree: Tree | None = None
    versioned: Old | New | None = None
    schema_: dict[str, Any] | bool | None = Field(default=None, alias="schema")
    free: Any = None
    listed: list[bool | None] = Field(default=[])
    nullable: int | None = 3
    maybe: Maybe = None
    sizes: Sizes | None = None
    place: Place | None = None
    nested: Nested | None = None
    again: dict[str, Nested] = Field(default={})
    checked: int | None = Field(default=None, le=5)

    @field_validator("checked")
    @classmethod
    def _checked(cls, value):
        assert value is not None
        return value

    @model_validator(mode="after")
    def _whole(self):
        return self


FRAGMENT = derived_fragment(Rich)

VALIDATOR = bounded_validator(FRAGMENT)

_NUMBERS = st.sampled_from([0, 1, 2, 3, 6, 10, 11, -1, 0.0, 1.0, 2.0, 0.5, 3.5, 1e300, 10**30, -2.0])

_TEXTS = st.sampled_from(
    ["", " ", "\u3000", "\x1f", "a", "ab", "a\n", "ab\n", "xy\n", "any", "calm", "word", "top", "i", "b"]
)

_SCALARS = st.one_of(st.none(), st.booleans(), _NUMBERS, _TEXTS)

_NAMES = st.sampled_from(
    ["a", "b", "d", "start", "end", "op", "of", "word", "version", "size", "page", "rank", "x"]
)

_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=3),
    max_leaves=5,
)

_INTEGERS = st.sampled_from([0, 1, 2.0, 3, 5, 6.0])

_SPAN = st.fixed_dictionaries({"start": _INTEGERS}, optional={"end": _INTEGERS, "label": st.just("ab")})

_WORD = st.fixed_dictionaries({"op": st.just("word"), "word": st.sampled_from(["", "abc"])})

_TREE = st.recursive(
    _WORD,
    lambda inner: st.fixed_dictionaries(
        {"op": st.just("both"), "of": st.lists(inner, min_size=2, max_size=2)}
    ),
    max_leaves=4,
)

_PLACE = st.recursive(
    st.fixed_dictionaries({}, optional={"page": _INTEGERS, "rank": st.just(1.0)}),
    lambda inner: st.fixed_dictionaries({"inside": inner}),
    max_leaves=3,
)

_NESTED = st.recursive(_INTEGERS, lambda inner: st.lists(inner, max_size=2), max_leaves=3)

_VERSIONED = st.one_of(
    st.fixed_dictionaries({"version": st.sampled_from([1, 1.0]), "size": _INTEGERS}),
    st.fixed_dictionaries({"version": st.just(2), "sizes": st.lists(_INTEGERS, max_size=2)}),
)

_FIELDS = {
    "id": st.just("x"),
    "description": st.just("Says so."),
    "metadata": st.dictionaries(_NAMES, _VALUES, max_size=2),
    "share": st.sampled_from([0, 0.25, 0.999]),
    "step": st.sampled_from([0, 3, 6.0]),
    "words": st.lists(st.sampled_from(["a", "b c"]), min_size=1, max_size=3),
    "pair": st.tuples(_INTEGERS, st.just("a")).map(list),
    "spans": st.lists(_SPAN, max_size=2),
    "first": _SPAN,
    "mode": st.sampled_from(["any", "all"]),
    "level": st.sampled_from([1, 1.0, 2, "top", True]),
    "missing": st.just("a"),
    "tone": st.sampled_from(["calm", "warm", None]),
    "rank": st.sampled_from([1, 2.0]),
    "either": st.one_of(_INTEGERS, st.booleans(), _SPAN),
    "number": st.sampled_from([1, 2.5, 1e300]),
    "named": st.dictionaries(_NAMES, _INTEGERS, max_size=2),
    "keyed": st.dictionaries(st.sampled_from(["a", "b"]), st.lists(_INTEGERS, max_size=2)),
    "options": st.dictionaries(st.sampled_from(["a", "b"]), _INTEGERS),
    "longer": st.dictionaries(st.sampled_from(["op", "of"]), _INTEGERS, max_size=1),
    "code": st.sampled_from(["ab", "xyz"]),
    "flags": st.lists(st.sampled_from(["i", "m", "s"]), unique=True),
    "ranks": st.lists(st.sampled_from([1, 2.0, 3]), min_size=1, max_size=3, unique=True),
    "tree": _TREE,
    "versioned": _VERSIONED,
    "schema": st.one_of(st.booleans(), st.dictionaries(_NAMES, _VALUES, max_size=2)),
    "free": _VALUES,
    "listed": st.lists(st.one_of(st.none(), st.booleans()), max_size=2),
    "nullable": st.one_of(st.none(), _INTEGERS),
    "maybe": _INTEGERS,
    "sizes": st.lists(_INTEGERS, max_size=2),
    "place": _PLACE,
    "nested": _NESTED,
    "again": st.dictionaries(_NAMES, _NESTED, max_size=2),
    "checked": st.sampled_from([1, 5.0]),
}

_VALID = st.fixed_dictionaries(
    {"kind": st.just("acme.rich"), "size": st.sampled_from([1, 10.0])}, optional=_FIELDS
)


def accepted(model, document):
    try:
        model.model_validate(document)
    except ValidationError:
        return False
    return True


def test_the_fragment_of_a_rich_model_is_sound():
    """It can stand in the merged schema."""
    assert fragment_fault(FRAGMENT, "acme.rich") is None


@given(changed(_VALID, _VALUES, st.sampled_from([*_FIELDS, "schema_", "json", "x"])))
@example({"kind": "acme.rich", "size": 1, "level": True})
@example({"kind": "acme.rich", "size": 1, "level": False})
@example({"kind": "acme.rich", "size": 1, "rank": True})
@example({"kind": "acme.rich", "size": 1, "versioned": {"version": True, "size": 1}})
@example({"kind": "acme.rich", "size": 1, "flags": ["i", "i"]})
@example({"kind": "acme.rich", "size": 1, "ranks": [1, 1.0]})
@example({"kind": "acme.rich", "size": 1, "code": "ab\n"})
@example({"kind": "acme.rich", "size": 1, "keyed": {"a\n": []}})
def test_model_and_schema_agree(document):
    """Both accept a document, or both refuse it."""
    assert accepted(Rich, document) == VALIDATOR.is_valid(document)


def read(**fields):
    """Read a document with these fields and return the model."""
    return Rich.model_validate({"kind": "acme.rich", "size": 1, **fields})


@pytest.mark.parametrize(
    ("field", "given", "value"),
    [
        ("size", 3.0, 3),
        ("share", -0.0, 0.0),
        ("words", ["a", "b"], ("a", "b")),
        ("pair", [2.0, "x"], (2, "x")),
        ("spans", [{"start": 0.0}], (Span(start=0),)),
        ("level", 1.0, 1),
        ("level", True, True),
        ("tone", "warm", Tone.WARM),
        ("tone", Tone.WARM, Tone.WARM),
        ("rank", 2.0, Rank.SECOND),
        ("number", 1, 1),
        ("named", {"a": 2.0}, {"a": 2}),
        ("flags", ["s", "i"], frozenset({"i", "s"})),
        ("flags", frozenset("i"), frozenset({"i"})),
        ("ranks", [1.0, 2], {1, 2}),
        ("nested", [1.0, [2.0]], (1, (2,))),
        ("place", {"page": 1.0, "rank": 1}, {"page": 1, "rank": Rank.FIRST}),
        ("share", 0, 0.0),
    ],
)
def test_values_arrive_as_python_has_them(field, given, value):
    """Lists are tuples or sets, integral floats integers, values members of their Enum, at any depth."""
    found = getattr(read(**{field: given}), field)
    assert (found, type(found)) == (value, type(value))
    if isinstance(found, tuple):
        assert [type(one) for one in found] == [type(one) for one in value]


@pytest.mark.parametrize(
    ("field", "given"),
    [
        *(
            (field, None)
            for field in ("id", "description", "metadata", "step", "pair", "first", "level", "missing")
        ),
        *(
            (field, None)
            for field in ("rank", "either", "ranks", "tree", "schema", "maybe", "sizes", "checked", "code")
        ),
        ("spans", [{"start": 0, "end": None}]),
        ("size", True),
        ("size", "1"),
        ("size", 1.5),
        ("share", True),
        ("share", "0.5"),
        ("share", float("nan")),
        ("number", float("inf")),
        ("step", float("inf")),
        ("level", False),
        ("rank", True),
        ("words", "ab"),
        ("words", {"a": 1}),
        ("flags", ["i", "i"]),
        ("ranks", [1, 1.0]),
        ("code", "ab\n"),
        ("keyed", {"a\n": []}),
        ("spans", [{"start": 0, "extra": 1}]),
        ("description", " \u3000\n"),
        ("id", ""),
        ("schema_", {}),
        ("unknown", 1),
    ],
)
def test_what_json_schema_refuses_is_refused(field, given):
    """Null for what is absent, booleans as numbers, NaN, repeated values, a final newline, unknown fields."""
    assert not accepted(Rich, {"kind": "acme.rich", "size": 1, field: given})


@pytest.mark.parametrize("given", [-0.0, 0.0, 0])
def test_a_zero_has_no_sign(given):
    """No schema tells -0.0 from 0, so a threshold of -0.0 is 0, and reads as 0 in every text."""
    assert str(read(share=given).share) == "0.0"


def test_null_is_a_value_where_the_author_says_so():
    """`X | None` with another default than None, or as an element, takes null."""
    assert (read(nullable=None).nullable, read(listed=[None, True]).listed) == (None, [None, True])


def test_a_repeated_value_is_named_as_the_mistake():
    """The message says what is wrong, not what pydantic calls it."""
    with pytest.raises(ValidationError, match="a value is repeated, each may stand once"):
        read(flags=["i", "i"])
    with pytest.raises(ValidationError, match="Input should be 1, 2"):
        read(rank=3)


def test_an_aliased_field_has_its_alias_alone_and_python_its_name():
    """`schema` in the document is `schema_` in Python."""
    assert read(schema={"type": "object"}).schema_ == {"type": "object"}
    assert "schema_" not in FRAGMENT["properties"]


def test_a_check_is_frozen_and_pickles():
    """Nobody changes a check, and it survives a process boundary."""
    check = read(spans=[{"start": 1}], flags=["i"], rank=1)
    with pytest.raises(ValidationError):
        check.size = 2
    assert pickle.loads(pickle.dumps(check)) == check


def test_models_used_in_many_places_are_rewritten_once():
    """Deriving from a spec and using a part again and again leaves one validator around an integer."""

    class More(Rich):
        kind: Literal["acme.more"]
        other: Span | None = None
        others: tuple[Span, ...] = ()

    def wrapped(model):
        return str(model.__pydantic_core_schema__).count("function _integral")

    assert 1 <= wrapped(Span) == wrapped(type("Same", (Span,), {}))
    assert wrapped(type("Uses", (SpecPart,), {"__annotations__": {"span": Span}})) == wrapped(Span)
    document = {"kind": "acme.more", "size": 1.0, "other": {"start": 1.0}, "others": [{"start": 2.0}]}
    assert More.model_validate(document).others == (Span(start=2),)


def test_parts_may_hold_each_other():
    """Two models that refer to each other are both read as JSON reads them."""
    assert Ping.model_validate({"pongs": [{"ping": {"size": 1.0}}]}) == Ping(pongs=(Pong(ping=Ping(size=1)),))
    assert not accepted(Ping, {"pongs": [{"ping": {"size": None}}]})


def test_the_name_of_a_kind_is_read_from_its_spec():
    """It is the one text of the Literal."""
    assert Rich.kind_name() == "acme.rich"
