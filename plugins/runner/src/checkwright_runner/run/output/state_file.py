"""Small JSON files beside an output, that say what it is of: each is there whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .atomic_file import replace_file

__all__ = ["read_state", "write_state"]


def read_state(path: Path) -> dict[str, Any] | None:
    """Read such a file; None when it is damaged.

    Raises:
        OSError: it cannot be read.
    """
    data = path.read_bytes()
    try:
        state = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return state if isinstance(state, dict) else None


def write_state(path: Path, state: Mapping[str, Any]) -> None:
    """Write such a file.

    Raises:
        OSError: it cannot be written.
    """
    text = json.dumps(state, ensure_ascii=False, indent=1)
    replace_file(path, f"{text}\n".encode("utf-8", "backslashreplace"))
