"""Find a key by its reference, or say in words what is missing."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from checkwright import NotExecutable, described, isolated
from checkwright.wording import one_line, shown

from ..secret import Secret
from .profile import KeyRef

__all__ = ["find_key"]

#: Bytes of the largest file that a key is read from.
_MOST = 64 * 1024


def find_key(
    profile: str, ref: KeyRef, *, folder: str | None = None, environment: Mapping[str, str] | None = None
) -> Secret:
    """Return the key that a reference leads to.

    profile: the name of the profile, for messages. folder: what paths are relative to.
    environment: where variables stand; default that of the process, of which nothing is read but the variable
        that the reference names.

    Raises:
        NotExecutable: there is none, or it is empty, or no header can hold it; the reason says which was
            looked for, and no part of it.
    """
    if ref.env is not None:
        found = (os.environ if environment is None else environment).get(ref.env, "").strip()
        where = f"the environment variable {ref.env} is not set, or empty"
    elif ref.file is not None:
        found = _in_file(profile, Path(folder or ".", ref.file))
        where = f"the file {ref.file} is empty"
    else:
        assert ref.keyring is not None
        found = _in_keyring(profile, ref.keyring.service, ref.keyring.user)
        where = f"the keyring has no entry {ref.keyring.service} of {ref.keyring.user}"
    if not found:
        raise NotExecutable(one_line(f"profile {profile}: {where}"))
    if not found.isprintable() or not found.isascii() or " " in found:
        raise NotExecutable(
            f"profile {profile}: what is given as its key holds white space, or other than ASCII"
        )
    return Secret(found)


def _in_file(profile: str, path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_MOST + 1)
    except (OSError, ValueError) as error:
        # ValueError: a NUL stands in the path.
        why = getattr(error, "strerror", None) or "it is no path"
        raise NotExecutable(one_line(f"profile {profile}: the key file {shown(str(path))}: {why}")) from None
    if len(data) > _MOST:
        raise NotExecutable(one_line(f"profile {profile}: the key file {shown(str(path))} holds no key"))
    return data.decode("utf-8-sig", "replace").strip()


def _in_keyring(profile: str, service: str, user: str) -> str:
    if find_spec("keyring") is None:
        raise NotExecutable(f"profile {profile}: the package keyring is not installed, which its key needs")
    with isolated() as fault:
        return str(import_module("keyring").get_password(service, user) or "").strip()
    raise NotExecutable(one_line(f"profile {profile}: the keyring cannot be read: {described(fault.error)}"))
