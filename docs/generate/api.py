"""The page of the Python API: every public name with its signature and its docstring."""

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any

from docstrings import markdown, summary
from tables import table

import checkwright
from checkwright.contract import hooks as hookspecs

__all__ = ["page"]

#: The modules that kinds share, beside what `checkwright` itself exports.
_HELPERS = ("wording", "text", "paths", "replies", "records", "literals", "yaml12")
#: The classes that a program is given and does not make itself.
_MADE_BY = {
    "checkwright.CheckResult": "`Verdict.checks`",
    "checkwright.Dataset": "`load_dataset` and `parse_dataset`",
    "checkwright.Document": "`read_document`",
    "checkwright.Kinds": "`load_kinds`",
    "checkwright.LoadProblem": "`load_kinds`; they stand in `Kinds.problems`",
    "checkwright.Origin": "`load_kinds`; `Kinds.origin(name)` gives it",
    "checkwright.Plan": "`compile_rubric`",
    "checkwright.Rubric": "`load_rubric` and `parse_rubric`",
    "checkwright.RubricCheck": "`load_rubric` and `parse_rubric`; they stand in `Rubric.checks`",
    "checkwright.RubricStore": "its class methods",
    "checkwright.SchemaStore": "its class methods",
    "checkwright.Scoring": "`load_rubric` and `parse_rubric`; it stands in `Rubric.scoring`",
    "checkwright.Verdict": "`Plan.score` and `score`, and by its class methods",
    "checkwright.literals.NearMiss": "`NearMisses.find`",
    "checkwright.records.Call": "`calls`",
    "checkwright.records.Result": "`results`",
    "checkwright.replies.Block": "`blocks`, `blocks_of` and `fenced_whole`",
    "checkwright.replies.Broken": "`parse_json`",
    "checkwright.replies.Found": "`find_json` and `json_of`",
    "checkwright.replies.NotFound": "`find_json` and `json_of`",
    "checkwright.replies.Parsed": "`parse_json`",
}
#: Special methods that a protocol may ask for.
_ASKED_FOR = frozenset({"__call__", "__iter__"})
#: The module in front of a name in an annotation.
_MODULE_PATH = re.compile(r"\b(?:\w+\.)+(?=[A-Za-z])")
#: Characters of a signature that stands on one line.
_WIDE = 80


def page() -> str:
    """Give the page: all names of `checkwright.__all__`, in order, then those of the helpers for kinds."""
    helpers = [import_module(f"checkwright.{name}") for name in _HELPERS]
    made = {f"{module.__name__}.{name}" for module in (checkwright, *helpers) for name in module.__all__}
    if not made >= _MADE_BY.keys():
        raise LookupError(f"not public: {', '.join(sorted(_MADE_BY.keys() - made))}")
    rows = ([f"[`{one.__name__}`](#{one.__name__.replace('.', '')})", summary(one)] for one in helpers)
    parts = [
        "# The Python API\n\nAll is imported from `checkwright`. What kinds of check are made with beside "
        "that stands in modules of its own, for your kinds as for the first-party ones:\n",
        table(["module", "what it is for"], rows),
        "What is not on this page may change at any time.\n",
    ]
    for name in checkwright.__all__:
        parts.append(f"## {name}\n")
        parts.extend(_entry(checkwright, name))
    for module in helpers:
        parts.append(f"## {module.__name__}\n\n{markdown(inspect.getdoc(module) or '')}\n")
        for name in module.__all__:
            parts.append(f"### {module.__name__}.{name}\n")
            parts.extend(_entry(module, name))
    return "\n".join(parts)


def _entry(module: ModuleType, name: str) -> Iterator[str]:
    value = getattr(module, name)
    if inspect.isclass(value):
        yield from _class(module, name, value)
    elif value is checkwright.hookimpl:
        yield from _hooks()
    elif inspect.isfunction(value):
        yield f"```text\n{name}{_signature(value)}\n```\n"
        yield f"{markdown(inspect.getdoc(value) or '')}\n"
    else:
        yield f"{_comment_above(module, name)}\n"


def _class(module: ModuleType, name: str, value: type) -> Iterator[str]:
    made_by = _MADE_BY.get(f"{module.__name__}.{name}")
    if made_by is not None:
        yield f"Made by {made_by}.\n"
    elif _is_protocol(value):
        yield "A protocol: whatever has these methods is one.\n"
    elif "__init__" in vars(value):
        signature = _signature(value).removesuffix(" -> None")
        yield f"```text\n{name}{signature}\n```\n"
    yield f"{markdown(inspect.getdoc(value) or '')}\n"
    if issubclass(value, Enum):
        values = ", ".join(f"`{name}.{member.name}` (`{member.value!r}`)" for member in value)
        yield f"Its values: {values}.\n"
    members = list(_members(value))
    if members:
        yield "What it has:\n\n" + "\n".join(members) + "\n"


def _is_protocol(value: type) -> bool:
    return bool(vars(value).get("_is_protocol"))


def _members(owner: type) -> Iterator[str]:
    for name, member in sorted(vars(owner).items()):
        is_value = isinstance(member, property | cached_property)
        function = member.__func__ if isinstance(member, classmethod) else member
        is_public = not name.startswith("_") or (_is_protocol(owner) and name in _ASKED_FOR)
        if not is_public or not (is_value or inspect.isfunction(function)):
            continue
        doc = inspect.getdoc(member)
        if doc:
            signature = "" if is_value else _signature(getattr(owner, name), bound=True)
            first, _, rest = doc.partition("\n\n")
            more = f"\n\n{markdown(rest)}" if rest else ""
            body = (" ".join(first.split("\n")) + more).replace("\n", "\n  ")
            yield re.sub(r"(?m)^ +$", "", f"- `{name}{signature}`: {body}")


class _Bare:
    """A part of a signature that is written as it is."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _signature(function: Any, *, bound: bool = False) -> str:
    """Spell a signature the same way on every Python."""
    signature = inspect.signature(function)
    parameters = [
        one.replace(annotation=_annotation(one.annotation), default=_default(one.default))
        for one in signature.parameters.values()
    ]
    if bound and parameters and parameters[0].name == "self":
        parameters = parameters[1:]
    returned = _annotation(signature.return_annotation)
    text = str(signature.replace(parameters=parameters, return_annotation=returned))
    if bound or len(text) <= _WIDE:
        return text
    # A long one gets a line for each parameter; the marker of the keyword-only ones stands in `text` alone.
    lines = [str(one) for one in parameters]
    keyword = next((i for i, one in enumerate(parameters) if one.kind is one.KEYWORD_ONLY), None)
    if keyword is not None:
        lines.insert(keyword, "*")
    return "(\n" + "".join(f"    {line},\n" for line in lines) + text[text.rindex(")") :]


def _annotation(value: Any) -> Any:
    """Spell an annotation as its source does, by bare names."""
    if value is inspect.Signature.empty:
        return value
    if isinstance(value, str):
        return _Bare(value.replace('"', ""))
    return _Bare(_MODULE_PATH.sub("", inspect.formatannotation(value)))


def _default(value: Any) -> Any:
    if isinstance(value, Enum):
        return _Bare(f"{type(value).__name__}.{value.name}")
    if isinstance(value, Mapping) and not value:
        return _Bare("{}")
    return _Bare("...") if callable(value) and value is not inspect.Parameter.empty else value


def _hooks() -> Iterator[str]:
    yield (
        "Put `@checkwright.hookimpl` above a function of your module with the name and the arguments of a "
        "hook. This is every hook there is:\n"
    )
    for name, function in inspect.getmembers(hookspecs, inspect.isfunction):
        yield f"```text\n{name}{_signature(function)}\n```\n"
        yield f"{markdown(inspect.getdoc(function) or '')}\n"
    yield "An example stands in [write a kind](../how-to/write-a-kind.md).\n"


def _comment_above(module: ModuleType, name: str) -> str:
    """Read what the source says above `name = ...`, in lines that start with `#:`."""
    for source in _sources(module, name):
        lines = source.split("\n")
        for node in ast.parse(source).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                start = node.lineno - 1
                while start and lines[start - 1].startswith("#: "):
                    start -= 1
                comment = " ".join(line.removeprefix("#: ") for line in lines[start : node.lineno - 1])
                definition = ast.get_source_segment(source, node) or ""
                return f"```text\n{definition}\n```\n\n{comment}"
    raise LookupError(f"{name} is not assigned in {module.__name__}")


def _sources(module: ModuleType, name: str) -> Iterator[str]:
    """Yield the sources in which a name of a module may be assigned."""
    if module is checkwright:
        yield inspect.getsource(import_module(f"checkwright.{checkwright._HOME[name]}"))
        return
    yield inspect.getsource(module)
    for found in pkgutil.iter_modules(getattr(module, "__path__", ())):
        yield inspect.getsource(import_module(f"{module.__name__}.{found.name}"))
