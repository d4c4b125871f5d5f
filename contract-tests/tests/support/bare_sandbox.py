"""A sandbox that isolates nothing: the scripts of laws run on the host, in a folder of their own.

It keeps all that a sandbox promises besides, so that a law is seen to hold of it, or to see what it leaks.
"""

import contextlib
import os
import signal
import stat
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path

from checkwright import Provider
from checkwright_sandboxing.role import SANDBOX
from checkwright_sandboxing.sandbox import (
    Ability,
    Capabilities,
    ExecResult,
    ExecStatus,
    UnreadableFile,
    WorkFile,
)

VERSION = "bare 1"


class BareSession:
    close_fds = True

    def __init__(self, sandbox, spec):
        self.sandbox, self.spec = sandbox, spec
        self.called = self.ended = False
        self.folder = self.fault = None

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="bare-"))
        self.work = self.folder / "work"
        for name in ("work", "home", "tmp", "bin"):
            (self.folder / name).mkdir()
        try:
            self.fill()
        except (OSError, ValueError) as error:
            self.fault = f"the files cannot be made: {type(error).__name__}"
        return self

    def __exit__(self, *_):
        self.ended = True
        self.remove()

    def remove(self):
        subprocess.run(["chmod", "-R", "u+rwX", self.folder], check=False, capture_output=True)
        subprocess.run(["rm", "-rf", self.folder], check=True)

    def fill(self):
        for path, entry in self.spec.files.items():
            if any(part in ("", ".", "..") for part in path.split("/")):
                raise ValueError(path)
            place = self.work / path
            place.parent.mkdir(parents=True, exist_ok=True)
            self.put(place, entry)
        for name, path in self.spec.tools.items():
            (self.folder / "bin" / name).symlink_to(path)

    def put(self, place, entry):
        if isinstance(entry, WorkFile):
            place.write_bytes(entry.data)
            place.chmod(0o755 if entry.executable else 0o644)
        else:
            place.symlink_to(entry.target)

    def variables(self, env):
        path = f"{self.folder}/bin:/usr/local/bin:/usr/bin:/bin"
        own = {"PATH": path, "HOME": f"{self.folder}/home", "LANG": "C.UTF-8", "TMPDIR": f"{self.folder}/tmp"}
        return {**own, **env}

    def refusal(self):
        if self.spec.image is not None:
            return "it knows no images"
        lacking = self.spec.required - self.sandbox.probe().enforces
        return f"it does not enforce {', '.join(lacking)}" if lacking else self.fault

    def exec(self, argv, *, stdin=b"", cwd=".", env=None):
        if self.called or self.ended:
            raise RuntimeError("a session runs one command")
        self.called = True
        why = self.refusal()
        if why is None and (".." in cwd or "\0" in cwd or not (self.work / cwd).is_dir()):
            why = "no such folder"
        if why is not None:
            return self.result(ExecStatus.UNAVAILABLE, reason=why)
        begun = time.monotonic()
        with (
            tempfile.TemporaryFile() as given,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
        ):
            given.write(stdin)
            given.seek(0)
            try:
                process = self.start(argv, self.work / cwd, self.variables(env or {}), given, out, err)
            except (FileNotFoundError, PermissionError, IsADirectoryError) as error:
                return self.result(ExecStatus.EXIT_NONZERO, 127, reason=error.strerror)
            except (OSError, ValueError, IndexError) as error:
                code = 126 if getattr(error, "errno", None) == 8 else None
                status = ExecStatus.EXIT_NONZERO if code else ExecStatus.UNAVAILABLE
                return self.result(status, code, reason=f"it does not start: {type(error).__name__}")
            try:
                code = process.wait(self.spec.limits.timeout)
            except subprocess.TimeoutExpired:
                code = None
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for file in (out, err):
                file.seek(0)
            return self.ended_with(code, out.read(), err.read(), time.monotonic() - begun)

    def start(self, argv, cwd, env, given, out, err):
        return subprocess.Popen(
            argv,
            cwd=cwd,
            env=env,
            stdin=given,
            stdout=out,
            stderr=err,
            start_new_session=True,
            close_fds=self.close_fds,
        )

    def ended_with(self, code, stdout, stderr, seconds):
        most = self.spec.limits.output_kb * 1024
        if len(stdout) + len(stderr) > most:
            stdout, stderr = stdout[:most], stderr[: max(0, most - len(stdout))]
            return self.result(ExecStatus.OUTPUT_LIMIT, None, stdout, stderr, seconds, "too much output")
        if code is None:
            return self.result(ExecStatus.TIMEOUT, None, stdout, stderr, seconds, "it took too long")
        if code == 0:
            return self.result(ExecStatus.OK, 0, stdout, stderr, seconds)
        code = 128 - code if code < 0 else code
        return self.result(ExecStatus.EXIT_NONZERO, code, stdout, stderr, seconds, f"exit code {code}")

    def result(self, status, code=None, stdout=b"", stderr=b"", seconds=0.0, reason=""):
        return ExecResult(
            status,
            code,
            stdout,
            stderr,
            seconds,
            None,
            self.sandbox.name,
            self.sandbox.probe().version,
            reason,
        )

    def read_file(self, path, most):
        *above, name = path.split("/")
        if any(part in ("", ".", "..") for part in (*above, name)):
            raise UnreadableFile("no plain path")
        place = self.work
        for part in above:
            place = place / part
            if place.is_symlink():
                raise UnreadableFile("a link is on the way")
        try:
            status = (place / name).lstat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableFile("no regular file")
        if status.st_size > most:
            raise UnreadableFile("too large")
        return (place / name).read_bytes()


class BareSandbox:
    """Says that it enforces everything, so that every law is tried."""

    session = BareSession
    enforces = frozenset(Ability)

    def __init__(self, name="bare"):
        self.name = name

    def probe(self):
        return Capabilities(True, "", VERSION, self.enforces)

    def open(self, spec):
        return self.session(self, spec)


class LimitedSandbox(BareSandbox):
    enforces = frozenset(Ability) - {Ability.MEMORY}


def provider_of(sandbox=BareSandbox):
    return Provider(SANDBOX, "bare", partial(sandbox, "bare"))
