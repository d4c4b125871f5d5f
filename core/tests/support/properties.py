"""How properties are tried in the whole workspace: the same draw in every run, with nothing left behind."""

import os

from hypothesis import settings

settings.register_profile(
    "checkwright",
    deadline=None,
    database=None,
    derandomize=True,
    max_examples=int(os.environ.get("CHECKWRIGHT_FUZZ_EXAMPLES", "50")),
)
settings.load_profile("checkwright")
