"""The places of a case in which a definition finds its fields: parts of the question, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from checkwright import Case, CheckError
from checkwright.wording import did_you_mean, listed, named_type, one_line, shown

__all__ = ["AnswerPlace", "QuestionPlace"]

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class QuestionPlace:
    """A field of the question: the keys of an object, else the whole.

    own: the name of the field, which also means the whole; also: another name for that.
    """

    own: str
    question: Mapping[str, Any]
    also: str

    def value(self, name: str, path: Path) -> Any:
        """Return what a name means.

        path: the place of the name in the check.

        Raises:
            CheckError: it means nothing; the message says what there is.
        """
        if self.own not in self.question:
            raise _missing(name, "the question", f"no {self.own!r}", _there(self.question), path)
        value = self.question[self.own]
        place = f"question.{self.own}"
        if isinstance(value, Mapping):
            if name not in value:
                raise _missing(name, place, "no such key", _there(value, name), path)
            return value[name]
        if name not in (self.also, self.own):
            there = f"{self.also!r} and {self.own!r} mean all of it"
            raise _missing(name, place, f"no keys, it is {named_type(value)}", there, path)
        return value


@dataclass(frozen=True, slots=True)
class AnswerPlace:
    """The answer: the keys of the prediction in the response row, and `response`, the text of the reply."""

    case: Case

    def value(self, name: str, path: Path) -> Any:
        """Return what a name means.

        path: the place of the name in the check.

        Raises:
            CheckError: it means nothing; the message says what there is.
            NotExecutable: it means the text of the reply, and the case has no response.
        """
        prediction = self.case.row.get("prediction")
        if isinstance(prediction, Mapping) and name in prediction:
            return prediction[name]
        if name == "response":
            return self.case.text
        if isinstance(prediction, Mapping):
            there = _there({**prediction, "response": None}, name)
            raise _missing(name, "the prediction", "no such key", there, path)
        there = "'response' means the text of the reply"
        raise _missing(name, "the response row", "no object 'prediction'", there, path)


def _there(keys: Mapping[Any, Any], name: str = "") -> str:
    """Say which keys there are, and which of them `name` may mean."""
    hint = did_you_mean(name, [key for key in keys if isinstance(key, str)], limit=60) if name else None
    there = f"it has {listed(list(keys))}" if keys else "it is empty"
    return f"{there} ({hint})" if hint else there


def _missing(name: str, place: str, lack: str, there: str, path: Path) -> CheckError:
    return CheckError(one_line(f"no field {shown(name, 60)}: {place} has {lack}; {there}"), path)
