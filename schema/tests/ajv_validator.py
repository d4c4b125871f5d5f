"""ajv, the validator of editors and of JavaScript, in strict mode."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

__all__ = ["ajv_answers"]

_NODE_MODULES = Path(__file__).resolve().parents[2] / ".venv/node/node_modules"


def ajv_answers(schema: Any, documents: Sequence[Any]) -> list[bool]:
    """Tell for each document whether ajv finds it valid; skip the test where ajv is not installed."""
    if shutil.which("node") is None or not _NODE_MODULES.exists():
        missing = "node and ajv are not installed (`make tools`)"
        assert os.environ.get("CHECKWRIGHT_REQUIRE_TOOLS") != "1", missing
        pytest.skip(missing)
    given = json.dumps({"schema": schema, "documents": documents})
    script = Path(__file__).with_name("ajv.cjs")
    environment = {**os.environ, "NODE_PATH": str(_NODE_MODULES)}
    done = subprocess.run(
        ["node", script], input=given, capture_output=True, text=True, env=environment, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    answers: list[bool] = json.loads(done.stdout)
    return answers
