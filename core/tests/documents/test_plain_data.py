"""Data from code that misbehaves: a mapping or a list may be of any type, and that type may do anything."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kinds_of_words import KINDS

from checkwright import (
    InvalidDocument,
    load_kinds,
    parse_dataset,
    parse_rubric,
    validate,
    validate_dataset,
)
from checkwright.documents.limits import DocumentLimits
from checkwright.documents.reading import from_data

PLAIN = {
    "id": "tone",
    "version": "1.0",
    "checks": [{"kind": "test.says", "word": "hello"}],
    "scoring": {"combine": "all_pass"},
}


class Rude(Mapping):
    """A mapping whose methods raise, lie or never end, as `how` says."""

    def __init__(self, how, data=PLAIN, error=None):
        self._how, self._data = how, data
        self._error = error or RuntimeError("no, thank you")

    def _maybe(self, how):
        if how == self._how:
            raise self._error

    def __getitem__(self, key):
        self._maybe("getitem")
        return self._data[key]

    def __iter__(self):
        self._maybe("iter")
        for number, key in enumerate(self._data):
            yield key
            if number:
                self._maybe("later")
        while self._how == "endless":
            yield "id"

    def __len__(self):
        self._maybe("len")
        return -5 if self._how == "lies" else len(self._data)

    def __contains__(self, key):
        self._maybe("contains")
        return key in self._data

    def keys(self):
        self._maybe("keys")
        return super().keys()

    def items(self):
        self._maybe("items")
        return [1, 2] if self._how == "no pairs" else None if self._how == "nothing" else super().items()

    def __repr__(self):
        raise self._error

    @property
    def __class__(self):
        self._maybe("class")
        return Rude


class RudeDict(dict):
    def items(self):
        raise KeyError("nobody")


class RudeList(list):
    def __iter__(self):
        yield 1
        raise SystemExit(3)


class RudeInt(int):
    def bit_length(self):
        raise ArithmeticError

    def __int__(self):
        raise ArithmeticError


class RudeKey:
    def __repr__(self):
        raise ValueError("no name")


class Liar:
    """Says that it is a text."""

    __class__ = str


class RudeError(Exception):
    def __str__(self):
        raise RuntimeError


#: What is said of each, and where.
RUDE = {
    "getitem": "cannot be read: RuntimeError: no, thank you",
    "iter": "cannot be read: RuntimeError: no, thank you",
    "later": "cannot be read: RuntimeError: no, thank you",
    "items": "cannot be read: RuntimeError: no, thank you",
    "class": "cannot be read: RuntimeError: no, thank you",
    "no pairs": "cannot be read: TypeError: cannot unpack",
    "nothing": "cannot be read: TypeError: 'NoneType' object is not iterable",
    "endless": "id: the key 'id' is given twice",
}


def problems_of(function, data):
    """Give the problems that a function of the public interface finds or raises."""
    try:
        return function(data)
    except InvalidDocument as error:
        return error.problems


@pytest.fixture(scope="module", params=["validate", "parse_rubric", "validate_dataset", "parse_dataset"])
def function(request):
    kinds = load_kinds(plugins=KINDS, entry_points=False)
    return {
        "validate": lambda data: validate(data, kinds=kinds),
        "parse_rubric": lambda data: parse_rubric(data, kinds=kinds),
        "validate_dataset": validate_dataset,
        "parse_dataset": parse_dataset,
    }[request.param]


@pytest.mark.parametrize("how", RUDE)
def test_a_mapping_that_misbehaves_is_an_invalid_document(function, how):
    """Whatever its methods do, the problem says it; nothing that they raise gets out."""
    problem = problems_of(function, Rude(how))[0]
    assert problem.message.startswith(RUDE[how])
    assert problem.code == "syntax"


@pytest.mark.parametrize("how", ["len", "lies", "contains", "keys"])
def test_methods_that_are_not_needed_may_do_anything(how):
    """What a mapping holds is what its items are."""
    kinds = load_kinds(plugins=KINDS, entry_points=False)
    assert validate(Rude(how), kinds=kinds) == ()
    assert parse_rubric(Rude(how), kinds=kinds).to_dict() == PLAIN
    assert from_data({"a": RudeInt(7)}).data == {"a": 7}


@pytest.mark.parametrize(
    ("make", "path", "words"),
    [
        (lambda: Rude("items"), "/a/0", "cannot be read: RuntimeError: no, thank you"),
        (lambda: Rude("class"), "/a/0", "cannot be read: RuntimeError: no, thank you"),
        (lambda: Rude("getitem"), "/a/0", "cannot be read: RuntimeError: no, thank you"),
        (
            lambda: Rude("items", error=RudeError()),
            "/a/0",
            "cannot be read: RudeError (its message cannot be shown)",
        ),
        (lambda: Rude("items", error=InvalidDocument([])), "/a/0", "cannot be read: InvalidDocument"),
        (lambda: Rude("items", error=GeneratorExit()), "/a/0", "cannot be read: GeneratorExit"),
        (lambda: RudeDict(), "/a/0", "cannot be read: KeyError: 'nobody'"),
        (lambda: RudeList(), "/a/0", "cannot be read: SystemExit: 3"),
        (lambda: Liar(), "/a/0", "cannot be read: TypeError: descriptor '__str__' requires"),
        (lambda: {RudeKey(): 1}, "/a/0", "the key <RudeKey> is of type RudeKey, expected str"),
        (lambda: {10**5000: 1}, "/a/0", "the key <int> is of type int, expected str"),
        (lambda: {"b": RudeDict()}, "/a/0/b", "cannot be read: KeyError: 'nobody'"),
    ],
)
def test_what_misbehaves_inside_is_named_by_its_place(make, path, words):
    """The JSON Pointer leads to the value that raises."""
    with pytest.raises(InvalidDocument) as caught:
        from_data({"a": [make()]})
    [problem] = caught.value.problems
    assert problem.path == path
    assert problem.message.startswith((f"a[0]: {words}", f"a[0].b: {words}"))


def test_mistakes_before_it_are_kept():
    """What was found until then is told too, up to the hundredth."""
    with pytest.raises(InvalidDocument) as caught:
        from_data({"a": b"", "b": RudeDict()})
    assert [problem.path for problem in caught.value.problems] == ["/a", "/b"]
    with pytest.raises(InvalidDocument) as caught:
        from_data({**{str(number): b"" for number in range(100)}, "b": RudeDict()})
    assert "more than 100 mistakes" in caught.value.problems[-1].message


def test_ctrl_c_gets_out():
    """It is no fault of the data."""
    with pytest.raises(KeyboardInterrupt):
        from_data(Rude("items", error=KeyboardInterrupt()))


def test_what_never_ends_is_too_many_values():
    """An iteration without end, however it goes on, ends at the limit."""

    class Endless(list):
        def __iter__(self):
            while True:
                yield Endless()

    with pytest.raises(InvalidDocument) as caught:
        from_data({"a": Endless()})
    assert caught.value.problems[-1].message.endswith("[0]: nested deeper than 64 levels")
    with pytest.raises(InvalidDocument) as caught:
        from_data({"a": Endless()}, limits=DocumentLimits(depth=10**9, values=1000))
    assert caught.value.problems[-1].message.endswith("[0]: more than 1,000 values")
    assert len(caught.value.problems[-1].message) < 300


def test_another_thing_than_a_mapping_is_a_problem(function):
    """A list of questions, a number, nothing: said, not raised."""
    for data in ([PLAIN], 5, None, object()):
        assert problems_of(function, data)


@given(
    data=st.recursive(
        st.sampled_from([None, 1, "x", b"", Liar()]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.builds(
                Rude,
                st.sampled_from([*RUDE, "len", "keys"]),
                st.dictionaries(st.sampled_from([*PLAIN, "questions"]), inner, max_size=3),
            )
        ),
        max_leaves=8,
    )
)
def test_no_data_gets_anything_out_of_the_readers(data):
    """Problems or a value, and nothing that the data raises."""
    kinds = load_kinds(plugins=KINDS, entry_points=False)
    for function in (lambda data: parse_rubric(data, kinds=kinds), parse_dataset):
        assert problems_of(function, data)
    assert validate(data, kinds=kinds)
    assert validate_dataset(data)
