"""Case: one response with its question, and the views of it that all checks share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from ..text import unicode as _text
from ..text.invisible import has_invisible
from ..text.typography import has_typography
from .errors import NotExecutable
from .table_gaps import is_gap

__all__ = ["Case"]

T = TypeVar("T")
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class _View(Generic[T]):
    """A view of the response: computed when first read, from then on a plain attribute of the case."""

    def __init__(self, compute: Callable[[str], T]) -> None:
        self._compute = compute

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, case: Any, owner: type) -> T:
        if case.response is None:
            raise NotExecutable("no response")
        view = self._compute(case.response)
        setattr(case, self._name, view)
        return view


class Case:
    """One response to grade, with the question that it answers. Read-only for checks.

    response: the reply, or None when there is none ("" is a reply). What tables hold where there is none
        (a NaN, NaT, pandas.NA) is taken for None, in `tool_calls` and `id` as well.
    question: the dataset row (id, input, criteria, expected, metadata, ...); {} when there is none.
    tool_calls: the record of what an agent did, or None when there is no record ([] is a record).
    row: the further fields of the response row, such as ratings or a prediction; {} when there are none.
    id: names the case in its verdict; default the question's id as text, else None.

    Views of the response are computed once, when first read, and shared by all checks; without a
    response reading one raises NotExecutable.
    text: the response. nfc: in Unicode normalization form C. folded: without differences of case.
    invisible: whether an invisible character stands in it, as `checkwright.text` knows them.
    typographic: whether a typographic quote, apostrophe, hyphen or no-break space stands in it.

    Raises:
        TypeError: a response that is neither text nor None, a question or a row that is no mapping, tool
            calls that are no list.
    """

    #: Defaults, so that a case without them is made fast.
    question: Mapping[str, Any] = _NOTHING
    tool_calls: Sequence[Any] | None = None
    row: Mapping[str, Any] = _NOTHING
    id: str | None = None
    _memo: dict[Callable[[Case], Any], Any] | None = None

    text = _View(str)
    nfc = _View(_text.nfc)
    folded = _View(_text.fold)
    invisible = _View(has_invisible)
    typographic = _View(has_typography)

    def __init__(
        self,
        response: str | None,
        question: Mapping[str, Any] = _NOTHING,
        tool_calls: Sequence[Any] | None = None,
        id: str | None = None,  # noqa: A002 - the field's name
        row: Mapping[str, Any] = _NOTHING,
    ) -> None:
        if type(response) is not str and response is not None and not isinstance(response, str):
            if not is_gap(response):
                raise TypeError(f"response must be a text or None, not {type(response).__name__}")
            response = None
        if type(id) is not str and id is not None and is_gap(id):
            id = None  # noqa: A001
        if question is not _NOTHING:
            if not isinstance(question, Mapping):
                raise TypeError(f"question must be a mapping, not {type(question).__name__}")
            if id is None and question.get("id") is not None:
                id = str(question["id"])  # noqa: A001
        if tool_calls is not None and (
            not isinstance(tool_calls, Sequence) or isinstance(tool_calls, str | bytes)
        ):
            if not is_gap(tool_calls):
                raise TypeError(f"tool_calls must be a list or None, not {type(tool_calls).__name__}")
            tool_calls = None
        if row is not _NOTHING:
            if not isinstance(row, Mapping):
                raise TypeError(f"row must be a mapping, not {type(row).__name__}")
            self.row = row
        self.response = response
        if response is not None:
            self.text = response
        if question is not _NOTHING:
            self.question = question
        if tool_calls is not None:
            self.tool_calls = tool_calls
        if id is not None:
            self.id = id

    def memo(self, function: Callable[[Case], T]) -> T:
        """Return `function(case)`, computed once for all checks that ask for it.

        function: a module-level function; its result is read-only, and a parse error is a value.
        """
        if self._memo is None:
            self._memo = {}
        if function not in self._memo:
            self._memo[function] = function(self)
        result: T = self._memo[function]
        return result

    def __repr__(self) -> str:
        names = ("response", "question", "tool_calls", "id", "row")
        given = zip(names if self.row else names[:-1], self._given(), strict=False)
        return f"Case({', '.join(f'{name}={value!r}' for name, value in given)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Case):
            return NotImplemented
        return self._given() == other._given()

    __hash__ = None  # type: ignore[assignment]

    def _given(self) -> tuple[Any, ...]:
        return self.response, dict(self.question), self.tool_calls, self.id, dict(self.row)

    def __reduce__(self) -> tuple[type[Case], tuple[Any, ...]]:
        return Case, self._given()
