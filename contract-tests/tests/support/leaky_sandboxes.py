"""Sandboxes with one leak each, by the law that sees it."""

import itertools
import os
import threading
import time
from dataclasses import replace

from bare_sandbox import VERSION, BareSandbox, BareSession, LimitedSandbox, provider_of

from checkwright import Provider
from checkwright_sandboxing.role import SANDBOX
from checkwright_sandboxing.sandbox import Capabilities, ExecStatus, UnreadableFile, WorkFile

LEAKS = {}


def leak(law, base=BareSandbox):
    """Note a session, or a sandbox, as what this law sees."""

    def note(leaky):
        sandbox = leaky
        if issubclass(leaky, BareSession):
            sandbox = type(leaky.__name__, (base,), {"session": leaky, "__module__": __name__})
        LEAKS[law] = (leaky.__doc__, provider_of(sandbox))
        return leaky

    return note


@leak("environment_is_clean")
class Inheriting(BareSession):
    """hands the grader's variables on"""

    def variables(self, env):
        return {**os.environ, **super().variables(env)}


@leak("open_files_of_the_grader_are_closed")
class Open(BareSession):
    """hands open files on"""

    close_fds = False


@leak("tools_are_found_by_their_names")
class Toolless(BareSession):
    """leaves the tools out"""

    def variables(self, env):
        return {**super().variables(env), "PATH": "/usr/bin:/bin"}


@leak("timeout_is_named_and_keeps_what_was_printed")
class Silent(BareSession):
    """drops what was printed before the time was up"""

    def ended_with(self, code, stdout, stderr, seconds):
        return super().ended_with(code, b"" if code is None else stdout, stderr, seconds)


@leak("nothing_is_left_on_the_host")
class Untidy(BareSession):
    """leaves its folder when it was given files"""

    def remove(self):
        if not self.spec.files:
            super().remove()


@leak("given_files_do_not_count_as_written")
class Stingy(BareSession):
    """counts the files that it was given"""

    def ended_with(self, code, stdout, stderr, seconds):
        size = sum(path.stat().st_size for path in self.work.rglob("*") if path.is_file())
        if size > self.spec.limits.disk_mb << 20:
            return self.result(ExecStatus.DISK_LIMIT, None, stdout, stderr, seconds, "the disk is full")
        return super().ended_with(code, stdout, stderr, seconds)


@leak("output_is_capped_and_named")
class Flooded(BareSession):
    """bounds each output alone"""

    def ended_with(self, code, stdout, stderr, seconds):
        most = self.spec.limits.output_kb * 1024
        named = super().ended_with(code, stdout[: most + 1], stderr[: most + 1], seconds)
        if max(len(stdout), len(stderr)) <= most:
            named = replace(named, status=ExecStatus.OK, stdout=stdout, stderr=stderr)
        return named


@leak("exit_codes_come_through")
class Lenient(BareSession):
    """takes 1 for ok"""

    def ended_with(self, code, stdout, stderr, seconds):
        return super().ended_with(0 if code == 1 else code, stdout, stderr, seconds)


@leak("signals_are_told_from_exits")
class Signalling(BareSession):
    """takes SIGKILL for the end of the memory"""

    def ended_with(self, code, stdout, stderr, seconds):
        named = super().ended_with(code, stdout, stderr, seconds)
        return replace(named, status=ExecStatus.OUT_OF_MEMORY) if named.exit_code == 137 else named


@leak("output_comes_apart_and_in_bytes")
class Mixing(BareSession):
    """mixes standard error into standard output"""

    def start(self, argv, cwd, env, given, out, err):
        return super().start(argv, cwd, env, given, out, out)


@leak("standard_input_arrives")
class Deaf(BareSession):
    """cuts the input at what a pipe holds"""

    def exec(self, argv, *, stdin=b"", cwd=".", env=None):
        return super().exec(argv, stdin=stdin[:65_536], cwd=cwd, env=env)


@leak("command_runs_where_it_is_told")
class Lost(BareSession):
    """runs all in the work folder"""

    def start(self, argv, cwd, env, given, out, err):
        return super().start(argv, self.work, env, given, out, err)


@leak("variables_arrive")
class Fixed(BareSession):
    """lets nothing replace its own variables"""

    def variables(self, env):
        return {**env, **super().variables({})}


@leak("missing_programs_fail_with_a_reason")
class Blaming(BareSession):
    """takes a missing program for a fault of its own"""

    def result(self, status, code=None, *given, **named):
        if code in (126, 127):
            status, code = ExecStatus.UNAVAILABLE, None
        return super().result(status, code, *given, **named)


@leak("result_says_who_isolated_and_how_long")
class Timeless(BareSession):
    """does not say how long a command took"""

    def result(self, *given, **named):
        return replace(super().result(*given, **named), seconds=0.0)


@leak("files_arrive_as_they_are")
class Textual(BareSession):
    """takes files for texts"""

    def put(self, place, entry):
        if isinstance(entry, WorkFile):
            entry = replace(entry, data=entry.data.decode(errors="replace").encode())
        super().put(place, entry)


@leak("executable_files_can_be_run")
class Generous(BareSession):
    """makes each file executable"""

    def put(self, place, entry):
        super().put(place, replace(entry, executable=True) if isinstance(entry, WorkFile) else entry)


@leak("links_arrive")
class Copying(BareSession):
    """puts a copy where a link is"""

    def put(self, place, entry):
        if not isinstance(entry, WorkFile):
            entry = WorkFile((place.parent / entry.target).read_bytes())
        super().put(place, entry)


@leak("files_can_be_read_afterwards")
class Forgetful(BareSession):
    """has no files of a command that failed"""

    def ended_with(self, code, *given):
        self.failed = code != 0
        return super().ended_with(code, *given)

    def read_file(self, path, most):
        return None if self.failed else super().read_file(path, most)


@leak("links_are_not_followed")
class Following(BareSession):
    """looks at the last name alone, and follows a link on the way"""

    def read_file(self, path, most):
        place = self.work / path
        if place.is_symlink() or ".." in path or not place.is_file():
            return super().read_file(path, most)
        return place.read_bytes()


@leak("fifos_and_folders_are_not_read")
class Waiting(BareSession):
    """takes a fifo for an empty file"""

    def read_file(self, path, most):
        return b"" if (self.work / path).is_fifo() else super().read_file(path, most)


@leak("reading_takes_no_more_than_is_asked")
class Cutting(BareSession):
    """cuts a file at what was asked for"""

    def read_file(self, path, most):
        try:
            return super().read_file(path, most)
        except UnreadableFile:
            with (self.work / path).open("rb") as file:
                return file.read(most)


@leak("nothing_outside_the_work_folder_is_read")
class Wandering(BareSession):
    """reads whatever path"""

    def read_file(self, path, most):
        place = self.work / path
        return place.read_bytes()[:most] if place.is_file() else super().read_file(path, most)


@leak("session_runs_one_command")
class Repeating(BareSession):
    """runs a second command"""

    def exec(self, argv, **given):
        self.called = False
        return super().exec(argv, **given)


@leak("sessions_run_from_four_threads")
class Single(BareSession):
    """runs one command at a time, and refuses the others"""

    busy = threading.Lock()

    def exec(self, argv, **given):
        if not self.busy.acquire(blocking=False):
            return self.result(ExecStatus.UNAVAILABLE, reason="busy")
        try:
            time.sleep(0.02)
            return super().exec(argv, **given)
        finally:
            self.busy.release()


@leak("odd_arguments_raise_nothing")
class Raising(BareSession):
    """raises for a NUL"""

    def exec(self, argv, **given):
        if "\0" in "".join(argv):
            raise ValueError("embedded null byte")
        return super().exec(argv, **given)


@leak("odd_files_raise_nothing")
class Trusting(BareSession):
    """raises for paths that cannot be"""

    def __enter__(self):
        for path in self.spec.files:
            os.fsencode(path)
        return super().__enter__()


@leak("probe_is_stable_and_quick")
class Changing(BareSandbox):
    """says another version each time"""

    calls = itertools.count()

    def probe(self):
        return Capabilities(True, "", f"{VERSION}.{next(self.calls)}", self.enforces)


@leak("unknown_images_are_refused")
class Imageless(BareSession):
    """runs without the image that was asked for"""

    def __init__(self, sandbox, spec):
        super().__init__(sandbox, replace(spec, image=None))


@leak("what_is_not_enforced_is_not_promised", LimitedSandbox)
class Promising(BareSession):
    """runs whatever is required"""

    def __init__(self, sandbox, spec):
        super().__init__(sandbox, replace(spec, required=frozenset()))


LEAKS["provider_and_sandbox_pickle"] = (
    "is opened by a lambda",
    Provider(SANDBOX, "bare", lambda: BareSandbox()),
)


#: Laws that see what the bare sandbox lacks beside isolation: it bounds nothing but time and output.
OF_BARE = (
    "programs_gain_no_privileges",
    "memory_is_capped_and_named",
    "processes_are_capped_and_named",
    "disk_is_capped_and_named",
    "disk_is_capped_wherever_it_can_be_written",
)
