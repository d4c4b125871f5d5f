"""Asked: the keys by which a reply is remembered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..documents.canonical_json import sha256_hex
from ..judge import JudgeRequest, Output
from ..profiles.profile import Profile

__all__ = ["Asked", "asked_of"]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to one judge, as it was meant: before a second ask, and with all parameters.

    whole: sha256 in hex over provider, endpoint, model, output mode, messages and parameters; for files of
        one place. portable: over the profile's name in place of provider and endpoint, which then cannot be
        guessed from it; for records. messages_sha256: over the messages alone.
    """

    whole: str
    portable: str
    messages_sha256: str
    profile: str
    model: str


def asked_of(name: str, profile: Profile, request: JudgeRequest) -> Asked:
    """Return the keys of a request by the profile of that name.

    Raises:
        ValueError: a message is not valid Unicode.
    """
    messages = [{"role": message.role, "content": message.content} for message in request.messages]
    decides: Mapping[str, Any] = {
        "model": request.model,
        "output": str(request.output),
        "messages": messages,
        "parameters": request.parameters,
    }
    if request.output is Output.JSON_SCHEMA:
        decides = {**decides, "schema": request.schema}
    return Asked(
        whole=sha256_hex({**decides, "provider": profile.provider, "endpoint": profile.endpoint}),
        portable=sha256_hex({**decides, "profile": name}),
        messages_sha256=sha256_hex(messages),
        profile=name,
        model=request.model,
    )
