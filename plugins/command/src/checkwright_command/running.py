"""Run the command of a check in its sandbox, once for each state, and judge how it ended."""

from __future__ import annotations

from checkwright import Case, Execute, Outcome, Toolbox
from checkwright_sandboxing.commands import Commands, argv_of
from checkwright_sandboxing.fields import fields_of
from checkwright_sandboxing.patches.refused import PatchRefused
from checkwright_sandboxing.sandbox import ExecStatus
from checkwright_sandboxing.states import States, image_of
from checkwright_sandboxing.telling import details_of, how_it_ended

from .spec import Command
from .transitions import Transitions, asked_of

__all__ = ["running"]


def running(spec: Command, toolbox: Toolbox) -> Execute:
    """Find the sandbox, and return what runs the command for a case.

    Raises:
        NotExecutable: the run has no such sandbox, or it cannot do here what the check needs.
    """
    fields = fields_of(spec.sandbox)
    commands, states = Commands(toolbox, fields), States(toolbox, spec.setup)
    argv = argv_of(spec.command)
    transitions = Transitions(commands, states, argv) if spec.expect == "test_transitions" else None

    def execute(case: Case) -> Outcome:
        _ = case.text  # a case without a response has nothing to run a command on
        asked = None if transitions is None else asked_of(case)
        try:
            after = states.after(case)
        except PatchRefused as refused:
            return Outcome.judge(False, f"the reply's patch: {refused.reason}")
        if transitions is not None and asked is not None:
            return transitions.outcome(case, after, asked)
        ran = commands.run(argv, after.files, image=image_of(case))
        details = details_of(ran.result, after.digest, commands.not_enforced)
        passed = ran.result.status is ExecStatus.OK
        return Outcome.judge(passed, how_it_ended(ran.result, fields.limits), details=details)

    return execute
