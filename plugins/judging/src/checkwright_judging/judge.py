"""Judge: reads messages and replies; what it is asked, what it gives, and how it fails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, Protocol

from .output import Output

if TYPE_CHECKING:
    from .profiles.profile import Profile
    from .secret import Secret

__all__ = [
    "FaultKind",
    "Judge",
    "JudgeFault",
    "JudgeReply",
    "JudgeRequest",
    "JudgeService",
    "Message",
    "Output",
    "Usage",
]


class FaultKind(StrEnum):
    """Why a judge gave no reply that can be read.

    Lost by the service: TIMEOUT, UNREACHABLE (refused, dropped), RATE_LIMIT (429), SERVER (408, 409, 5xx).
    Not to be asked again: QUOTA (429 for want of money), KEY (401), FORBIDDEN (403), NOT_FOUND (404),
    REDIRECT, REJECTED (any other 4xx), NOT_A_COMPLETION (200 with something else). PARAMETER: the server
    refuses a parameter by its name. What the reply did to the judge: CONTENT_FILTER, REFUSED, UNREADABLE.
    NOT_RECORDED: a replay has no such reply.
    """

    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    RATE_LIMIT = "rate limit"
    SERVER = "server error"
    QUOTA = "quota"
    KEY = "key refused"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not found"
    REDIRECT = "redirect"
    REJECTED = "rejected"
    PARAMETER = "parameter refused"
    NOT_A_COMPLETION = "not a chat completion"
    CONTENT_FILTER = "content filter"
    REFUSED = "refused"
    UNREADABLE = "unreadable"
    NOT_RECORDED = "not recorded"

    @property
    def is_lost(self) -> bool:
        """Whether the service lost the ask, whatever stood in it."""
        return self in _LOST


_LOST = frozenset({FaultKind.TIMEOUT, FaultKind.UNREACHABLE, FaultKind.RATE_LIMIT, FaultKind.SERVER})


class JudgeFault(Exception):  # noqa: N818 - says what there is
    """A judge gave no reply that can be read.

    kind: why. message: one clean line in which no key stands.
    retry: whether asking again may help. after: seconds that the server asks to wait; None when it does not.
    parameter: of PARAMETER, the name of what the server refuses, as it stands in `JudgeRequest.parameters`,
        or `response_format`.
    """

    def __init__(
        self,
        kind: FaultKind,
        message: str,
        retry: bool = False,
        after: float | None = None,
        parameter: str | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.retry = retry
        self.after = after
        self.parameter = parameter

    def __reduce__(self) -> tuple[type[JudgeFault], tuple[Any, ...]]:
        return JudgeFault, (self.kind, self.message, self.retry, self.after, self.parameter)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """One ask.

    model: the name that the server knows, of a deployment where it has deployments.
    output: what the server is told. schema: of the reply, a JSON Schema; used with `json_schema`.
    parameters: further ones of a chat completion, such as {"temperature": 0, "seed": 0}; all JSON.
    """

    messages: tuple[Message, ...]
    model: str
    output: Output = Output.JSON_OBJECT
    parameters: Mapping[str, Any] = field(default_factory=dict)
    schema: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one reply. reasoning_tokens: part of output_tokens; None when the server does not tell."""

    input_tokens: int
    output_tokens: int
    reasoning_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class JudgeReply:
    """What a judge gave.

    text: as the server sent it, unchanged. finish_reason: "stop" and "length" are those that are looked at.
    model: that answered, as the server says. latency_ms: of this call alone, without waits before it.
    request_id: that the server names; None when it names none.
    """

    text: str
    finish_reason: str | None = None
    model: str | None = None
    usage: Usage | None = None
    latency_ms: float = 0.0
    request_id: str | None = None


class Judge(Protocol):
    """A connection to one server by one profile; may be used from several threads."""

    def ask(self, request: JudgeRequest) -> JudgeReply:
        """Make exactly one request and return the reply.

        Raises:
            JudgeFault: there is none that can be used; nothing else is raised for what a server does.
        """

    def close(self) -> None:
        """Close its connections; called once, when no ask is under way."""


class JudgeService(Protocol):
    """What a provider of the role opens: makes judges of one kind of server."""

    def version(self) -> str:
        """Return what speaks to the server, and its version, for signatures; one clean line."""

    def open(self, profile: Profile, key: Secret | None) -> Judge:
        """Return a judge; nothing is sent yet.

        key: what `profile.api_key` leads to; None when the profile says that there is none.

        Raises:
            ValueError: the profile is nothing for this kind of server; the message names the field.
        """
