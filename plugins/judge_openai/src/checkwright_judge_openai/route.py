"""Route: what a profile says of the way to its server, looked at before anything of the SDK is imported."""

from __future__ import annotations

import ssl
from dataclasses import dataclass

from checkwright.wording import listed, one_line
from checkwright_judging.profiles.profile import Profile
from checkwright_judging.secret import Secret

from .endpoint import azure_root, checked_proxy, openai_base
from .key_header import KeyHeader
from .redaction import Redaction
from .requests import RESERVED

__all__ = ["Route", "route_of"]

#: Characters of an endpoint; the SDK takes no address of more than 65,536.
_MOST = 2_000


@dataclass(frozen=True, slots=True)
class Route:
    """The way to one server.

    base: the address below which requests go. dated: the version of a dated API; None without one.
    header: shows the key; None without one. proxy: its address; None without one. seconds: for one request.
    trusted: certificates of a file; None for the usual ones. is_encrypted: whether any are needed.
    """

    base: str
    dated: str | None
    header: KeyHeader | None
    redaction: Redaction
    proxy: str | None
    seconds: float
    trusted: ssl.SSLContext | None
    is_encrypted: bool


def route_of(profile: Profile, key: Secret | None, *, azure: bool) -> Route:
    """Return the way that a profile names.

    Raises:
        ValueError: it is nothing for this kind of server; the message names the field.
    """
    if reserved := sorted(RESERVED & frozenset(profile.parameters or {})):
        raise ValueError(f"parameters: {listed(reserved)} cannot be set here")
    if key is not None and not _can_be_sent(key.reveal()):
        raise ValueError("api_key: the key is empty, or no header can hold it: expected visible ASCII")
    if len(profile.endpoint) > _MOST:
        raise ValueError(f"endpoint: no address: it has more than {_MOST:,} characters")
    locate = azure_root if azure else openai_base
    header = None
    if key is not None:
        header = KeyHeader(b"api-key", b"", key) if azure else KeyHeader(b"Authorization", b"Bearer ", key)
    return Route(
        base=locate(profile.endpoint, profile.api_version),
        dated=profile.api_version if azure else None,
        header=header,
        redaction=Redaction(key),
        proxy=None if profile.proxy is None else checked_proxy(profile.proxy),
        seconds=profile.timeout,
        trusted=None if profile.ca_file is None else _certificates(profile.ca_file),
        is_encrypted=any(one.startswith("https:") for one in (profile.endpoint, profile.proxy or "")),
    )


def _can_be_sent(key: str) -> bool:
    return bool(key) and all("!" <= character <= "~" for character in key)


def _certificates(path: str) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=path)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it has no certificates"
        raise ValueError(one_line(f"ca_file: {path!r} cannot be read: {why}")) from None
