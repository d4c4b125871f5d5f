"""Kinds that wait for others, ask the run to end, and fail once; and options that runs of them are given."""

import hashlib
import os
import threading
from pathlib import Path
from typing import Literal

from checkwright import (
    CheckError,
    CheckSpec,
    Evidence,
    Kind,
    NotExecutable,
    Outcome,
    Provider,
    Role,
    ServiceError,
    hookimpl,
)
from checkwright_runner.cli.arguments.run_options import RUN_OPTIONS, RunSupplies


class Asks(CheckSpec):
    """Ask a judge, who passes everything; end the run at `stop ...`."""

    kind: Literal["test.asks"]
    how: str = ""


def prepare_asks(spec, toolbox):
    if spec.how == "missing":
        raise NotExecutable("no key is set")
    if spec.how == "mistake":
        raise CheckError("is no name of a judge", path=("how",))
    if spec.how == "stop":
        toolbox.stop("nothing can be prepared")

    def execute(case):
        if case.text.startswith("stop"):
            toolbox.stop(f"no more is\npaid for: {case.text}")
        if case.text == "other thread stops":
            thread = threading.Thread(target=toolbox.stop, args=("by another thread",))
            thread.start()
            thread.join()
        return Outcome.judge(True, "fine", locate=lambda case: (Evidence.span(case.text, 0, len(case.text)),))

    return execute


class Meets(CheckSpec):
    """Pass when as many rows are at it at the same time, so never when rows come one by one."""

    kind: Literal["test.meets"]
    rows: int


def prepare_meets(spec, toolbox):
    barrier = threading.Barrier(spec.rows)

    def execute(case):
        with toolbox.outside():
            try:
                barrier.wait(timeout=20)
            except threading.BrokenBarrierError:
                return Outcome.judge(False, "nobody came")
        return Outcome.judge(True, "they met")

    return execute


class Flaky(CheckSpec):
    """Be an error the first time that a response with `flaky` in it is seen, and pass from then on.

    What was seen is kept in the folder `seen`; a text with `kill` in it kills the process the second time.
    """

    kind: Literal["test.flaky"]


def prepare_flaky(spec, toolbox):
    def execute(case):
        if "flaky" in case.text:
            seen = Path("seen", hashlib.sha256(case.text.encode()).hexdigest())
            if not seen.exists():
                seen.parent.mkdir(exist_ok=True)
                seen.touch()
                raise ServiceError("the line is down")
            if "stop" in case.text:
                toolbox.stop("enough")
            if "kill" in case.text and not Path("killed").exists():
                Path("killed").touch()
                os.kill(os.getpid(), 9)
        return Outcome.judge("bad" not in case.text, "seen")

    return execute


class Options:
    """Add options that stand for all that a plugin may supply."""

    def __init__(self, tally=None):
        self.tally = tally
        self.request = None

    def add_arguments(self, parser):
        parser.add_argument("--ask-rows", type=int)
        parser.add_argument("--ask-dry", action="store_true")
        parser.add_argument("--ask-keep", action="append", default=[])
        parser.add_argument("--ask-require", action="append", default=[])
        parser.add_argument("--ask-judges", action="store_true")

    def supplies(self, request):
        self.request = request
        given = request.arguments
        judges = [Provider(Role("judges", decides=False), "judges", object)] if given.ask_judges else []
        return RunSupplies(
            providers=judges,
            rows_at_a_time=given.ask_rows,
            kept=tuple(given.ask_keep),
            tally=self.tally,
            dry=given.ask_dry,
            required=frozenset(given.ask_require),
        )


class Counts:
    """Count verdicts."""

    def __init__(self):
        self.verdicts = []

    def add(self, verdict):
        self.verdicts.append(verdict)

    def progress(self):
        return f"{len(self.verdicts)} asked"

    def lines(self):
        return [f"asked for {len(self.verdicts)} rows"]

    def to_dict(self):
        return {"asked": len(self.verdicts)}


def offered(**options):
    """Return the providers of options, each by its name."""
    return [Provider(RUN_OPTIONS, name, lambda one=one: one) for name, one in options.items()]


@hookimpl
def checkwright_kinds():
    return [
        Kind(spec=Asks, prepare=prepare_asks, effects=frozenset({"judge"})),
        Kind(spec=Meets, prepare=prepare_meets),
        Kind(spec=Flaky, prepare=prepare_flaky),
    ]
