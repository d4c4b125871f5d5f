"""What is tried here is drawn as everywhere in the workspace, and what was collected is left alone."""

import gc

import properties  # noqa: F401 - loads the profile


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what was collected: it lives as long as the run."""
    gc.collect()
    gc.freeze()
