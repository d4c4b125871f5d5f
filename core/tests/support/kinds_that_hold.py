"""A kind that takes something until its plan is closed, and shows what the run provides."""

import os
import subprocess
import time
from pathlib import Path
from typing import Literal

from checkwright import CheckSpec, Found, Kind, Outcome, hookimpl


class Keeps(CheckSpec):
    """Keep a file in the folder `kept` of the current one."""

    kind: Literal["test.keeps"]
    schema_ref: str = "schema/order@1.0"
    fails: bool = False


def prepare(spec, toolbox):
    kept = Path("kept").absolute() / f"{os.getpid()}-{time.perf_counter_ns()}"
    kept.touch()

    def give_back():
        kept.unlink()
        if spec.fails:
            raise OSError("is gone")

    toolbox.on_close(give_back)
    found = None if toolbox.schemas is None else toolbox.schemas.find(spec.schema_ref)
    schema = found.value if isinstance(found, Found) else None
    shout = toolbox.tools.get("shout")
    if shout is not None:
        toolbox.engine("shout", subprocess.run([shout], capture_output=True, text=True, check=True).stdout)
    outcome = Outcome.judge(True, f"schema {schema}, tool {shout and Path(shout).name}")

    def execute(case):
        if case.text == "loop":
            # Whoever opens the other end knows then that the loop has begun.
            with Path("begun").open("w"):
                pass
            while True:
                pass
        return outcome

    return execute


def missing(toolbox):
    return None if "shout" in toolbox.tools else "there is no program shout\x1b"


@hookimpl
def checkwright_kinds():
    return [Kind(spec=Keeps, prepare=prepare, missing=missing)]
