"""Profile: how one judge is reached; what stands in a file of profiles, but for any key."""

from __future__ import annotations

import ipaddress
import re
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints, field_validator, model_validator

from checkwright import NonBlank, SpecPart

from ..output import Output
from .names import NAME_PATTERN

__all__ = [
    "PROFILE_PATTERN",
    "VARIABLE_PATTERN",
    "JudgesDocument",
    "KeyRef",
    "KeyringEntry",
    "Prices",
    "Profile",
    "ProfileLimits",
    "is_loopback",
]

#: The pattern of names of environment variables.
VARIABLE_PATTERN = "^[A-Za-z_][A-Za-z0-9_]*$"
Name = Annotated[str, StringConstraints(pattern=NAME_PATTERN)]
#: The pattern of names of profiles, which stand in messages and rubrics.
PROFILE_PATTERN = "^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"
ProfileName = Annotated[str, StringConstraints(pattern=PROFILE_PATTERN)]
#: What speaks for a header: visible ASCII.
Word = Annotated[str, StringConstraints(pattern="^[!-~]+$")]


class KeyringEntry(SpecPart):
    """An entry of the system's keyring."""

    service: NonBlank = Field(description="The service of the entry.")
    user: NonBlank = Field(description="The user of the entry.")


_ONE_KEY = "give exactly one of env, file and keyring"


class KeyRef(SpecPart):
    """Where a key is found; exactly one of the three. The key itself stands in no file of profiles."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1, "maxProperties": 1})

    env: Annotated[str, StringConstraints(pattern=VARIABLE_PATTERN)] | None = Field(
        default=None, description="The environment variable that holds it."
    )
    file: NonBlank | None = Field(
        default=None,
        description="The file that holds it, and nothing else; relative to the file of profiles.",
    )
    keyring: KeyringEntry | None = Field(default=None, description="The entry of the system's keyring.")

    @model_validator(mode="after")
    def _is_one(self) -> KeyRef:
        if len(self.model_fields_set) != 1:
            raise ValueError(_ONE_KEY)
        return self


class ProfileLimits(SpecPart):
    """What a run sends by one profile at the most."""

    concurrent: int | None = Field(default=None, ge=1, le=10_000, description="Requests at a time.")
    requests_per_minute: int | None = Field(default=None, ge=1, description="Requests in a minute.")
    tokens_per_minute: int | None = Field(
        default=None, ge=1, description="Tokens in a minute, those of the replies included."
    )


class Prices(SpecPart):
    """Per million tokens, in the currency that you report in."""

    input: float = Field(ge=0, description="For a million tokens that are sent.")
    output: float = Field(ge=0, description="For a million tokens of replies.")


def _without_default(schema: dict[str, Any]) -> None:
    """Leave out a default that is written with null, which the schema refuses."""
    del schema["default"]


class Profile(SpecPart):
    """How one judge is reached."""

    provider: Name = Field(description="What speaks to the server, such as openai or azure_openai.")
    endpoint: Word = Field(description="The address of the server: https, or http on this machine.")
    deployment: NonBlank | None = Field(default=None, description="The model, where no check names one.")
    api_version: Word | None = Field(default=None, description="The dated version of the API.")
    api_key: KeyRef | Literal["none"] = Field(
        description="Where the key is found: {env: NAME}, {file: PATH} or {keyring: {service, user}}; or "
        "none."
    )
    output: Output = Field(default=Output.JSON_OBJECT, description="How the server is told to give JSON.")
    timeout: float = Field(default=30.0, gt=0, le=600, description="Seconds for one request.")
    attempts: int = Field(default=4, ge=1, le=20, description="Requests for one ask, the first included.")
    limits: ProfileLimits = Field(
        default=ProfileLimits(),
        description="What is sent at the most.",
        json_schema_extra=_without_default,
    )
    parameters: dict[str, Any] | None = Field(
        default=None,
        description="Parameters of the completion in place of ours: temperature 0, seed 0, "
        "max_completion_tokens 1024; null leaves one out.",
    )
    proxy: Word | None = Field(default=None, description="The address of a proxy; without it there is none.")
    ca_file: NonBlank | None = Field(
        default=None,
        description="Certificates to trust instead of the usual; relative to the file of profiles.",
    )
    prices: Prices | None = Field(default=None, description="What tokens cost.")

    @field_validator("endpoint")
    @classmethod
    def _is_safe(cls, endpoint: str) -> str:
        scheme, host = _address_of(endpoint)
        if scheme == "https" or (scheme == "http" and is_loopback(host)):
            return endpoint
        raise ValueError("expected an https address, or http on this machine (127.0.0.1, ::1, localhost)")

    @field_validator("proxy")
    @classmethod
    def _is_an_address(cls, proxy: str | None) -> str | None:
        if proxy is not None:
            _address_of(proxy)
        return proxy


def _named_profiles(schema: dict[str, Any]) -> None:
    """Say in the JSON Schema that other names are refused, which a pattern for names alone does not."""
    (schema["additionalProperties"],) = schema.pop("patternProperties").values()
    schema["propertyNames"] = {"pattern": PROFILE_PATTERN}


class JudgesDocument(SpecPart):
    """A file of profiles."""

    profiles: dict[ProfileName, Profile] = Field(
        description="Profiles by name: letters, digits and _ . -, at most 64.",
        json_schema_extra=_named_profiles,
    )
    assignments: dict[str, str] | None = Field(
        default=None,
        description="The profile for checks that name none: by kind of use "
        "(custom_rubric_llm_judge), or default.",
    )
    default_model: NonBlank | None = Field(
        default=None, description="The model where neither check, definition nor profile names one."
    )


def _address_of(text: str) -> tuple[str, str]:
    """Return scheme and host of an address that means the same to whoever reads it, and holds no secret.

    Raises:
        ValueError: it is none; the message does not show it, since a password may stand in it.
    """
    scheme, has_scheme, rest = text.partition("://")
    server = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if "@" in server:
        raise ValueError("a user or a password does not belong in an address")
    if "?" in rest or "#" in rest:
        raise ValueError(
            "a query or a fragment does not belong in an address: leave out what begins with ? or #"
        )
    found = _SERVER.fullmatch(server)
    if not has_scheme or found is None or int(found["port"] or 0) > _LAST_PORT:
        raise ValueError("expected an address, such as https://judge.example/v1 or http://127.0.0.1:8000/v1")
    return scheme.lower(), found["name"] or found["bracketed"]


#: Host and port, spelled so that no two programs take them for different ones.
_SERVER = re.compile(
    r"(?:(?P<name>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)|\[(?P<bracketed>[0-9A-Fa-f:.]+)\])"
    r"(?::(?P<port>[0-9]{1,5}))?"
)
_LAST_PORT = 65_535


def is_loopback(host: str | None) -> bool:
    """Tell whether a host of an address is this machine, without asking anybody."""
    if host is None:
        return False
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
