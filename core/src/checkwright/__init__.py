"""Grade text against rubrics: versioned bundles of checks, each kind of check a plugin."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .contract.case import Case
    from .contract.check_result import CheckResult
    from .contract.errors import (
        CheckError,
        CheckwrightError,
        InvalidDocument,
        InvalidOutcome,
        InvalidVerdict,
        NotExecutable,
        PlanMismatch,
        ServiceError,
    )
    from .contract.evidence import Evidence
    from .contract.hooks import hookimpl
    from .contract.isolation import described, isolated
    from .contract.kind import Kind, Prepare
    from .contract.lookup import Found, Lookup, Missing, SchemaLookup, Scorer
    from .contract.outcome import Locate, Outcome, Status
    from .contract.problem import Problem, Severity
    from .contract.provider import Provider, Role
    from .contract.references import KIND_PATTERN, REF_PATTERN, RubricRef
    from .contract.spec import CheckSpec, NonBlank, SpecPart
    from .contract.toolbox import Execute, Limits, Toolbox
    from .contract.verdict import Verdict
    from .datasets.dataset import DATASET_LIMITS, Dataset, load_dataset, parse_dataset, validate_dataset
    from .datasets.recognition import is_dataset
    from .documents.document import Document
    from .documents.folder import DOCUMENT_SUFFIXES
    from .documents.limits import DocumentLimits
    from .documents.reading import document_bytes, read_document
    from .engine.combine import meets
    from .engine.compiling import compile_rubric, make_toolbox, score
    from .engine.plan import Plan
    from .engine.resources import Resources
    from .engine.validation import validate, validate_document, validate_file
    from .kinds.installed import LoadProblem, Origin
    from .kinds.kinds import Kinds
    from .kinds.loading import load_kinds
    from .kinds.merged_schema import merged_schema
    from .kinds.providers import Providers, load_providers
    from .lookup.rubric_store import RubricStore
    from .lookup.schema_store import SchemaStore
    from .rubrics.criteria import criteria
    from .rubrics.reading import InvalidChecks, load_rubric, parse_rubric
    from .rubrics.rubric import Rubric, RubricCheck, Scoring
    from .schema.parsing import parse_spec

__all__ = [
    "DATASET_LIMITS",
    "DOCUMENT_SUFFIXES",
    "KIND_PATTERN",
    "REF_PATTERN",
    "Case",
    "CheckError",
    "CheckResult",
    "CheckSpec",
    "CheckwrightError",
    "Dataset",
    "Document",
    "DocumentLimits",
    "Evidence",
    "Execute",
    "Found",
    "InvalidChecks",
    "InvalidDocument",
    "InvalidOutcome",
    "InvalidVerdict",
    "Kind",
    "Kinds",
    "Limits",
    "LoadProblem",
    "Locate",
    "Lookup",
    "Missing",
    "NonBlank",
    "NotExecutable",
    "Origin",
    "Outcome",
    "Plan",
    "PlanMismatch",
    "Prepare",
    "Problem",
    "Provider",
    "Providers",
    "Resources",
    "Role",
    "Rubric",
    "RubricCheck",
    "RubricRef",
    "RubricStore",
    "SchemaLookup",
    "SchemaStore",
    "Scorer",
    "Scoring",
    "ServiceError",
    "Severity",
    "SpecPart",
    "Status",
    "Toolbox",
    "Verdict",
    "compile_rubric",
    "criteria",
    "described",
    "document_bytes",
    "hookimpl",
    "is_dataset",
    "isolated",
    "load_dataset",
    "load_kinds",
    "load_providers",
    "load_rubric",
    "make_toolbox",
    "meets",
    "merged_schema",
    "parse_dataset",
    "parse_rubric",
    "parse_spec",
    "read_document",
    "score",
    "validate",
    "validate_dataset",
    "validate_document",
    "validate_file",
]

#: Public name to the module that holds it; read on first use, so that `--help` imports none of them.
_HOMES = {
    "contract.lookup": ("Found", "Lookup", "Missing", "SchemaLookup", "Scorer"),
    "engine.combine": ("meets",),
    "documents.folder": ("DOCUMENT_SUFFIXES",),
    "contract.case": ("Case",),
    "contract.check_result": ("CheckResult",),
    "contract.errors": (
        "CheckError",
        "CheckwrightError",
        "InvalidDocument",
        "InvalidOutcome",
        "InvalidVerdict",
        "NotExecutable",
        "PlanMismatch",
        "ServiceError",
    ),
    "contract.evidence": ("Evidence",),
    "contract.hooks": ("hookimpl",),
    "contract.isolation": (
        "described",
        "isolated",
    ),
    "contract.kind": (
        "Kind",
        "Prepare",
    ),
    "contract.outcome": (
        "Locate",
        "Outcome",
        "Status",
    ),
    "contract.problem": (
        "Problem",
        "Severity",
    ),
    "contract.provider": ("Provider", "Role"),
    "contract.references": (
        "KIND_PATTERN",
        "REF_PATTERN",
        "RubricRef",
    ),
    "contract.spec": (
        "CheckSpec",
        "NonBlank",
        "SpecPart",
    ),
    "contract.toolbox": (
        "Execute",
        "Limits",
        "Toolbox",
    ),
    "contract.verdict": ("Verdict",),
    "datasets.dataset": (
        "DATASET_LIMITS",
        "Dataset",
        "load_dataset",
        "parse_dataset",
        "validate_dataset",
    ),
    "datasets.recognition": ("is_dataset",),
    "documents.document": ("Document",),
    "documents.limits": ("DocumentLimits",),
    "documents.reading": (
        "document_bytes",
        "read_document",
    ),
    "engine.compiling": (
        "compile_rubric",
        "make_toolbox",
        "score",
    ),
    "engine.plan": ("Plan",),
    "engine.resources": ("Resources",),
    "engine.validation": (
        "validate",
        "validate_document",
        "validate_file",
    ),
    "kinds.installed": (
        "LoadProblem",
        "Origin",
    ),
    "kinds.kinds": ("Kinds",),
    "kinds.loading": ("load_kinds",),
    "kinds.merged_schema": ("merged_schema",),
    "kinds.providers": ("Providers", "load_providers"),
    "lookup.rubric_store": ("RubricStore",),
    "lookup.schema_store": ("SchemaStore",),
    "rubrics.criteria": ("criteria",),
    "rubrics.reading": (
        "InvalidChecks",
        "load_rubric",
        "parse_rubric",
    ),
    "rubrics.rubric": (
        "Rubric",
        "RubricCheck",
        "Scoring",
    ),
    "schema.parsing": ("parse_spec",),
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
