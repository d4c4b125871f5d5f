"""Refuse to go on when an output cannot be written, with a line that names its file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...run.output.atomic_file import CannotWrite
from ...run.output.file_lock import AnotherWrites
from ...run.output.resumable import CannotResume, UnfinishedRun
from ..refused import Refused
from ..screen.printing import clean

__all__ = ["refused_writing"]


@contextmanager
def refused_writing(path: str) -> Iterator[None]:
    """Turn what goes wrong while `path` is written into Refused."""
    try:
        yield
    except AnotherWrites as error:
        raise Refused([clean(f"error: {error}")]) from None
    except (CannotResume, CannotWrite, UnfinishedRun) as error:
        raise Refused([clean(f"error: {path}: {error}")]) from None
    except OSError as error:
        other = str(error.filename or path)
        # What lies in the way beside it; what is not there yet says nothing.
        is_other = os.path.lexists(other) and os.path.realpath(other) != os.path.realpath(path)
        name = f"{path}: {Path(other).name}" if is_other else path
        raise Refused([clean(f"error: {name}: cannot be written: {error.strerror or error}")]) from None
