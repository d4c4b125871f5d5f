"""The options of runs: which judges they may ask, what for, and how much."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Mapping
from typing import Any

from checkwright import Provider, Role

from .supplies import JOBS, Supplies

__all__ = ["PROVIDER", "JudgeOptions", "usual_model"]

_MOST = 1_000
#: Environment variables for the model where nothing names one, the first that is set.
_MODEL_VARIABLES = ("CHECKWRIGHT_JUDGE_MODEL", "OFFLINE_SCORING_DEFAULT_MODEL")


class JudgeOptions:
    """`--judges` and what goes with it."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the options."""
        group = parser.add_argument_group(
            "judges", "Who judges what no check can; without --judges nobody does."
        )
        group.add_argument(
            "--judges",
            metavar="FILE",
            help="the file of connection profiles, YAML or JSON; keys stand elsewhere",
        )
        group.add_argument(
            "--judge-prompts", metavar="DIR", help="the folder of judge prompts, named judge/<id>@<version>"
        )
        group.add_argument(
            "--evaluators", metavar="DIR", help="the folder of accepted evaluators, <name>.json"
        )
        group.add_argument(
            "--judge-jobs",
            metavar="N",
            type=_jobs,
            help=f"rows that are judged at a time; default {JOBS}",
        )
        group.add_argument(
            "--default-judge-model",
            metavar="NAME",
            type=_model,
            help="the model where neither check, definition nor profile names one",
        )
        group.add_argument(
            "--judge-cache", metavar="FILE", help="keep replies in this file, and ask nothing that it has"
        )
        group.add_argument("--judge-record", metavar="FILE", help="write what a replay needs to this file")
        group.add_argument(
            "--judge-replay", metavar="FILE", help="ask nobody: every reply is one that was recorded"
        )
        group.add_argument(
            "--max-calls", metavar="N", type=_calls, dest="judge_max_calls", help="end after so many calls"
        )
        group.add_argument(
            "--max-cost",
            metavar="X",
            type=_cost,
            dest="judge_max_cost",
            help="end before calls may cost more, by the prices of the profiles",
        )
        group.add_argument(
            "--plan-judges",
            action="store_true",
            help="ask nobody and write nothing: say how many calls and tokens the run would take at most",
        )

    def supplies(self, request: Any) -> Supplies:
        """Return the judges that the options name, with all that goes with them.

        request: has the arguments, the installed providers, and the path of OUT.partial or None.

        Raises:
            ValueError: the options make no sense together, or what they name cannot be used.
            InvalidDocument: the file of profiles has mistakes.
        """
        given = vars(request.arguments)
        others = [option for option, name in _OTHERS.items() if given[name] not in (None, False)]
        if given["judges"] is None:
            if others:
                raise ValueError(f"{others[0]} needs judges: --judges FILE")
            return Supplies()
        _refuse_misfits(given)
        _refuse_output(given)
        # Imported here: without judges a run needs nothing of them.
        from .supplying import judge_supplies

        return judge_supplies(given, request.providers, usual_model(), getattr(request, "partial", None))


def usual_model(environment: Mapping[str, str] | None = None) -> str | None:
    """Return the model that the environment names for where nothing else does; None when it names none.

    environment: where variables stand; default that of the process.
    """
    variables = os.environ if environment is None else environment
    named = (variables.get(name, "").strip() for name in _MODEL_VARIABLES)
    return next(filter(None, named), None)


_OTHERS = {
    "--judge-prompts": "judge_prompts",
    "--evaluators": "evaluators",
    "--judge-jobs": "judge_jobs",
    "--default-judge-model": "default_judge_model",
    "--judge-cache": "judge_cache",
    "--judge-record": "judge_record",
    "--judge-replay": "judge_replay",
    "--max-calls": "judge_max_calls",
    "--max-cost": "judge_max_cost",
    "--plan-judges": "plan_judges",
}


def _refuse_misfits(given: Mapping[str, Any]) -> None:
    if given["judge_replay"] is not None:
        for option in ("--judge-cache", "--judge-record", "--max-calls", "--max-cost"):
            if given[_OTHERS[option]] is not None:
                raise ValueError(f"{option} makes no sense with --judge-replay, which asks nobody")


def _refuse_output(given: Mapping[str, Any]) -> None:
    """Refuse an output that is a file of judges, whose content would be lost."""
    output = given.get("output")
    if output in (None, "-"):
        return
    written = os.path.realpath(output)
    for option in ("--judges", "--judge-cache", "--judge-record", "--judge-replay"):
        name = "judges" if option == "--judges" else _OTHERS[option]
        if given[name] is not None and os.path.realpath(given[name]) == written:
            raise ValueError(f"{option} {given[name]}: -o would write over it")


def _model(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("the name of a model is not blank")
    return text


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and 1 <= int(text) <= _MOST):
        raise argparse.ArgumentTypeError(f"{text!a:.100} is not a whole number from 1 to {_MOST:,}")
    return int(text)


def _calls(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 12 and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"{text!a:.100} is not a whole number from 1 on")
    return int(text)


def _cost(text: str) -> float:
    try:
        cost = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        cost = math.nan
    if not 0 < cost < math.inf:
        raise argparse.ArgumentTypeError(f"{text!a:.100} is not a number above 0")
    return cost


#: A run finds it by the word of the role; the role itself is the runner's.
PROVIDER: Provider[JudgeOptions] = Provider(Role("run_options", decides=False), "judges", JudgeOptions)
