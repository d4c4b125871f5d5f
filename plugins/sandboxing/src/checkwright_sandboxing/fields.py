"""SandboxFields: how a check names its sandbox and the bounds of its command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from pydantic import Field

from checkwright import NonBlank, SpecPart

if TYPE_CHECKING:
    from .sandbox import Ability, SandboxLimits

__all__ = ["SandboxField", "SandboxFields", "fields_of"]


class SandboxFields(SpecPart):
    """A sandbox with bounds for the command and all that it starts."""

    provider: NonBlank | None = Field(
        default=None, description="Name of the sandbox, such as `bwrap`; default the run's."
    )
    image: NonBlank | None = Field(
        default=None,
        description="Image for sandboxes that know images; `metadata.image` of the question otherwise.",
    )
    timeout: Annotated[float, Field(gt=0, le=3_600)] | None = Field(
        default=None, description="Seconds of wall time; default 60."
    )
    memory_mb: Annotated[int, Field(ge=1, le=16_384)] | None = Field(
        default=None, description="MiB of memory; default 512."
    )
    pids: Annotated[int, Field(ge=1, le=4_096)] | None = Field(
        default=None, description="Processes and threads at a time; default 64."
    )
    disk_mb: Annotated[int, Field(ge=1, le=4_096)] | None = Field(
        default=None, description="MiB that may be written beyond the workspace; default 64."
    )
    output_kb: Annotated[int, Field(ge=1, le=16_384)] | None = Field(
        default=None, description="KiB of standard output and standard error, together; default 1024."
    )

    @property
    def limits(self) -> SandboxLimits:
        """The bounds, with defaults for those that are not named."""
        from .sandbox import SandboxLimits  # not needed to read a check

        given = {name: getattr(self, name) for name in (*_ENFORCED, "output_kb")}
        return SandboxLimits(**{name: value for name, value in given.items() if value is not None})

    @property
    def required(self) -> frozenset[Ability]:
        """What has to be enforced: what every check needs, and each bound that is named."""
        from .sandbox import Ability

        named = {ability for name, ability in _ENFORCED.items() if getattr(self, name) is not None}
        return frozenset(Ability[name] for name in _ALWAYS | named)


#: Names of abilities, and bounds with the one that enforces them.
_ALWAYS = frozenset({"NETWORK", "FILES", "USER", "WALL_TIME"})
_ENFORCED = {"timeout": "WALL_TIME", "memory_mb": "MEMORY", "pids": "PROCESSES", "disk_mb": "DISK"}

#: The field of a check: the name of a sandbox, or an object with bounds.
SandboxField: TypeAlias = NonBlank | SandboxFields


def fields_of(field: SandboxField | None) -> SandboxFields:
    """Return a field as an object, whatever way it was written."""
    if isinstance(field, SandboxFields):
        return field
    return SandboxFields() if field is None else SandboxFields(provider=field)
