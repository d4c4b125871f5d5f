"""What goes into a run, in digests, and what of it is another than before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import IO, Any

from checkwright import Dataset
from checkwright.wording import one_line, shown

__all__ = ["changes", "dataset_digest", "file_digest"]


def file_digest(stream: IO[bytes]) -> str:
    """Return the SHA-256 of what is left of a file."""
    return hashlib.file_digest(stream, "sha256").hexdigest()  # type: ignore[arg-type]


def dataset_digest(dataset: Dataset) -> str:
    """Return the SHA-256 of the questions, their order included."""
    total = hashlib.sha256()
    for item in dataset.questions.items():
        total.update(json.dumps(item, sort_keys=True).encode("ascii"))
    return total.hexdigest()


def changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Name what differs between two inputs, as `the responses have changed`; [] when nothing does.

    Each: responses, dataset (digests or None), rubrics (reference to what it stands for).
    """
    found = [f"the {name} changed" for name in ("responses", "dataset") if before.get(name) != now.get(name)]
    rubrics, others = before.get("rubrics", {}), now["rubrics"]
    named: dict[str, None] = {}
    for ref in dict.fromkeys((*rubrics, *others)):
        if ref not in rubrics or ref not in others:
            named[f"{one_line(ref)} is {'new' if ref in others else 'gone'}"] = None
        elif rubrics[ref] != others[ref]:
            named |= dict.fromkeys(_differences(ref, rubrics[ref] or {}, others[ref] or {}))
    return [*found, *named]


def _differences(ref: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Yield what makes two signatures of one reference differ."""
    if "rubric" not in before or "rubric" not in now:
        yield f"{one_line(ref)} changed"
        return
    if before["rubric"] != now["rubric"]:
        yield f"{one_line(ref)} changed"
    for parts in ("rubrics", "schemas"):
        subs, others = before.get(parts, {}), now.get(parts, {})
        yield from (
            f"{one_line(sub)} changed" for sub in sorted({*subs, *others}) if subs.get(sub) != others.get(sub)
        )
    kinds, theirs = before.get("kinds", {}), now.get("kinds", {})
    yield from (
        f"the kind {one_line(kind)} changed"
        for kind in sorted({*kinds, *theirs})
        if kinds.get(kind) != theirs.get(kind)
    )
    for name in ("checkwright", "unicode", "limits"):
        if before.get(name) != now.get(name):
            yield f"{name} was {shown(before.get(name))} and is {shown(now.get(name))}"
