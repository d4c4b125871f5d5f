"""A sandbox that executes nothing: a function says how each command ends and which files it leaves."""

from checkwright import Provider
from checkwright_sandboxing.role import SANDBOX
from checkwright_sandboxing.sandbox import Ability, Capabilities, ExecResult, ExecStatus, UnreadableFile

ALL = frozenset(Ability)


class Scripted:
    """answer: `(argv, files) -> (ExecResult, files that are there afterwards)`; seen: every SessionSpec."""

    def __init__(self, answer, *, name="scripted", enforces=ALL, available=True, images=True):
        self.name = name
        self.answer = answer
        self.seen = []
        self.commands = []
        why = "" if available else "it is switched off"
        self._can = Capabilities(available, why, "script 1", enforces, images)

    def probe(self):
        return self._can

    def open(self, spec):
        self.seen.append(spec)
        return _Session(self, spec)


class _Session:
    def __init__(self, sandbox, spec):
        self._sandbox, self._spec, self._left = sandbox, spec, {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._left = None

    def exec(self, argv, *, stdin=b"", cwd=".", env=None):
        self._sandbox.commands.append(tuple(argv))
        result, self._left = self._sandbox.answer(tuple(argv), dict(self._spec.files))
        return result

    def read_file(self, path, most):
        found = self._left.get(path)
        if isinstance(found, str):
            raise UnreadableFile(found)
        return found


def ended(status="ok", code=0, out=b"", **more):
    return ExecResult(ExecStatus(status), code, out, provider="scripted", version="1", **more)


def provider_of(sandbox, name=None):
    return Provider(SANDBOX, name or sandbox.name, lambda: sandbox)
