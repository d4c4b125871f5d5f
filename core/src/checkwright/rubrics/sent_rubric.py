"""SentRubric: a rubric as it travels to another process: its document, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..contract.problem import Problem
from ..kinds.kinds import Kinds
from .rubric import Rubric, RubricCheck, RubricHead

__all__ = ["SentRubric"]


@dataclass(frozen=True, slots=True)
class SentRubric:
    """The document of a rubric; it is read again where it arrives, by the models of the kinds there.

    problems: index of a check to why it is invalid, and whether its kind is unavailable. They travel, since
        the other side may not have what the sentence was made of.
    """

    data: Mapping[str, Any]
    source: str
    problems: Mapping[int, tuple[Problem, bool]]

    @classmethod
    def of(cls, rubric: Rubric) -> SentRubric:
        """Pack a rubric."""
        problems = {
            check.index: (check.problem, check.unavailable)
            for check in rubric.checks
            if check.problem is not None
        }
        return cls(rubric.to_dict(), rubric.source, problems)

    def read(self, kinds: Kinds) -> Rubric:
        """Read the rubric again.

        A check whose kind is not among these has no spec: so it is in a rubric that was looked up and not
        compiled, as past the depth limit.

        Raises:
            pydantic.ValidationError: the model of a kind does not accept a check that another one did.
        """
        documents = [check if isinstance(check, Mapping) else {} for check in self.data["checks"]]
        head = RubricHead.model_validate({**self.data, "checks": documents})
        checks = tuple(self._check(index, document, kinds) for index, document in enumerate(documents))
        return Rubric.of(head, checks, self.source, self.data)

    def _check(self, index: int, document: Mapping[str, Any], kinds: Kinds) -> RubricCheck:
        problem, unavailable = self.problems.get(index, (None, False))
        kind = kinds.get(document["kind"]) if problem is None else None
        spec = None if kind is None else kind.spec.model_validate(document)
        return RubricCheck.of(index, document, spec, problem, unavailable=unavailable)
