"""`checkwright prove`: hold a kind to the contract, without pytest, for a quick look."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from checkwright import Kind, Kinds, described
from checkwright.wording import near, shown

from ..arguments.inputs import kinds_of
from ..refused import Refused
from ..screen.printing import clean, json_text, say

__all__ = ["arguments", "run"]

_BROKEN, _NOT_PROVEN = 1, 3
#: Named by a text and imported when it is asked for: the kit knows the core, never the other way round.
_KIT = "checkwright_contract"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `prove` takes."""
    parser.add_argument("kind", metavar="KIND", help="the kind to prove, such as regex or acme.word_limit")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Print each law that is broken; 1 when there is one, 3 when one cannot be proven here."""
    kind = _kind(arguments.kind, kinds_of(arguments))
    count = 0
    breaches: list[Any] = []
    not_proven: list[Any] = []
    later: list[Any] = []
    for kit, result in _results(kind):
        count += 1
        if isinstance(result, kit.Breach):
            breaches.append(result)
        elif isinstance(result, kit.NotProven):
            not_proven.append(result)
        if result is not None and not arguments.json:
            # What saw nothing, or could not be tried, often follows from a law that is broken.
            if isinstance(result, kit.Breach) and not result.is_vacuous:
                _show(str(result))
            else:
                later.append(result)
    for result in later:
        _show(str(result))
    if arguments.json:
        say(json_text(_plain(kind, count, breaches, not_proven), indent=2))
    else:
        kept = count - len(breaches) - len(not_proven)
        counts = [(kept, "kept"), (len(breaches), "broken"), (len(not_proven), "not proven here")]
        parts = [f"{number} {word}" for number, word in counts if number or word == "kept"]
        say(f"{kind.name}: {count} laws: {', '.join(parts)}")
    return _BROKEN if breaches else _NOT_PROVEN if not_proven else 0


def _kind(name: str, kinds: Kinds) -> Kind[Any]:
    if name in kinds:
        return kinds[name]
    close = near(name, kinds)
    hint = f"did you mean {shown(close)}?" if close else "`checkwright kinds` lists them"
    raise Refused([clean(f"error: no kind is named {shown(name)} ({hint})")])


def _results(kind: Kind[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the kit with what came of each law, one by one."""
    try:
        kit: Any = import_module(_KIT)
        prove = kit.prove
    except ImportError as error:
        what = "`prove` needs the contract kit: pip install checkwright-contract"
        raise Refused([clean(f"error: {what} ({described(error)})")]) from None
    try:
        results = prove(kind)
    except ValueError as error:
        raise Refused([clean(f"error: {error}")]) from None
    return ((kit, result) for _, result in results)


def _show(text: str) -> None:
    """Print the lines of a result, whatever a reply or a kind put into them."""
    for line in text.split("\n"):
        say("  " * line.startswith(" ") + clean(line.strip()))


def _plain(kind: Kind[Any], count: int, breaches: list[Any], not_proven: list[Any]) -> dict[str, Any]:
    return {
        "kind": kind.name,
        "laws": count,
        "breaches": [_breach(one) for one in breaches],
        "not_proven": [{"law": one.law, "reason": one.reason} for one in not_proven],
    }


def _breach(breach: Any) -> dict[str, Any]:
    """Return a breach as JSON-able data; `case` is null where the law is not about one."""
    trial = breach.trial
    case = None
    if trial is not None:
        case = {name: getattr(trial, name) for name in ("response", "question", "tool_calls", "rubrics")}
    return {
        "law": breach.law,
        "says": breach.says,
        "message": breach.message,
        "check": breach.document if trial is None else trial.check,
        "case": case,
    }
