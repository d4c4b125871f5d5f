"""`checkwright score`: one response, one verdict."""

from __future__ import annotations

import argparse
from dataclasses import replace

from checkwright import Case, Verdict, compile_rubric
from checkwright.wording import did_you_mean, named_json, shown

from ...run.chunk_result import unprepared_of
from ...run.stop_requests import StopRequests
from ...run.strict_json import BadRow, parse_json
from ..arguments.files import folder_of, read_bytes, refuse_two_of_stdin
from ..arguments.inputs import kinds_of, modules_of, rubric_of
from ..arguments.resources import add_schemas, add_tools, note_unclosed, resources_of
from ..arguments.run_options import add_run_options as extend
from ..arguments.run_options import supplies_of
from ..arguments.unprepared import refuse_unprepared
from ..parser import file_name
from ..refused import Refused
from ..screen.printing import clean, json_text, note, say
from ..screen.streams import data_stream
from ..screen.table import table
from ..screen.verdict_lines import check_cells, head_line

__all__ = ["arguments", "extend", "run"]

_CASE_FIELDS = ("response", "question", "tool_calls", "id", "row")
#: What the fields of a case hold, in the words of JSON.
_TYPES = (
    ("response", str, "a text"),
    ("question", dict, "an object"),
    ("tool_calls", list, "a list"),
    ("row", dict, "an object"),
)
_INVALID = 1
_NO_VERDICT = 3


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `score` takes."""
    parser.add_argument(
        "rubric", metavar="RUBRIC", type=file_name, help="a rubric file; - reads standard input"
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--response", metavar="TEXT", help="the response itself")
    what.add_argument(
        "--response-file",
        metavar="FILE",
        type=file_name,
        help="a file that holds the response; - reads standard input",
    )
    what.add_argument(
        "--case",
        metavar="FILE",
        type=file_name,
        help="a JSON object: response, and optionally question, tool_calls, id, row; - reads standard input",
    )
    parser.add_argument(
        "--rubrics", metavar="DIR", type=file_name, help="the folder where composites look up their rubrics"
    )
    add_schemas(parser)
    add_tools(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the verdict as one line of JSON")
    form.add_argument(
        "--explain",
        action="store_true",
        help="show the response as well, with marks on what decided; colours on a terminal, see NO_COLOR",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print one verdict; 0 passed, 1 failed or an invalid rubric, 3 not scored or error."""
    refuse_two_of_stdin(arguments.rubric, arguments.response_file, arguments.case)
    kinds = kinds_of(arguments)
    rubric = rubric_of(arguments.rubric, kinds, invalid=_INVALID)
    case = _case(arguments)
    folder = folder_of(arguments.case)
    supplies = supplies_of(arguments, modules_of(arguments), [case.question], folder)
    resources = resources_of(arguments, kinds, supplies=supplies, folder=folder)
    stops, tally = StopRequests(), supplies.tally
    given = replace(resources, stop=stops).arguments
    with compile_rubric(rubric, kinds=kinds, **given) as plan:
        refuse_unprepared(unprepared_of(plan), supplies.required)
        verdict = plan.score(case)
        if stops.reason is not None:
            raise Refused([clean(f"error: stopped: {stops.reason}")], _NO_VERDICT)
        if tally is not None:
            tally.add(verdict)
        if supplies.dry:
            pass
        elif arguments.json:
            say(json_text(verdict.to_dict()))
        else:
            say(head_line(verdict))
            for line in _explained(verdict, case) if arguments.explain else _checks(verdict):
                say(line)
    note_unclosed(plan.close())
    for line in () if tally is None else tally.lines():
        (say if supplies.dry else note)(line)
    if supplies.dry:
        return _NO_VERDICT if verdict.status == "error" else 0
    return _NO_VERDICT if verdict.passed is None else 0 if verdict.passed else 1


def _case(arguments: argparse.Namespace) -> Case:
    if arguments.case is not None:
        return _case_of(arguments.case)
    if arguments.response_file is None:
        return Case(_argument(arguments.response))
    data = read_bytes(arguments.response_file)
    try:
        return Case(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        message = f"not UTF-8: byte 0x{data[error.start]:02x} at byte {error.start + 1}"
        raise _unusable(arguments.response_file, message) from None


def _argument(text: str) -> str:
    """Refuse a response on the command line that Python could not decode."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise _unusable("--response", f"not UTF-8: at character {error.start + 1}") from None
    return text


def _case_of(path: str) -> Case:
    """Read a case from a JSON file."""
    try:
        fields = parse_json(read_bytes(path).removeprefix(b"\xef\xbb\xbf"))
    except BadRow as error:
        raise _unusable(path, str(error)) from None
    if not isinstance(fields, dict):
        raise _unusable(path, f"a case is an object with {', '.join(_CASE_FIELDS)}")
    for name in fields:
        if name not in _CASE_FIELDS:
            hint = did_you_mean(name, _CASE_FIELDS) or f"known fields: {', '.join(_CASE_FIELDS)}"
            raise _unusable(path, f"unknown field {shown(name)} ({hint})")
    if "response" not in fields:
        raise _unusable(path, "the field 'response' is missing; null stands for none")
    ident = fields.get("id")
    if ident is not None and (isinstance(ident, bool) or not isinstance(ident, str | int | float)):
        raise _unusable(path, "the id must be a text or a number")
    for name, kind, wanted in _TYPES:
        if fields.get(name) is not None and not isinstance(fields[name], kind):
            raise _unusable(path, f"{name} must be {wanted} or null, not {named_json(fields[name])}")
    return Case(
        fields["response"],
        fields.get("question") or {},
        fields.get("tool_calls"),
        None if ident is None else str(ident),
        fields.get("row") or {},
    )


def _unusable(path: str, message: str) -> Refused:
    return Refused([clean(f"error: {path}: {message}")])


def _explained(verdict: Verdict, case: Case) -> list[str]:
    from ..screen.explaining import explained, page_of

    return ["", *explained(verdict, case, page_of(data_stream()))]


def _checks(verdict: Verdict) -> list[str]:
    return [f"  {line}" for line in table([check_cells(check) for check in verdict.checks])]
