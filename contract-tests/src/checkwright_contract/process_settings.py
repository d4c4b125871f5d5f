"""The settings that all code of a process shares, and how two readings of them differ."""

from __future__ import annotations

import builtins
import decimal
import gc
import locale
import os
import random
import signal
import sys
import warnings
from collections.abc import Mapping

from checkwright.wording import shown

__all__ = ["changes", "settings"]


def settings() -> dict[str, object]:
    """Return the settings of this process by name, in a form that can be compared."""
    context = decimal.getcontext()
    logging, socket = sys.modules.get("logging"), sys.modules.get("socket")
    return {
        **{f"os.environ[{shown(name)}]": value for name, value in os.environ.items()},
        "the working directory": os.getcwd(),  # noqa: PTH109 - a text
        "sys.path": list(sys.path),
        "the state of the module random": hash(random.getstate()),
        "the locale": locale.setlocale(locale.LC_ALL),
        "the decimal context": (context.prec, context.rounding, _names(context.traps)),
        "the filters of all warnings": _wide_filters(),
        "the recursion limit": sys.getrecursionlimit(),
        "the longest int that is read": sys.get_int_max_str_digits(),
        "the switch interval": sys.getswitchinterval(),
        "the garbage collector": "on" if gc.isenabled() else "off",
        "the time-out of sockets": socket.getdefaulttimeout() if socket is not None else None,
        **{
            f"the handler of {one.name}": repr(signal.getsignal(one))
            for one in (signal.SIGINT, signal.SIGTERM)
        },
        "sys.stdout": repr(sys.stdout),
        "sys.stderr": repr(sys.stderr),
        "the mask of new files": _umask(),
        "the level that logging is off up to": logging.root.manager.disable if logging is not None else 0,
        "the built-in names": sorted(
            (name, id(value)) for name, value in vars(builtins).items() if name != "_"
        ),
    }


def changes(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """Return a sentence on each setting that changed."""
    names = dict.fromkeys((*before, *after))
    return [_change(name, before, after) for name in names if before.get(name) != after.get(name)]


def _change(name: str, before: Mapping[str, object], after: Mapping[str, object]) -> str:
    was, became = before.get(name), after.get(name)
    if isinstance(was, list) and isinstance(became, list):
        gained, lost = ([one for one in new if one not in old] for new, old in ((became, was), (was, became)))
        parts = [f"{word} {shown(some)}" for word, some in (("gained", gained), ("lost", lost)) if some]
        return f"{name} {' and '.join(parts) or 'changed its order'}, expected it left as it was"
    return f"{name} became {_said(after, name)}, expected it left as it was: {_said(before, name)}"


def _said(where: Mapping[str, object], name: str) -> str:
    return shown(where[name]) if name in where else "not set"


def _umask() -> int:
    """Return the mask of new files, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _names(traps: Mapping[type, bool]) -> list[str]:
    return sorted(trap.__name__ for trap, is_set in traps.items() if is_set)


def _wide_filters() -> list[str]:
    """Return the filters for warnings of any text and module; those for one library are its own business."""
    return [
        f"{action} {category!r}"
        for action, message, category, module, _ in warnings.filters
        if message is None and module is None and category.__module__ == "builtins"
    ]
