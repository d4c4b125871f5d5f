"""A kind that runs a command of its check in a sandbox, on a folder that the question names."""

from typing import Literal

from checkwright import CheckSpec, Kind, NonBlank, Outcome, Toolbox
from checkwright_sandboxing.commands import Commands, argv_of
from checkwright_sandboxing.fields import SandboxField, fields_of
from checkwright_sandboxing.sandbox import ExecStatus, WorkFile
from checkwright_sandboxing.workspace import read_workspace


class SandboxedCheck(CheckSpec):
    """The command ends with 0."""

    kind: Literal["contract.sandboxed"]
    command: NonBlank
    sandbox: SandboxField | None = None


def prepare(spec: SandboxedCheck, toolbox: Toolbox):
    """Return the function that runs the command beside the reply."""
    commands = Commands(toolbox, fields_of(spec.sandbox))

    def execute(case):
        files = {"response.txt": WorkFile(case.text.encode(errors="surrogatepass"))}
        metadata = case.question.get("metadata")
        named = metadata.get("workspace") if isinstance(metadata, dict) else None
        if isinstance(named, str) and toolbox.folder is not None:
            files = {**read_workspace(toolbox.folder, named).files, **files}
        result = commands.run(argv_of(spec.command), files).result
        details = {"status": result.status.value, "seconds": result.seconds}
        return Outcome.judge(result.status is ExecStatus.OK, f"the command came out as {result.status.value}",
                             details=details)  # fmt: skip

    return execute


KIND = Kind(
    spec=SandboxedCheck,
    prepare=prepare,
    effects=frozenset({"file", "sandbox"}),
    varies=frozenset({"seconds"}),
)
