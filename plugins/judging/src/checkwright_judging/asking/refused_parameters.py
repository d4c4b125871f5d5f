"""RefusedParameters: what the server of a profile refuses by name, so that it is not sent again."""

from __future__ import annotations

import threading
from dataclasses import replace

from ..judge import JudgeRequest, Output

__all__ = ["RESPONSE_FORMAT", "RefusedParameters", "dropped_between"]

#: The name of the parameter that `JudgeRequest.output` becomes.
RESPONSE_FORMAT = "response_format"


class RefusedParameters:
    """What was refused to one profile, by model; for all threads of a run."""

    def __init__(self) -> None:
        self._refused: dict[str, frozenset[str]] = {}
        self._guard = threading.Lock()

    def without(self, request: JudgeRequest) -> JudgeRequest:
        """Return a request without what was refused for its model."""
        refused = self._refused.get(request.model, frozenset())
        return _without(request, refused) if refused else request

    def add(self, request: JudgeRequest, name: str | None) -> bool:
        """Remember what was refused, and tell whether the request had it, so that it can be made without."""
        if name is None or not _has(request, name):
            return False
        with self._guard:
            self._refused[request.model] = self._refused.get(request.model, frozenset()) | {name}
        return True


def dropped_between(wanted: JudgeRequest, sent: JudgeRequest) -> tuple[str, ...]:
    """Return the names of what stands in one request and not in the other, sorted."""
    names = set(wanted.parameters) - set(sent.parameters)
    return tuple(sorted(names | ({RESPONSE_FORMAT} if wanted.output != sent.output else set())))


def _has(request: JudgeRequest, name: str) -> bool:
    return name in request.parameters or (name == RESPONSE_FORMAT and request.output is not Output.TEXT)


def _without(request: JudgeRequest, names: frozenset[str]) -> JudgeRequest:
    kept = {name: value for name, value in request.parameters.items() if name not in names}
    output = Output.TEXT if RESPONSE_FORMAT in names else request.output
    return replace(request, parameters=kept, output=output)
