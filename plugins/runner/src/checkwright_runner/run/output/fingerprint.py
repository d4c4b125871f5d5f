"""What goes into a run, in digests, and what of it is another than before."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from checkwright import Dataset, Kinds, Origin, isolated
from checkwright.wording import one_line, shown

from ..chunks import Source

__all__ = ["Fingerprinted", "changes", "code_of", "dataset_digest", "fingerprint_of", "is_appended"]


#: Bytes that are read at a time.
_SIZE = 1 << 20


class Fingerprinted:
    """A binary stream that is read as it is, and knows what was read: its `fingerprint`."""

    def __init__(self, stream: Source) -> None:
        self._stream = stream
        self._total = hashlib.sha256()
        self._size = 0

    def read(self, size: int, /) -> bytes:
        """Read as the stream does."""
        data = self._stream.read(size)
        self._total.update(data)
        self._size += len(data)
        return data

    @property
    def fingerprint(self) -> dict[str, Any]:
        """The SHA-256 of what was read, and how many bytes it is."""
        return {"bytes": self._size, "sha256": self._total.hexdigest()}


def fingerprint_of(stream: Source, most: int | None = None) -> dict[str, Any]:
    """Return the fingerprint of what is left of a file, or of its next `most` bytes."""
    seen = Fingerprinted(stream)
    left = most
    while data := seen.read(_SIZE if left is None else min(left, _SIZE)):
        left = None if left is None else left - len(data)
    return seen.fingerprint


def is_appended(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Tell whether the responses of now may be those of before with more behind them."""
    old, new = before.get("responses"), now.get("responses")
    if not isinstance(old, dict) or not isinstance(new, dict):
        return False
    sizes = [one["bytes"] for one in (old, new) if type(one.get("bytes")) is int]
    return len(sizes) == 2 and sizes[0] < sizes[1]


def code_of(kinds: Kinds, names: Iterable[str]) -> dict[str, str]:
    """Return the digests of the code of kinds whose version does not tell it: a host's, or an editable one's.

    Of the package that the kind's spec stands in all Python files, else of its one file.
    """
    return {
        name: _digest_of_package(kinds[name].spec.__module__)
        for name in sorted(set(names))
        if name in kinds and _may_change(kinds.origin(name))
    }


def _may_change(origin: Origin) -> bool:
    if origin.of_host:
        return True
    with isolated():
        text = importlib.metadata.distribution(origin.distribution).read_text("direct_url.json")
        return text is not None and bool(json.loads(text).get("dir_info", {}).get("editable"))
    return True


def _digest_of_package(module: str) -> str:
    top = sys.modules.get(module.partition(".")[0])
    total = hashlib.sha256()
    roots = [Path(path) for path in getattr(top, "__path__", ())]
    files = [path for root in roots for path in sorted(root.rglob("*.py"))]
    if not roots:
        files = [Path(file) for file in (getattr(top, "__file__", None),) if file]
    for path in files:
        with suppress(OSError):
            total.update(path.name.encode("utf-8", "surrogatepass") + b"\0" + path.read_bytes())
    return total.hexdigest()


def dataset_digest(dataset: Dataset) -> str:
    """Return the SHA-256 of the questions, their order included."""
    total = hashlib.sha256()
    for item in dataset.questions.items():
        total.update(json.dumps(item, sort_keys=True).encode("ascii"))
    return total.hexdigest()


def changes(before: Mapping[str, Any], now: Mapping[str, Any], *, appended: bool = False) -> list[str]:
    """Name what differs between two inputs, as `the responses have changed`; [] when nothing does.

    Each: responses, dataset (fingerprint or digest, or None), rubrics (reference to what it stands for), code
    (kind to digest), supplies (what options of plugins bring, to its digest).
    appended: whether the responses are those of before with more behind them, which is no change.
    """
    names = ("dataset",) if appended else ("responses", "dataset")
    found = [f"the {name} changed" for name in names if before.get(name) != now.get(name)]
    codes, other_codes = before.get("code", {}), now.get("code", {})
    found += [
        f"the code of the kind {one_line(kind)} changed"
        for kind in sorted({*codes, *other_codes})
        if codes.get(kind) != other_codes.get(kind)
    ]
    given, now_given = before.get("supplies", {}), now.get("supplies", {})
    found += [
        f"{one_line(name)} changed"
        for name in sorted({*given, *now_given})
        if given.get(name) != now_given.get(name)
    ]
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
    for name in ("providers", "engine", "unicode", "limits"):
        if before.get(name) != now.get(name):
            yield f"{name} was {shown(before.get(name))} and is {shown(now.get(name))}"
