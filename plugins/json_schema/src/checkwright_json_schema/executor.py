"""Prepare json_schema: read, check and compile the schema of a check into the function that validates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checkwright import CheckError, Missing, NotExecutable
from checkwright.wording import did_you_mean, one_line, pointer, shown

from .drafts import Draft, draft_of, parts, references
from .limits import SCHEMA_LEVELS, SCHEMA_MISTAKES, SCHEMA_PATHS
from .plain_copy import plain_copy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checkwright import Execute, Toolbox

    from .documents import Documents
    from .graph import Graph, Node
    from .spec import JsonSchema

__all__ = ["engines", "prepare", "warn"]


def engines() -> Mapping[str, str]:
    """Return the name and version of the library that validates."""
    from importlib.metadata import version

    return {"jsonschema-rs": version("jsonschema-rs")}


def prepare(spec: JsonSchema, toolbox: Toolbox) -> Execute:
    """Compile the schema and all that it refers to into the function that validates responses.

    Raises:
        CheckError: the schema cannot be used, or the look-up does not know it.
        NotExecutable: the schema is to be looked up and this run has no look-up.
    """
    # Imported here: only a run that uses the kind needs jsonschema-rs and referencing.
    from .documents import Documents, address_of
    from .engine import Engine
    from .graph_builder import build_graph
    from .validation import Validation

    ref = spec.schema_ref
    documents = Documents.collect(
        "" if ref is None else address_of(ref), _schema(spec, toolbox), toolbox.schemas
    )
    root = documents.by_address[documents.root]
    graph = None
    try:
        _require_valid(root, draft_of(root))
        if isinstance(root, dict):
            graph = build_graph(documents)
            _require_usable(graph, documents)
        originals = {} if graph is None else _translate_patterns(graph)
        reached = [] if graph is None else list(graph.documents)
        engine = Engine(
            root if ref is None or graph is None else {"$ref": documents.root},
            {address: documents.by_address[address] for address in reached if address},
            0 if graph is None else graph.patterns,
            0 if graph is None else graph.searches(),
            originals,
            published=documents.published,
        )
    except CheckError as error:
        raise _check_error(error, ref) from None
    return Validation(engine, graph, toolbox.limits.regex_chars).execution()


def warn(spec: JsonSchema) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Warn of what asks for nothing in a schema that stands in the check.

    That is a format that no validator knows, a pattern that every text matches, and a schema that every
    value fits. Of a schema that its meta-schema refuses there is nothing to warn: the check fails.
    """
    from .engine import known_formats
    from .vacuous import accepts_everything, matches_everything

    if spec.inline is None or not _is_valid(spec.inline):
        return
    if accepts_everything(spec.inline):
        yield ("schema",), "every value fits this schema, so all that is asked is JSON; say what it must hold"
    for path, pattern in _patterns(spec.inline):
        matching = matches_everything(pattern)
        if matching is not None:
            every = "every text" if matching == "text" else "every text of one line"
            yield (
                ("schema", *path, "pattern"),
                f"{every} matches {shown(pattern)}, so it asks for nothing; say what must stand in the text",
            )
    used = list(_formats(spec.inline))
    known = {
        draft: frozenset(known_formats(sorted({name for _, name, other in used if other == draft}), draft))
        for draft in {draft for _, _, draft in used}
    }
    for path, name, draft in used:
        if name not in known[draft]:
            hint = did_you_mean(name, known_formats(_FORMATS, draft))
            message = f"draft {draft} has no format {shown(name)}, so it is not asserted"
            yield ("schema", *path, "format"), f"{hint} {message}" if hint else message


_FORMATS = (
    "date", "date-time", "duration", "email", "hostname", "idn-email", "idn-hostname", "ipv4", "ipv6", "iri",
    "iri-reference", "json-pointer", "regex", "relative-json-pointer", "time", "uri", "uri-reference",
    "uri-template", "uuid",
)  # fmt: skip


def _formats(schema: Any) -> Iterator[tuple[tuple[str | int, ...], str, Draft]]:
    """Yield the path and the name of each format in a schema, and the draft that it is read by."""
    for path, part, draft in _schemas(schema):
        if isinstance(part.get("format"), str):
            yield path, part["format"], draft


def _patterns(schema: Any) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the path and the text of each pattern that a text has to match."""
    for path, part, _ in _schemas(schema):
        if isinstance(part.get("pattern"), str):
            yield path, part["pattern"]


def _schemas(schema: Any) -> Iterator[tuple[tuple[str | int, ...], dict[str, Any], Draft]]:
    """Yield the path, the schema and the draft of each schema in a schema that is an object."""
    waiting: list[tuple[tuple[str | int, ...], Any, Draft]] = [((), schema, draft_of(schema))]
    for path, part, outer in waiting:
        if isinstance(part, dict):
            inner = draft_of(part, outer)
            yield path, part, inner
            waiting += [((*path, *steps), one, inner) for steps, one, _ in parts(part, inner)]


def _schema(spec: JsonSchema, toolbox: Toolbox) -> Any:
    """Return a copy of the schema of a check, which may be one that the run looks up."""
    ref = spec.schema_ref
    if ref is None:
        try:
            return plain_copy(spec.inline)
        except CheckError as error:
            raise _check_error(error, None) from None
    if toolbox.schemas is None:
        raise NotExecutable(one_line(f"{ref}: this run has no schemas to look it up in"))
    found = toolbox.schemas.find(ref)
    if isinstance(found, Missing):
        raise CheckError(found.why, ("schema_ref",))
    try:
        return plain_copy(found.value)
    except CheckError as error:
        raise _check_error(error, ref) from None


def _require_usable(graph: Graph, documents: Documents) -> None:
    """Refuse a schema whose referenced documents are invalid, or that exceeds a limit of paths or levels."""
    from .documents import reference_of, references_inside

    for address, draft in list(graph.documents.items())[1:]:
        try:
            _require_valid(documents.by_address[address], draft)
        except CheckError as error:
            raise CheckError(_named(error, reference_of(address))) from None
    if graph.levels > SCHEMA_LEVELS:
        raise CheckError(
            f"its schemas lead one into the other over {graph.levels:,} levels, at most {SCHEMA_LEVELS:,} "
            "are allowed; let references lead to their end directly"
        )
    node = graph.branching()
    if node is not None:
        steps, ref = next(references_inside(node.schema), ((), ""))
        raise _at(
            node,
            steps,
            f"references such as {shown(ref)} multiply to more than {SCHEMA_PATHS:,} ways through the "
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


def _translate_patterns(graph: Graph) -> Mapping[str, str]:
    """Translate the patterns for jsonschema-rs; return the originals by their translations."""
    from .patterns import for_engine

    originals = {}
    for node in graph.nodes:
        pattern = node.schema.get("pattern")
        if isinstance(pattern, str):
            node.schema["pattern"] = translated = for_engine(pattern)
            if translated != pattern:
                originals[translated] = pattern
    return originals


def _at(node: Node, steps: tuple[str | int, ...], message: str) -> CheckError:
    """Make the error of a place in a node: with its path in the check's schema, else naming the schema."""
    from .documents import reference_of

    name = reference_of(node.address)
    return CheckError(f"{name}: {message}") if name else CheckError(message, (*node.path, *steps))


def _is_valid(schema: Any) -> bool:
    try:
        plain = plain_copy(schema)
        _require_valid(plain, draft_of(plain))
    except CheckError:
        return False
    return True


def _require_valid(schema: Any, draft: Draft) -> None:
    """Refuse a schema that its meta-schema refuses."""
    from .engine import invalid_places
    from .reason import json_text, value_at

    mistakes = []
    for path, what in invalid_places(schema, draft):
        if "found " not in what:
            what = f"{what} in {json_text(value_at(schema, path), 60)}"
        mistakes.append(CheckError(one_line(f"not a valid schema of draft {draft}: {what}"), path))
        if len(mistakes) == SCHEMA_MISTAKES:
            break
    if mistakes:
        raise CheckError.of(mistakes)


def _check_error(error: CheckError, ref: str | None) -> CheckError:
    """Return an error of the schema as one of the check: at its path in `schema`, or at `schema_ref`."""
    if ref is not None:
        return CheckError(_named(error, ref), ("schema_ref",))
    others = [CheckError(one.message, ("schema", *one.path)) for one in error.others]
    return CheckError(error.message, ("schema", *error.path), others=others)


def _named(error: CheckError, ref: str) -> str:
    """Return the message of an error with the schema's reference and the place in it in front."""
    where = pointer(error.path)
    return one_line(f"{ref}{f' at {where}' if where else ''}: {error.message}")
