"""What is tried here is drawn as everywhere in the workspace; test modules share what stands in `support`."""

import sys
from pathlib import Path

import properties  # noqa: F401 - loads the profile

sys.path.append(str(Path(__file__).parent / "tests/support"))
