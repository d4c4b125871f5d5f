"""Find every problem of a rubric document, those included that only preparing its checks shows."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from ..contract.errors import CheckError, InvalidDocument, NotExecutable
from ..contract.isolation import described, isolated
from ..contract.lookup import Lookup, SchemaLookup
from ..contract.problem import Finding, Path, Problem, Severity
from ..contract.toolbox import Toolbox
from ..datasets.dataset import DATASET_LIMITS, validate_dataset, validate_json_lines
from ..datasets.recognition import has_broken_lines, has_lines, is_dataset, limits_for
from ..documents.document import Document
from ..documents.limits import DocumentLimits
from ..documents.located import located
from ..documents.reading import as_document, is_text, read_file
from ..kinds.kinds import Kinds
from ..rubrics.reading import read_rubric, sound_checks
from ..rubrics.rubric import Rubric, RubricCheck, Scoring
from ..wording import one_line, shown
from .cleanup import Cleanup
from .combine import NUMERIC
from .compiler import toolbox_with
from .prepare import call_prepare
from .resources import Resources

__all__ = ["validate", "validate_document", "validate_file"]

#: Characters of a text up to which the place of every value is noted while it is read. A larger one is most
#: likely a dataset without a mistake, which is read much faster without.
_PLACED = 1024 * 1024


def validate(
    text: str | bytes | Mapping[str, Any] | Document,
    *,
    kinds: Kinds,
    source: str = "<text>",
    schemas: SchemaLookup | None = None,
    tools: Mapping[str, str] | None = None,
) -> tuple[Problem, ...]:
    """Return all problems of a rubric, errors and warnings, in the order of the text; () when there are none.

    Never raises for a bad document. Every check is prepared once, so that an invalid pattern is found.

    source: what problems call the text; a Document has its own.
    schemas, tools: as for `compile_rubric`; what a check needs and is not given here is no problem.
    """
    try:
        document = as_document(text, source=source, places=_notes_places(text))
    except InvalidDocument as error:
        return error.problems
    return _problems(document, kinds, Resources.given(schemas=schemas, tools=tools))


def validate_file(
    path: str | os.PathLike[str],
    *,
    kinds: Kinds,
    schemas: SchemaLookup | None = None,
    tools: Mapping[str, str] | None = None,
) -> tuple[Problem, ...]:
    """Return all problems of a rubric file, as `validate` does.

    Raises:
        OSError: the file cannot be read.
    """
    try:
        document = read_file(path, places=True)
    except InvalidDocument as error:
        return error.problems
    return _problems(document, kinds, Resources.given(schemas=schemas, tools=tools))


def validate_document(
    text: str | bytes | Mapping[str, Any] | Document,
    *,
    kinds: Kinds,
    source: str = "<text>",
    rubrics: Lookup[Rubric] | None = None,
    schemas: SchemaLookup | None = None,
    tools: Mapping[str, str] | None = None,
) -> tuple[Problem, ...]:
    """Return all problems of a rubric or of a dataset, whichever the text is meant as by `is_dataset`.

    The text is read once, and both questions are asked of what was read.

    rubrics: as for `validate_dataset`. source, schemas, tools: as for `validate`.
    """
    limits = DocumentLimits()
    if is_text(text):
        if has_lines(text, source):
            return validate_json_lines(text, source=source, rubrics=rubrics)
        limits = limits_for(text)
    try:
        document = as_document(text, source=source, limits=limits, places=_notes_places(text))
    except InvalidDocument as error:
        if is_text(text) and has_broken_lines(text):
            return validate_json_lines(text, source=source, rubrics=rubrics)
        return error.problems
    if is_dataset(document):
        return validate_dataset(document, rubrics=rubrics)
    # What only looked like a dataset is held to the limits of a rubric.
    rubric = text if limits is DATASET_LIMITS else document
    return validate(rubric, kinds=kinds, source=source, schemas=schemas, tools=tools)


def _notes_places(text: object) -> bool:
    return is_text(text) and len(text) <= _PLACED


def _problems(document: Document, kinds: Kinds, resources: Resources) -> tuple[Problem, ...]:
    rubric, findings = read_rubric(document, kinds)
    # A mistake elsewhere is no reason to say nothing of what is sound so far.
    checks = sound_checks(document, findings, kinds) if rubric is None else rubric.checks
    scoring = _scoring(document.data) if rubric is None else rubric.scoring
    if scoring is not None:
        findings += _scoring_warnings(scoring)
    if rubric is not None:
        findings += _weights_warnings(rubric)
    for check in tuple(checks):
        if check.spec is not None:
            findings += _prepared_findings(check, kinds, resources)
    broken = tuple(
        Problem(
            document.source, f"a plugin failed to load: {problem}", severity=Severity.WARNING, code="plugin"
        )
        for problem in kinds.load_problems
        # A check whose kind it took away has said it already, at its own place.
        if not any(str(problem) in finding.message for finding in findings)
    )
    return located(findings, document) + broken


def _warning(path: tuple[str | int, ...], message: str, hint: str | None = None) -> Finding:
    return Finding(path, message, hint, code="authoring", severity=Severity.WARNING)


def _scoring(data: Any) -> Scoring | None:
    """Read how a rubric that is broken elsewhere combines its checks; None when that is broken too."""
    with suppress(ValidationError):
        return Scoring.model_validate(data.get("scoring") if isinstance(data, Mapping) else None)
    return None


def _scoring_warnings(scoring: Scoring) -> list[Finding]:
    """Warn of scoring fields that do nothing under the combine mode, and of a threshold that all reach."""
    found = []
    if "threshold" in scoring.model_fields_set and scoring.combine not in NUMERIC:
        found.append(
            _warning(
                ("scoring", "threshold"),
                f"the threshold does nothing: {scoring.combine} has none",
                "leave it out",
            )
        )
    if scoring.weights is not None and scoring.combine != "weighted_avg":
        found.append(
            _warning(
                ("scoring", "weights"),
                f"the weights do nothing: {scoring.combine} has none",
                "leave them out, or combine by weighted_avg",
            )
        )
    if scoring.combine in NUMERIC and scoring.threshold == 0:
        found.append(
            _warning(
                ("scoring", "threshold"),
                "nothing misses the threshold 0: every scored response passes",
                "set a higher one",
            )
        )
    return found


def _weights_warnings(rubric: Rubric) -> list[Finding]:
    """Warn of weights that are 0 for every check, under which no response passes."""
    scoring = rubric.scoring
    weights = scoring.weights or {}
    if scoring.combine != "weighted_avg" or any(
        check.id is None or weights.get(check.id, 1.0) for check in rubric.checks
    ):
        return []
    message = "every check has the weight 0: no response passes, whatever its checks say"
    return [_warning(("scoring", "weights"), message, "give one a weight above 0")]


def _prepared_findings(check: RubricCheck, kinds: Kinds, resources: Resources) -> list[Finding]:
    """Prepare a valid check as compiling would, and report what that and its kind's warnings say."""
    closing = Cleanup()
    try:
        findings = _dry_run(check, kinds, toolbox_with(kinds, resources, closing, check.kind))
    finally:
        left = closing.close()
    at = ("checks", check.index)
    return findings + [Finding(at, line, code="plugin", severity=Severity.WARNING) for line in left]


def _dry_run(check: RubricCheck, kinds: Kinds, toolbox: Toolbox) -> list[Finding]:
    kind, at = kinds[check.kind], ("checks", check.index)
    with isolated() as fault:
        with suppress(NotExecutable):  # what the run has not says nothing of what the author wrote
            call_prepare(kind, check.spec, toolbox)
        warnings = () if kind.warn is None else kind.warn(check.spec)
        return [_warning((*at, *_steps(path)), one_line(message)) for path, message in warnings]
    with isolated():
        if isinstance(fault.error, CheckError):
            return [
                Finding((*at, *_steps(one.path)), one_line(one.message), code="authoring")
                for one in (fault.error, *fault.error.others)
            ]
    return [Finding(at, f"{kinds.origin(check.kind)} broke on it: {described(fault.error)}", code="plugin")]


def _steps(path: Path) -> Path:
    """Refuse a path of a plugin that no document can have."""
    if not all(isinstance(step, str | int) for step in path):
        raise TypeError(f"{shown(path)} is not a path of keys and indexes")
    return path
