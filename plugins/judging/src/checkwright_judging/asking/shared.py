"""What asking loops share: all of one profile, and all of one run."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..memory.memories import Memories
from ..profiles.profile import Profile
from .caps import Caps
from .consecutive_refusals import ConsecutiveRefusals
from .refused_parameters import RefusedParameters
from .sending_limits import SendingLimits
from .single_flight import SingleFlight
from .timing import Timing

__all__ = ["SharedByProfile", "SharedByRun"]


@dataclass(frozen=True, slots=True)
class SharedByRun:
    """What all asking loops of a run share; one for each process that asks."""

    timing: Timing = field(default_factory=Timing)
    caps: Caps = field(default_factory=Caps)
    memories: Memories = field(default_factory=Memories)
    flights: SingleFlight = field(default_factory=SingleFlight)


@dataclass(frozen=True, slots=True)
class SharedByProfile:
    """What all asking loops of one profile share, whatever their model."""

    limits: SendingLimits
    refusals: ConsecutiveRefusals
    refused: RefusedParameters

    @classmethod
    def of(cls, name: str, profile: Profile, timing: Timing) -> SharedByProfile:
        """Make it new, for the profile of that name."""
        return cls(SendingLimits(profile.limits, timing), ConsecutiveRefusals(name), RefusedParameters())
