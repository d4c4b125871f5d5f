"""Where the modules of tests lie, for processes that import them."""

import os
from pathlib import Path

__all__ = ["PYTHONPATH"]

_ROOT = Path(__file__).parents[4]
#: The folders as the environment variable of that name has them.
PYTHONPATH = os.pathsep.join(
    str(_ROOT / folder) for folder in ("core/tests/support", "plugins/runner/tests/support")
)
