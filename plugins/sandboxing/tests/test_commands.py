"""Commands in what the run allows: which sandbox, what it has to enforce, what it is given, how it ended."""

from contextlib import contextmanager

import pytest
from scripted_sandbox import ALL, Scripted, ended, provider_of

from checkwright import Kinds, NotExecutable, ServiceError, make_toolbox
from checkwright_sandboxing.allowance import Allowance, allowing
from checkwright_sandboxing.commands import Commands, argv_of
from checkwright_sandboxing.fields import SandboxFields, fields_of
from checkwright_sandboxing.job_slots import JobSlots
from checkwright_sandboxing.sandbox import Ability, SandboxLimits, WorkFile
from checkwright_sandboxing.telling import details_of, how_it_ended


def toolbox_of(*providers, **resources):
    return make_toolbox(kinds=Kinds(), providers=providers, **resources)


def fine(argv, files):
    return ended(), {}


@pytest.mark.parametrize(
    ("sandbox", "fields", "reason"),
    [
        (None, {}, "no sandbox: this run was given none"),
        (Scripted(fine), {"provider": "ddev"}, "no sandbox 'ddev' in this run, which has 'scripted'"),
        (
            Scripted(fine, available=False),
            {},
            "the sandbox scripted does not work here: it is switched off",
        ),
        (
            Scripted(fine, enforces=ALL - {Ability.NETWORK}),
            {},
            "the sandbox scripted does not enforce here: network",
        ),
        (
            Scripted(fine, enforces=ALL - {Ability.MEMORY, Ability.PROCESSES}),
            {"memory_mb": 5, "pids": 3},
            "the sandbox scripted does not enforce here: memory, processes",
        ),
    ],
)
def test_what_cannot_be_had_is_not_executable(sandbox, fields, reason):
    """The reason says what is missing."""
    toolbox = toolbox_of(*([] if sandbox is None else [provider_of(sandbox)]))
    with pytest.raises(NotExecutable) as caught:
        Commands(toolbox, SandboxFields(**fields))
    assert caught.value.reason == reason


def test_a_bound_that_nobody_named_need_not_be_enforced():
    """Defaults are asked for all the same, and best effort says what is not enforced."""
    lacking = Scripted(fine, enforces=ALL - {Ability.MEMORY})
    commands = Commands(toolbox_of(provider_of(lacking)), SandboxFields())
    assert commands.not_enforced == ()
    commands.run(["true"], {})
    assert lacking.seen[0].limits == SandboxLimits()
    assert lacking.seen[0].required == {Ability.NETWORK, Ability.FILES, Ability.USER, Ability.WALL_TIME}


@pytest.mark.parametrize("missing", [Ability.MEMORY, Ability.NETWORK])
def test_best_effort_never_covers_the_network(missing):
    """Anything else may be left to luck by the operator, and is told."""
    sandbox = Scripted(fine, enforces=ALL - {missing})
    toolbox = toolbox_of(allowing(provider_of(sandbox), Allowance(best_effort=True)))
    if missing is Ability.NETWORK:
        with pytest.raises(NotExecutable, match="does not enforce here: network"):
            Commands(toolbox, SandboxFields(memory_mb=5))
        return
    commands = Commands(toolbox, SandboxFields(memory_mb=5))
    assert commands.not_enforced == ("memory",)
    commands.run(["true"], {})
    assert Ability.MEMORY not in sandbox.seen[0].required
    assert details_of(ended(), None, commands.not_enforced)["not_enforced"] == ["memory"]


def test_a_session_gets_what_check_and_run_say():
    """Files, bounds and image of the check; tools and shown folders of the run."""
    sandbox = Scripted(fine)
    provider = allowing(provider_of(sandbox), Allowance(shown=("/opt/data",)))
    fields = SandboxFields(timeout=2, memory_mb=3, pids=4, disk_mb=5, output_kb=6)
    files = {"a": WorkFile(b"1")}
    Commands(toolbox_of(provider, tools={"php": "/opt/php"}), fields).run(["x"], files, image="box:1")
    (spec,) = sandbox.seen
    assert (spec.limits, dict(spec.files)) == (SandboxLimits(2, 3, 4, 5, 6), files)
    assert (spec.image, dict(spec.tools), spec.shown) == ("box:1", {"php": "/opt/php"}, ("/opt/data",))
    Commands(toolbox_of(provider), SandboxFields(image="own")).run(["x"], {}, image="box:1")
    assert sandbox.seen[1].image == "own"


def test_an_image_for_a_sandbox_without_images_is_not_executable():
    """Whoever names it, the check or the question."""
    toolbox = toolbox_of(provider_of(Scripted(fine, images=False)))
    for fields, image in ((SandboxFields(image="box:1"), None), (SandboxFields(), "box:1")):
        with pytest.raises(NotExecutable, match="the sandbox scripted knows no images, not 'box:1'"):
            Commands(toolbox, fields).run(["x"], {}, image=image)


def test_files_are_read_after_the_command():
    """One that is there, one that is not, one that is something else."""
    sandbox = Scripted(lambda argv, files: (ended(), {"there": b"1", "odd": "it is a link"}))
    ran = Commands(toolbox_of(provider_of(sandbox)), SandboxFields()).run(
        ["x"], {}, read={"there": 9, "gone": 9, "odd": 9}
    )
    assert (ran.files, ran.unreadable) == ({"there": b"1", "gone": None}, {"odd": "it is a link"})


def test_a_sandbox_that_fails_is_nobody_s_failure():
    """It says nothing of the command."""
    sandbox = Scripted(lambda argv, files: (ended("unavailable", None, reason="it died"), {}))
    with pytest.raises(ServiceError, match=r"^the sandbox scripted: it died$"):
        Commands(toolbox_of(provider_of(sandbox)), SandboxFields()).run(["x"], {})


class Breaks(Scripted):
    """Raise at one moment."""

    def __init__(self, moment):
        super().__init__(fine)
        self._moment = moment

    def probe(self):
        return self._or_raise("probe", super().probe)

    def open(self, spec):
        return self._or_raise("open", lambda: super(Breaks, self).open(spec))

    def _or_raise(self, moment, function):
        if moment == self._moment:
            raise OSError("boom")
        return function()


@pytest.mark.parametrize("moment", ["probe", "open", "exec"])
def test_a_sandbox_that_raises_is_named(moment):
    """It broke its promise, and not the kind that used it."""
    sandbox = Breaks(moment)
    if moment == "exec":
        sandbox.answer = lambda argv, files: 1 / 0
    with pytest.raises(ServiceError, match=r"^the sandbox scripted broke: (OSError: boom|ZeroDivisionError)"):
        Commands(toolbox_of(provider_of(sandbox)), SandboxFields()).run(["x"], {})


def test_the_clock_stands_still_and_a_slot_is_held_meanwhile():
    """In this order: the wait for a slot is none of the row's time either."""
    moments = []

    @contextmanager
    def outside():
        moments.append("outside")
        yield
        moments.append("inside")

    slots = JobSlots(1, 7)
    sandbox = Scripted(lambda argv, files: (moments.append(slots._taken(None)), (ended(), {}))[1])
    toolbox = toolbox_of(allowing(provider_of(sandbox), Allowance(slots=slots)), outside=outside)
    Commands(toolbox, SandboxFields()).run(["x"], {})
    assert moments == ["outside", None, "inside"]


def test_a_text_is_for_the_shell_and_a_list_is_not():
    """Inside the sandbox, as everything."""
    assert argv_of("a | b") == ("/bin/sh", "-c", "a | b")
    assert argv_of(("a", "|", "b")) == ("a", "|", "b")


def test_a_name_is_short_for_an_object():
    """Both ways to write the field come to the same."""
    assert fields_of("bwrap") == SandboxFields(provider="bwrap")
    assert fields_of(None) == SandboxFields()
    assert fields_of(SandboxFields(pids=3)).limits.pids == 3


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (ended(), "exit code 0"),
        (ended("exit_nonzero", 3), "exit code 3"),
        (
            ended("exit_nonzero", 127),
            "exit code 127 (no such program in the sandbox, or none that can be run)",
        ),
        (ended("timeout", None), "time limit: ended after 60 s"),
        (ended("out_of_memory", None), "memory limit: it needed more than 512 MiB"),
        (ended("output_limit", None), "output limit: it wrote more than 1,024 KiB"),
        (ended("process_limit", 1), "process limit: it needed more than 64 processes"),
        (ended("disk_limit", 1), "disk limit: it needed more than 64 MiB"),
        (ended("unavailable", None, reason="gone"), "gone"),
    ],
)
def test_every_end_is_told(result, said):
    """The limit is named with its figure."""
    assert how_it_ended(result, SandboxLimits()) == said


def test_details_keep_the_end_of_each_stream():
    """Small, whatever was printed; bytes that are no UTF-8 are replaced."""
    told = details_of(ended(out="é".encode() * 5_000 + b"\xff end"), "d" * 64, ())
    assert (len(told["stdout"]), told["stdout"][-6:], told["stderr"]) == (2_000, "é\ufffd end", "")
    assert (told["sandbox"], told["workspace"], "not_enforced" in told) == ("scripted 1", "d" * 64, False)
