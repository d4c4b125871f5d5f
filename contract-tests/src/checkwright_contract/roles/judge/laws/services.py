"""Laws of a service: what it says of itself, and which profiles it refuses.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from checkwright_judging.profiles.profile import Profile
from checkwright_judging.secret import Secret

from ....clean_line import line_problem
from ..bodies import completion
from ..server import ScriptedServer
from ..under_test import KEY

if TYPE_CHECKING:
    from ..under_test import JudgeUnderTest

__all__ = [
    "opening_sends_nothing",
    "provider_pickles",
    "unusable_profiles_are_refused",
    "version_is_one_line",
]


def version_is_one_line(tried: JudgeUnderTest) -> None:
    """A service says in one clean line what speaks to the server and its version, always the same."""
    said = tried.service.version()
    wrong = line_problem(said)
    assert wrong is None, f"the version: {wrong}"
    again = tried.provider.open().version()
    assert again == said, f"the version is {said!r}, then {again!r}"


def opening_sends_nothing(tried: JudgeUnderTest) -> None:
    """A judge that is opened and closed has sent nothing."""
    with ScriptedServer(completion()) as server, tried.judge(server):
        pass
    assert not server.seen, "a judge that nobody asked sent a request"


def unusable_profiles_are_refused(tried: JudgeUnderTest) -> None:
    """A profile with a proxy that speaks no HTTP, or with missing certificates, is refused by its field."""
    with TemporaryDirectory() as folder:
        empty = Path(folder, "empty.pem")
        empty.touch()
        for field, value in (
            ("proxy", "ftp://127.0.0.1:1"),
            ("ca_file", f"{folder}/missing.pem"),
            ("ca_file", str(empty)),
        ):
            said = _refusal(tried, tried.profile("http://127.0.0.1:9", **{field: value}))
            assert said is not None, f"the {field} {value!r} was taken"
            assert field in said, f"what is said of the {field} {value!r} does not name it: {said}"
            wrong = line_problem(said)
            assert wrong is None, f"what is said of the {field}: {wrong}"


def _refusal(tried: JudgeUnderTest, profile: Profile) -> str | None:
    try:
        tried.service.open(profile, Secret(KEY)).close()
    except ValueError as error:
        return str(error)
    return None


def provider_pickles(tried: JudgeUnderTest) -> None:
    """A provider comes through pickle and opens as before, since plans travel."""
    try:
        copy = pickle.loads(pickle.dumps(tried.provider))  # noqa: S301 - made in the same line
    except Exception as error:  # noqa: BLE001 - pickle raises what it likes
        raise AssertionError(f"the provider does not pickle: {type(error).__name__}: {error}") from None
    said = copy.open().version()
    assert said == tried.service.version(), f"the copy says {said!r} of itself"
