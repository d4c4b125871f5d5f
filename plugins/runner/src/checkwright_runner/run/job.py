"""Job: what a run grades by; it travels to workers."""

from __future__ import annotations

from dataclasses import dataclass, field

from checkwright import Dataset, Found, Missing, Resources, Rubric

__all__ = ["Job"]


@dataclass(frozen=True, slots=True)
class Job:
    """What rows are graded by; pickles.

    rubric: grades every row; without it each row is graded by the rubric that its question names.
    dataset: the questions; without it every row stands for itself.
    resources: what the run provides; references of questions are looked up in its rubrics.
    """

    rubric: Rubric | None = None
    dataset: Dataset | None = None
    resources: Resources = field(default_factory=Resources)

    @property
    def refs(self) -> tuple[str, ...]:
        """The references of the rubrics that rows may be graded by, in the order of the questions."""
        if self.rubric is not None:
            return (str(self.rubric.ref),)
        questions = self.dataset.questions if self.dataset is not None else {}
        left_out = self.dataset.disabled if self.dataset is not None else ()
        refs = (question.get("rubric_ref") for ident, question in questions.items() if ident not in left_out)
        return tuple(dict.fromkeys(ref for ref in refs if ref is not None))

    def find(self, ref: str) -> Found[Rubric] | Missing:
        """Look up the rubric that a reference leads to."""
        if self.rubric is not None:
            return Found(self.rubric)
        rubrics = self.resources.rubrics
        if rubrics is None:
            return Missing(f"{ref}: this run has no rubrics to look it up in")
        return rubrics.find(ref)
