"""Say which parameters of a completion are sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from checkwright.wording import shown

from ..profiles.profile import Profile
from .pricing import DEFAULT_OUTPUT_TOKENS

__all__ = ["parameters_of"]


def parameters_of(name: str, profile: Profile) -> Mapping[str, Any]:
    """Return the parameters of each request by a profile: ours, with those of the profile in their place.

    A parameter that is null there is left out.

    name: of the profile, for the message.

    Raises:
        ValueError: one of them is no JSON, such as a number that is infinite.
    """
    ours = {"temperature": 0, "seed": 0, "max_completion_tokens": DEFAULT_OUTPUT_TOKENS}
    chosen = {key: value for key, value in (ours | (profile.parameters or {})).items() if value is not None}
    try:
        json.dumps(chosen, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"profile {shown(name)}: parameters: expected JSON: {error}") from None
    return MappingProxyType(chosen)
