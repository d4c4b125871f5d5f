"""Execute json_schema: prepare the schema once, find the JSON of each reply, judge it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checkwright import CheckError, NotExecutable
from checkwright.wording import near, one_line, shown

from .drafts import Draft, draft_of, parts, references
from .shape import plain_copy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checkwright import Execute, Toolbox

    from .documents import Documents
    from .graph import Graph, Node
    from .spec import JsonSchema

__all__ = ["engines", "prepare", "warn"]

#: Mistakes of a schema that are reported at once.
_MOST_MISTAKES = 20


def engines() -> Mapping[str, str]:
    """Name what validates."""
    from importlib.metadata import version

    return {"jsonschema-rs": version("jsonschema-rs")}


def prepare(spec: JsonSchema, toolbox: Toolbox) -> Execute:
    """Compile the schema, with what it refers to, into the judgement of responses.

    Raises:
        CheckError: the schema cannot be used, or the look-up does not know it.
        NotExecutable: the schema is to be looked up and this run has no look-up.
    """
    # The engine and the reference resolver are loaded by a run that needs them.
    from .documents import Documents, address_of
    from .engine import Engine
    from .judgement import Judgement
    from .linking import linked

    ref = spec.schema_ref
    documents = Documents.collect(
        "" if ref is None else address_of(ref), _schema(spec, toolbox), toolbox.schemas
    )
    root = documents.by_address[documents.root]
    graph = None
    try:
        _require_valid(root, draft_of(root))
        if isinstance(root, dict):
            graph = _graph(linked(documents), documents)
        written = {} if graph is None else _written(graph)
        reached = [] if graph is None else list(graph.documents)
        engine = Engine(
            root if ref is None or graph is None else {"$ref": documents.root},
            {address: documents.by_address[address] for address in reached if address},
            0 if graph is None else graph.patterns,
            0 if graph is None else graph.searches(),
            written,
            published=documents.published,
        )
    except CheckError as error:
        raise _placed(error, ref) from None
    return Judgement(engine, graph, toolbox.limits.regex_chars).execution()


def warn(spec: JsonSchema) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Notice formats that nothing asserts, in a schema that stands in the check."""
    from .engine import known_formats

    used = [] if spec.inline is None else list(_formats(spec.inline, draft_of(spec.inline)))
    known = {
        draft: frozenset(known_formats(sorted({name for _, name, other in used if other == draft}), draft))
        for draft in {draft for _, _, draft in used}
    }
    for path, name, draft in used:
        if name not in known[draft]:
            close = near(name, known_formats(_FORMATS, draft))
            hint = f"did you mean {close!r}? " if close else ""
            yield (
                ("schema", *path, "format"),
                f"{hint}draft {draft} has no format {shown(name)}, so it is not asserted",
            )


_FORMATS = (
    "date", "date-time", "duration", "email", "hostname", "idn-email", "idn-hostname", "ipv4", "ipv6", "iri",
    "iri-reference", "json-pointer", "regex", "relative-json-pointer", "time", "uri", "uri-reference",
    "uri-template", "uuid",
)  # fmt: skip


def _formats(schema: Any, draft: Draft) -> Iterator[tuple[tuple[str | int, ...], str, Draft]]:
    """Yield the place and the name of each format in a schema, and the draft that reads it."""
    waiting: list[tuple[tuple[str | int, ...], Any, Draft]] = [((), schema, draft)]
    for path, part, outer in waiting:
        if isinstance(part, dict):
            inner = draft_of(part, outer)
            if isinstance(part.get("format"), str):
                yield path, part["format"], inner
            waiting += [((*path, *steps), one, inner) for steps, one, _ in parts(part, inner)]


def _schema(spec: JsonSchema, toolbox: Toolbox) -> Any:
    """Return a copy of the check's schema."""
    ref = spec.schema_ref
    if ref is None:
        try:
            return plain_copy(spec.inline)
        except CheckError as error:
            raise _placed(error, None) from None
    if toolbox.schemas is None:
        raise NotExecutable(one_line(f"{ref}: this run has no schemas to look it up in"))
    schema = toolbox.schemas.get(ref)
    if schema is None:
        raise CheckError(toolbox.schemas.why(ref) or f"{ref} leads to no schema", ("schema_ref",))
    try:
        return plain_copy(schema)
    except CheckError as error:
        raise _placed(error, ref) from None


def _graph(graph: Graph, documents: Documents) -> Graph:
    """Refuse what is not worth running: mistakes in the documents that are reached, too many ways."""
    from .documents import named, references_inside
    from .graph import MOST_LEVELS, MOST_PATHS

    for address, draft in list(graph.documents.items())[1:]:
        try:
            _require_valid(documents.by_address[address], draft)
        except CheckError as error:
            raise CheckError(_named(error, named(address))) from None
    if graph.levels > MOST_LEVELS:
        raise CheckError(
            f"its schemas lead one into the other over {graph.levels:,} levels, at most {MOST_LEVELS:,} are "
            "allowed; let references lead to their end directly"
        )
    node = graph.branching()
    if node is not None:
        steps, ref = next(references_inside(node.schema), ((), ""))
        raise _at(
            node,
            steps,
            f"references such as {shown(ref)} multiply to more than {MOST_PATHS:,} ways through the "
            "schema; let fewer of them lead to the same place",
        )
    node = graph.endless()
    if node is not None:
        keyword, ref = next(references(node.schema, node.draft))
        raise _at(
            node,
            (keyword,),
            f"the {keyword} {shown(ref)} leads back to it for the same value, without end",
        )
    return graph


def _written(graph: Graph) -> Mapping[str, str]:
    """Write the patterns as the engine reads them; give what stood there by what stands there now."""
    from .patterns import for_engine

    written = {}
    for node in graph.nodes:
        pattern = node.schema.get("pattern")
        if isinstance(pattern, str):
            node.schema["pattern"] = now = for_engine(pattern)
            if now != pattern:
                written[now] = pattern
    return written


def _at(node: Node, steps: tuple[str | int, ...], message: str) -> CheckError:
    """Make the error of a place in a node: by its path in the check's schema, by name in another."""
    from .documents import named

    name = named(node.address)
    return CheckError(f"{name}: {message}") if name else CheckError(message, (*node.path, *steps))


def _require_valid(schema: Any, draft: Draft) -> None:
    from .engine import invalid_places
    from .reason import json_text, value_at

    mistakes = []
    for path, what in invalid_places(schema, draft):
        if "found " not in what:
            what = f"{what} in {json_text(value_at(schema, path), 60)}"
        mistakes.append(CheckError(one_line(f"not a valid schema of draft {draft}: {what}"), path))
        if len(mistakes) == _MOST_MISTAKES:
            break
    if mistakes:
        first, *others = mistakes
        raise CheckError(first.message, first.path, others=others)


def _placed(error: CheckError, ref: str | None) -> CheckError:
    """Return the error with the place in the check: inside `schema`, or `schema_ref` and the place in words."""
    if ref is not None:
        return CheckError(_named(error, ref), ("schema_ref",))
    others = [CheckError(one.message, ("schema", *one.path)) for one in error.others]
    return CheckError(error.message, ("schema", *error.path), others=others)


def _named(error: CheckError, ref: str) -> str:
    from .reason import pointer

    where = pointer(error.path)
    return one_line(f"{ref}{f' at {where}' if where else ''}: {error.message}")
