"""Write an output that appears whole or not at all, and say where it stands when it is not complete."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...run.output.atomic_file import AtomicFile
from ..screen.printing import clean, note
from .refusals import refused_writing

__all__ = ["whole_file"]


@contextmanager
def whole_file(path: str) -> Iterator[Callable[[bytes], None]]:
    """Yield a function that writes to an AtomicFile, which is complete when the block ends without error.

    After an error the partial file stays, so that what was done is not lost.

    Raises:
        Refused: it cannot be written, or another run is writing it.
    """
    file = AtomicFile(path)
    with refused_writing(path):
        file.begin()

    def write(data: bytes) -> None:
        with refused_writing(path):
            file.write(data)

    try:
        yield write
        with refused_writing(path):
            file.complete()
    except BaseException:
        if not file.is_direct:
            note(clean(f"warning: {path} is not complete: what was done stands in {file.partial.name}"))
        raise
    finally:
        file.close()
