"""Kinds that use rubrics and build on other kinds, and rubrics of them."""

from typing import Any, Literal

import kinds_of_words

from checkwright import (
    Case,
    CheckSpec,
    Kind,
    Outcome,
    RubricStore,
    load_kinds,
    parse_rubric,
    score,
)

#: Documents of the kind `test.noted` that were prepared, by their note.
PREPARED: list[str] = []
#: Who broke, in the words of an outcome.
BLAME = "plugin kinds_of_words, kind test.breaks"


class Uses(CheckSpec):
    """Say what came out inside another rubric."""

    kind: Literal["test.uses"]
    ref: str


def prepare_uses(spec, toolbox):
    plan = toolbox.compile(spec.ref)

    def execute(case):
        inside = ", ".join(outcome.reason for outcome in plan.score(case).outcomes)
        return Outcome.judge(True, f"{spec.ref[7:-4]}({inside})", details={"plan": id(plan)})

    return execute


class Builds(CheckSpec):
    """Pass when another kind's check does not."""

    kind: Literal["test.builds"]
    check: dict[str, Any]


def prepare_builds(spec, toolbox):
    inner = toolbox.prepare(spec.check)

    def execute(case):
        outcome = inner(case)
        if outcome.passed is None:
            return outcome
        return Outcome.judge(not outcome.passed, f"not: {outcome.reason}")

    return execute


class Noted(CheckSpec):
    """Pass, and note each preparing."""

    kind: Literal["test.noted"]
    note: str


def prepare_noted(spec, toolbox):
    PREPARED.append(spec.note)
    passed = Outcome.judge(True, spec.note)
    return lambda case: passed


KINDS = load_kinds(
    plugins=[
        kinds_of_words,
        Kind(spec=Uses, prepare=prepare_uses),
        Kind(spec=Builds, prepare=prepare_builds),
        Kind(spec=Noted, prepare=prepare_noted, engines=lambda: {"notebook": "7"}),
    ],
    entry_points=False,
)


def ref(name):
    return f"rubric/{name}@1.0"


def uses(name):
    return {"kind": "test.uses", "ref": ref(name)}


def builds(**check):
    return {"kind": "test.builds", "check": check}


def noted(note):
    return {"kind": "test.noted", "note": note}


def rubric(name, *checks, **more):
    document = {"id": name, "version": "1.0", "checks": list(checks), "scoring": {"combine": "all_pass"}}
    return parse_rubric(document, kinds=KINDS, **more)


def store(**checks):
    return RubricStore.of(rubric(name, *some) for name, some in checks.items())


def graph(rubrics):
    """Make a store of rubrics that only use others, or note their own name when they use none."""
    return store(
        **{name: [uses(other) for other in others] or [noted(name)] for name, others in rubrics.items()}
    )


def outcome_of(*checks, rubrics=None, limits=None):
    root = rubric("root", *checks)
    return score(root, Case("yes"), kinds=KINDS, rubrics=rubrics, limits=limits).outcomes[0]


def reason_of(*checks, rubrics=None, limits=None):
    return short(outcome_of(*checks, rubrics=rubrics, limits=limits).reason)


def short(reason):
    """Give a reason with rubrics by their ids alone."""
    return reason.replace("rubric/", "").replace("@1.0", "")
