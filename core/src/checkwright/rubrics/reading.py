"""Read a rubric: text, file or mapping in; a Rubric, or every problem of it, out."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

from pydantic import ValidationError

from ..contract.errors import InvalidDocument
from ..contract.isolation import isolated
from ..contract.problem import Finding
from ..contract.spec import CheckSpec
from ..documents.document import Document
from ..documents.located import located, located_problem
from ..documents.reading import as_document, read_file
from ..kinds.kinds import Kinds
from ..schema.explain import by_model
from ..wording import did_you_mean, shown
from .mistakes import explain
from .rubric import Rubric, RubricCheck, RubricHead

__all__ = ["InvalidChecks", "load_rubric", "parse_rubric", "read_rubric", "sound_checks"]

#: What an invalid check does: "raise" refuses the document, "fail" fails that check for every response.
InvalidChecks = Literal["raise", "fail"]


def load_rubric(
    path: str | os.PathLike[str], *, kinds: Kinds, invalid_checks: InvalidChecks = "raise"
) -> Rubric:
    """Read a rubric from a YAML or JSON file.

    invalid_checks: "raise" refuses a document with an invalid check; "fail" keeps it, and that check
        fails every response with the problem as its reason (a check of an unavailable kind is an error).

    Raises:
        InvalidDocument: `.problems` holds every mistake.
        OSError: the file cannot be read.
    """
    return _sound_rubric(read_file(path), kinds, invalid_checks)


def parse_rubric(
    text: str | bytes | Mapping[str, Any] | Document,
    *,
    kinds: Kinds,
    source: str = "<text>",
    invalid_checks: InvalidChecks = "raise",
) -> Rubric:
    """Read a rubric from YAML or JSON text, from data as these would yield it, or from a Document.

    source: what problems call the text; a Document has its own.
    invalid_checks: as for `load_rubric`.

    Raises:
        InvalidDocument: `.problems` holds every mistake.
    """
    return _sound_rubric(as_document(text, source=source), kinds, invalid_checks)


def _sound_rubric(document: Document, kinds: Kinds, invalid_checks: InvalidChecks) -> Rubric:
    if invalid_checks not in ("raise", "fail"):
        raise ValueError(f'invalid_checks must be "raise" or "fail", not {invalid_checks!r:.100}')
    rubric, findings = read_rubric(document, kinds)
    if rubric is None or (findings and invalid_checks == "raise"):
        raise InvalidDocument(located(findings, document))
    return rubric


def read_rubric(document: Document, kinds: Kinds) -> tuple[Rubric | None, list[Finding]]:
    """Read a rubric as far as it can be read, and find every mistake of it.

    The rubric is None when a mistake lies outside its checks; mistakes inside stand at their check too.
    """
    data = document.data
    head = _head(data)
    specs: dict[int, CheckSpec] = {}
    if head is not None:
        for index, check in enumerate(head.checks):
            spec = _spec(check, kinds)
            if spec is not None:
                specs[index] = spec
        findings = [] if len(specs) == len(head.checks) else explain(data, kinds)
    else:
        findings = explain(data, kinds) or by_model(RubricHead, data)
    if head is None or len(specs) < len(head.checks):
        findings += _refused_by_models(data, findings, kinds)
    findings += _between_parts(data)
    broken = _first_by_check(findings)
    if head is None or broken is None:
        return None, findings
    return _rubric(head, specs, broken, document, kinds), findings


def sound_checks(document: Document, findings: Sequence[Finding], kinds: Kinds) -> Iterator[RubricCheck]:
    """Return the checks of a rubric that is broken elsewhere: those that nothing was found in."""
    broken = _broken_indexes(findings)
    for index, check in _check_mappings(document.data):
        spec = _spec(check, kinds) if index not in broken else None
        if spec is not None:
            yield RubricCheck(index=index, kind=check["kind"], id=spec.id, spec=spec)


def _check_mappings(data: Any) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Return the checks of a document that are mappings, with their places."""
    checks = data.get("checks") if isinstance(data, Mapping) else None
    for index, check in enumerate(checks if isinstance(checks, list) else ()):
        if isinstance(check, Mapping):
            yield index, check


def _broken_indexes(findings: Sequence[Finding]) -> set[str | int]:
    """Return the places of the checks that something was found in."""
    return {one.path[1] for one in findings if one.path[:1] == ("checks",) and len(one.path) > 1}


def _refused_by_models(data: Any, findings: Sequence[Finding], kinds: Kinds) -> list[Finding]:
    """Explain the checks whose model refuses what the schema sees nothing in."""
    seen, found = _broken_indexes(findings), []
    for index, check in _check_mappings(data):
        name = check.get("kind")
        if index not in seen and isinstance(name, str) and name in kinds and _spec(check, kinds) is None:
            found += by_model(kinds[name].spec, check, ("checks", index), kinds.origin(name))
    return found


def _head(data: Any) -> RubricHead | None:
    """Read all but the checks; a check that is no mapping is read as an empty one, and is invalid alone."""
    with suppress(ValidationError):
        return RubricHead.model_validate(data)
    checks = data.get("checks") if isinstance(data, Mapping) else None
    if isinstance(checks, list) and not all(isinstance(check, Mapping) for check in checks):
        checks = [check if isinstance(check, Mapping) else {} for check in checks]
        with suppress(ValidationError):
            return RubricHead.model_validate({**data, "checks": checks})
    return None


def _spec(check: Mapping[str, Any], kinds: Kinds) -> CheckSpec | None:
    """Validate one check by its kind's model; None when it does not fit or there is no such kind."""
    name = check.get("kind")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        return None
    with isolated():
        spec: CheckSpec = kind.spec.model_validate(check)
        return spec
    return None


def _between_parts(data: Any) -> list[Finding]:
    """Find what stands between parts of a rubric: a check id used twice, a weight that no check has."""
    if not isinstance(data, Mapping):
        return []
    checks = data.get("checks")
    ids = [
        (index, check["id"])
        for index, check in enumerate(checks if isinstance(checks, list) else ())
        if isinstance(check, Mapping) and isinstance(check.get("id"), str)
    ]
    count = Counter(name for _, name in ids)
    first = {name: index for index, name in reversed(ids)}
    findings = [
        Finding(
            ("checks", index, "id"),
            f"the id {shown(name)} is taken by checks[{first[name]}]",
            "give each check an id of its own",
            code="authoring",
        )
        for index, name in ids
        if count[name] > 1 and index != first[name]
    ]
    scoring = data.get("scoring")
    weights = scoring.get("weights") if isinstance(scoring, Mapping) else None
    for name in weights if isinstance(weights, Mapping) else ():
        if name not in count:
            hint = did_you_mean(name, count) or f"ids of checks: {', '.join(count) or 'none'}"
            path = ("scoring", "weights", name)
            findings.append(Finding(path, "no check has this id", hint, code="authoring", key=True))
    return findings


def _first_by_check(findings: Sequence[Finding]) -> dict[int, Finding] | None:
    """Return the first finding of each check; None when one lies outside the checks."""
    broken: dict[int, list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.path[:1] != ("checks",) or len(finding.path) < 2:
            return None
        broken[int(finding.path[1])].append(finding)
    return {index: found[0] for index, found in broken.items()}


def _rubric(
    head: RubricHead,
    specs: Mapping[int, CheckSpec],
    broken: Mapping[int, Finding],
    document: Document,
    kinds: Kinds,
) -> Rubric:
    checks = []
    for index, check in enumerate(head.checks):
        finding = broken.get(index)
        checks.append(
            RubricCheck.of(
                index,
                check,
                specs.get(index) if finding is None else None,
                None if finding is None else located_problem(finding, document),
                unavailable=finding is not None and _is_unavailable(finding, check.get("kind"), kinds),
            )
        )
    return Rubric.of(head, tuple(checks), document.source, document.data)


def _is_unavailable(finding: Finding, name: Any, kinds: Kinds) -> bool:
    """Tell a kind that is missing, or whose model breaks, from a mistake of the author."""
    return finding.code == "plugin" or (isinstance(name, str) and name not in kinds)
