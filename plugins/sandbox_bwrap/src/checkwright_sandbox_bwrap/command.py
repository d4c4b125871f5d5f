"""Whether a command can be handed to a program at all: the kernel takes no NUL, and not everything."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

__all__ = ["fault"]

#: Bytes that the kernel takes as one argument, with the NUL at its end, in pages of 4 KiB.
#: Source: execve(2), "Limits on size of arguments and environment".
_MOST_IN_ONE = 131_072
#: Bytes that it takes in all, however much a stack may have.
_MOST = 6 << 20
#: Bytes of the programs that start the command, and of what the sandbox sets.
_OURS = 32_768
_POINTER = 8


def fault(argv: Sequence[str], env: Mapping[str, str]) -> str | None:
    """Return why no program can get these arguments and variables; None when one can.

    env: what the check adds.
    """
    if any("\0" in argument for argument in argv):
        return "the command has a NUL"
    try:
        sizes = [len(argument.encode()) + 1 for argument in argv]
    except UnicodeEncodeError:
        return "the command has a lone surrogate, which is no character"
    sizes += [len(f"{name}={value}".encode(errors="replace")) + 1 for name, value in env.items()]
    most = max(min(os.sysconf("SC_ARG_MAX"), _MOST) - _OURS, _MOST_IN_ONE - _OURS)
    if max(sizes, default=0) > _MOST_IN_ONE:
        return f"the command is too long: {max(sizes):,} bytes in one part, at most {_MOST_IN_ONE:,} can be"
    taken = sum(sizes) + _POINTER * len(sizes)
    if taken > most:
        return f"the command is too long: {taken:,} bytes in all, at most {most:,} can be"
    return None
