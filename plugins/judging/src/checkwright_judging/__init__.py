"""What judges are: the role, prompts and definitions, messages, reading of replies, the asking loop."""

from collections.abc import Sequence
from typing import Any

from checkwright import Provider, hookimpl


@hookimpl
def checkwright_providers() -> Sequence[Provider[Any]]:
    """Offer the options that runs have for judges, and what `doctor` says of them."""
    from .runs import examination, run_options

    return [run_options.PROVIDER, examination.PROVIDER]
