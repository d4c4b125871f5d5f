"""Make what a run is given of the options of judges."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from hashlib import file_digest
from typing import Any, TypeVar

from checkwright import InvalidDocument, Lookup, Problem, Providers
from checkwright.wording import listed, one_line

from ..documents.evaluator_store import EvaluatorStore
from ..documents.prompt_store import JudgePromptStore
from ..memory.reading_lines import open_regular
from ..profiles.profiles_file import JudgesFile, read_profiles
from ..role import JUDGE
from .desk import JudgeDesk, judges_provider
from .run_memory import RunMemory
from .supplies import JOBS, PAID, Supplies
from .tally import JudgeTally

__all__ = ["judge_supplies"]

T = TypeVar("T")


def judge_supplies(
    given: Mapping[str, Any], providers: Providers, usual_model: str | None, partial: str | None
) -> Supplies:
    """Return what a run is given.

    given: the options by their destinations, `judges` among them. usual_model: asked where neither they nor
        anything else names one. partial: the path of OUT.partial; None where the run keeps none.

    Raises:
        ValueError: something that the options name cannot be used.
        InvalidDocument: the file of profiles has mistakes.
    """
    file: JudgesFile = _read("--judges", read_profiles, given["judges"])
    unpriced = _unpriced(file, given)
    planning = bool(given["plan_judges"])
    keeps = partial is not None and not planning and given["judge_replay"] is None
    memory = RunMemory(
        cache=None if planning else given["judge_cache"],
        record=None if planning else given["judge_record"],
        replay=None if planning else given["judge_replay"],
        paid=f"{partial}{PAID}" if keeps else None,
        run=uuid.uuid4().hex,
        max_calls=None if planning else given["judge_max_calls"],
        max_cost=None if planning else given["judge_max_cost"],
    )
    desk = JudgeDesk(
        file,
        providers.of(JUDGE),
        default_model=given["default_judge_model"] or file.document.default_model or usual_model,
        memory=memory,
        is_estimate=planning,
    )
    lookups, problems = _lookups(given)
    return Supplies(
        providers=(judges_provider(desk),),
        lookups=lookups,
        digests=_digests(given),
        warnings=(*unpriced, *_unbounded(file, given), *(str(problem) for problem in problems)),
        rows_at_a_time=given["judge_jobs"] or JOBS,
        kept=(PAID,) if keeps else (),
        tally=JudgeTally(is_estimate=planning),
        dry=planning,
        required=frozenset({"judge"}),
    )


def _unpriced(file: JudgesFile, given: Mapping[str, Any]) -> tuple[str, ...]:
    """Warn of profiles whose requests no cap on cost counts.

    Raises:
        ValueError: none is counted.
    """
    unpriced = [name for name, profile in file.profiles.items() if profile.prices is None]
    if given["judge_max_cost"] is None or not unpriced:
        return ()
    if len(unpriced) == len(file.profiles):
        raise ValueError(one_line(f"--max-cost needs prices: no profile of {file.source} has any"))
    return (one_line(f"--max-cost does not count what {listed(unpriced)} of {file.source} cost: no prices"),)


def _unbounded(file: JudgesFile, given: Mapping[str, Any]) -> tuple[str, ...]:
    """Warn of profiles whose replies may be longer than a cap on cost reckons with."""
    if given["judge_max_cost"] is None and not given["plan_judges"]:
        return ()
    bounds = ("max_completion_tokens", "max_tokens")
    loose = [
        name
        for name, profile in file.profiles.items()
        if profile.parameters is not None
        and (
            ("max_completion_tokens" in profile.parameters and not any(map(profile.parameters.get, bounds)))
            or profile.parameters.get("n", 1) != 1
        )
    ]
    if not loose:
        return ()
    said = f"profile {listed(loose)} of {file.source}: replies have no bound of length, so they may cost more"
    return (one_line(f"{said} than is told or capped: set max_completion_tokens, and n to 1"),)


def _lookups(given: Mapping[str, Any]) -> tuple[dict[str, Lookup[Any]], tuple[Problem, ...]]:
    lookups: dict[str, Lookup[Any]] = {}
    problems: tuple[Problem, ...] = ()
    if given["judge_prompts"] is not None:
        prompts = _read("--judge-prompts", JudgePromptStore.from_directory, given["judge_prompts"])
        lookups["judge"] = prompts
        problems += prompts.problems
    if given["evaluators"] is not None:
        evaluators = _read("--evaluators", EvaluatorStore.from_directory, given["evaluators"])
        lookups["evaluator"] = evaluators
        problems += evaluators.problems
    return lookups, problems


def _digests(given: Mapping[str, Any]) -> dict[str, str]:
    """Return the digest of what decides and stands in no signature: recorded replies."""
    path = given["judge_replay"]
    if path is None:
        return {}
    return {"--judge-replay": _read("--judge-replay", _digest, path)}


def _digest(path: str) -> str:
    with open_regular(path) as file:
        return file_digest(file, "sha256").hexdigest()


def _read(option: str, read: Callable[[str], T], path: str) -> T:
    try:
        return read(path)
    except InvalidDocument:
        raise
    except OSError as error:
        raise ValueError(one_line(f"{option} {path}: {error.strerror or type(error).__name__}")) from None
