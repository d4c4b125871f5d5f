"""Commands: run what a check names in its sandbox, within what the run allows, and say how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field

from checkwright import NotExecutable, ServiceError, Toolbox, described, isolated
from checkwright.wording import one_line

from .allowance import Allowance
from .fields import SandboxFields
from .role import SANDBOX
from .sandbox import Ability, ExecResult, ExecStatus, Sandbox, SessionSpec, UnreadableFile, WorkEntry

__all__ = ["Commands", "Ran", "argv_of"]


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended, and the files that were asked for.

    files: by path, the bytes; None where there was no such file. unreadable: by path, what stood there
        instead.
    """

    result: ExecResult
    files: Mapping[str, bytes | None] = field(default_factory=dict)
    unreadable: Mapping[str, str] = field(default_factory=dict)


def argv_of(command: str | Sequence[str]) -> tuple[str, ...]:
    """Return the arguments of a command: a text is for `/bin/sh -c` inside the sandbox."""
    return ("/bin/sh", "-c", command) if isinstance(command, str) else tuple(command)


class Commands:
    """Runs commands of one check, each in a session of its own.

    Made in `prepare`; may be used from several threads.

    Raises:
        NotExecutable: the run has no such sandbox, it does not work here, or it does not enforce here what
            the check needs.
    """

    def __init__(self, toolbox: Toolbox, fields: SandboxFields) -> None:
        self._toolbox = toolbox
        self._fields = fields
        self._sandbox: Sandbox = SANDBOX.of(toolbox, fields.provider)
        self._allowance: Allowance = getattr(self._sandbox, "allowance", Allowance())
        with isolated() as fault:
            can = self._sandbox.probe()
        if fault.error is not None:
            raise self._broken(fault.error)
        if not can.available:
            raise NotExecutable(
                one_line(f"the sandbox {self._sandbox.name} does not work here: {can.reason}")
            )
        lacking = fields.required - can.enforces
        if lacking and (not self._allowance.best_effort or Ability.NETWORK in lacking):
            raise NotExecutable(
                one_line(
                    f"the sandbox {self._sandbox.name} does not enforce here: {', '.join(sorted(lacking))}"
                )
            )
        #: What the check needs and nobody enforces here, by name; for the details.
        self.not_enforced = tuple(sorted(lacking))
        self._images = can.images
        self._required = fields.required - lacking
        #: The bounds of each command.
        self.limits = fields.limits

    def run(
        self,
        argv: Sequence[str],
        files: Mapping[str, WorkEntry],
        *,
        read: Mapping[str, int] | None = None,
        image: str | None = None,
        cwd: str = ".",
    ) -> Ran:
        """Run one command; the clock of the row stands still meanwhile.

        files: what the work folder holds. read: paths to read afterwards, each with the most bytes.
        image: where the check names none.

        Raises:
            NotExecutable: an image is named, and the sandbox knows none.
            ServiceError: the sandbox failed, which says nothing of the command.
        """
        image = self._fields.image or image
        if image is not None and not self._images:
            raise NotExecutable(one_line(f"the sandbox {self._sandbox.name} knows no images, not {image!r}"))
        spec = SessionSpec(
            files=files,
            limits=self._fields.limits,
            required=self._required,
            image=image,
            tools=self._toolbox.tools,
        )
        slots = self._allowance.slots
        slot = nullcontext() if slots is None else slots.one()
        with self._toolbox.outside(), slot, isolated() as fault:
            return self._ran(spec, argv, cwd, read or {})
        raise fault.error if isinstance(fault.error, ServiceError) else self._broken(fault.error)

    def _ran(self, spec: SessionSpec, argv: Sequence[str], cwd: str, read: Mapping[str, int]) -> Ran:
        with self._sandbox.open(spec) as session:
            result = session.exec(argv, cwd=cwd)
            if result.status is ExecStatus.UNAVAILABLE:
                raise ServiceError(one_line(f"the sandbox {self._sandbox.name}: {result.reason}"))
            found: dict[str, bytes | None] = {}
            unreadable: dict[str, str] = {}
            for path, most in read.items():
                try:
                    found[path] = session.read_file(path, most)
                except UnreadableFile as error:
                    unreadable[path] = one_line(str(error), 200)
        return Ran(result, found, unreadable)

    def _broken(self, error: BaseException | None) -> ServiceError:
        return ServiceError(one_line(f"the sandbox {self._sandbox.name} broke: {described(error)}"))
