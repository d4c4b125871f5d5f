"""Grade text against rubrics: versioned bundles of checks, each kind of check a plugin."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .case import Case
    from .compiler import compile_rubric, score
    from .dataset import Dataset, load_dataset, parse_dataset, validate_dataset
    from .errors import (
        CheckError,
        CheckwrightError,
        InvalidDocument,
        InvalidOutcome,
        NotExecutable,
        ServiceError,
    )
    from .hookspecs import hookimpl
    from .kind import Execute, Kind, Limits, Prepare, Toolbox
    from .kinds import Kinds, load_kinds
    from .kinds.installed import LoadProblem, Origin
    from .load import load_rubric, parse_rubric
    from .outcome import Evidence, Outcome, Status
    from .plan import Plan
    from .problem import Problem, Severity
    from .prose import criteria
    from .rubric import Rubric, RubricCheck, RubricRef, Scoring
    from .schema import merged_schema
    from .schemas import SchemaStore
    from .spec import CheckSpec, NonBlank, SpecPart
    from .store import RubricStore
    from .validation import validate, validate_file
    from .verdict import CheckResult, Verdict

__all__ = [
    "Case",
    "CheckError",
    "CheckResult",
    "CheckSpec",
    "CheckwrightError",
    "Dataset",
    "Evidence",
    "Execute",
    "InvalidDocument",
    "InvalidOutcome",
    "Kind",
    "Kinds",
    "Limits",
    "LoadProblem",
    "NonBlank",
    "NotExecutable",
    "Origin",
    "Outcome",
    "Plan",
    "Prepare",
    "Problem",
    "Rubric",
    "RubricCheck",
    "RubricRef",
    "RubricStore",
    "SchemaStore",
    "Scoring",
    "ServiceError",
    "Severity",
    "SpecPart",
    "Status",
    "Toolbox",
    "Verdict",
    "compile_rubric",
    "criteria",
    "hookimpl",
    "load_dataset",
    "load_kinds",
    "load_rubric",
    "merged_schema",
    "parse_dataset",
    "parse_rubric",
    "score",
    "validate",
    "validate_dataset",
    "validate_file",
]

#: Public name to the module that holds it; read on first use, so that `--help` imports none of them.
_HOMES = {
    "case": ("Case",),
    "compiler": ("compile_rubric", "score"),
    "dataset": ("Dataset", "load_dataset", "parse_dataset", "validate_dataset"),
    "errors": (
        "CheckError",
        "CheckwrightError",
        "InvalidDocument",
        "InvalidOutcome",
        "NotExecutable",
        "ServiceError",
    ),
    "hookspecs": ("hookimpl",),
    "kinds.installed": ("LoadProblem", "Origin"),
    "kind": ("Execute", "Kind", "Limits", "Prepare", "Toolbox"),
    "kinds": ("Kinds", "load_kinds"),
    "load": ("load_rubric", "parse_rubric"),
    "outcome": ("Evidence", "Outcome", "Status"),
    "plan": ("Plan",),
    "problem": ("Problem", "Severity"),
    "prose": ("criteria",),
    "rubric": ("Rubric", "RubricCheck", "RubricRef", "Scoring"),
    "schema": ("merged_schema",),
    "schemas": ("SchemaStore",),
    "spec": ("CheckSpec", "NonBlank", "SpecPart"),
    "store": ("RubricStore",),
    "validation": ("validate", "validate_file"),
    "verdict": ("CheckResult", "Verdict"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
