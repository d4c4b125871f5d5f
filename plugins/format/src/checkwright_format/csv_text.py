"""The format csv: quoting as in RFC 4180, records of equal width; in one linear pass."""

from __future__ import annotations

import re

from checkwright.wording import counted, shown

from .results import Invalid, Reader, Valid

__all__ = ["reader"]

# All quantifiers are possessive, so that the search never backtracks and takes linear time.
_QUOTED = r'"(?:[^"]++|"")*+"'
_FIELD = rf'(?>{_QUOTED}|(?!")[^",\r\n]*+)'
_FIELDS = re.compile(rf"{_FIELD}(?:,{_FIELD})*+")
_END = re.compile(r"\r\n?|\n|\Z")
_QUOTES = re.compile(_QUOTED)


def reader() -> Reader:
    """Return the reader of CSV.

    Source: RFC 4180, section 2; a line may end with LF or CR alone too.
    """
    return _read


def _read(text: str) -> Valid | Invalid:
    width = records = place = 0
    size = len(text)
    while place < size:
        fields = _FIELDS.match(text, place)
        stop = place if fields is None else fields.end()
        end = _END.match(text, stop)
        if end is None:
            return _broken(text, stop)
        record = text[place:stop]
        # Commas inside quotes do not separate fields.
        here = (_QUOTES.sub("", record) if '"' in record else record).count(",") + 1
        records += 1
        if not width:
            width = here
        elif here != width:
            return Invalid(
                f"record {records:,} has {counted(here, 'field')}, expected {width:,} as in the first record",
                place,
                stop,
            )
        if width < 2:
            return Invalid(f"found one column in {shown(record)}, expected at least two", place, stop)
        place = end.end()
    if records < 2:
        return Invalid("found one record, expected at least two", 0, size)
    return Valid(f"{counted(records, 'record')} of {width:,} fields")


def _broken(text: str, stop: int) -> Invalid:
    """Return the result for a record whose quotes are wrong at the index `stop`."""
    if text[stop] == '"':
        if not stop or text[stop - 1] in ",\r\n":
            return Invalid.at("a quoted field is never closed, expected '\"' at its end", stop)
        return Invalid.at(
            "found '\"' inside a field that does not start with one, expected the field in quotes and the "
            "quote inside it doubled",
            stop,
        )
    if text[stop] == ",":
        return Invalid.at("a quoted field is never closed, expected '\"' at its end", stop + 1)
    return Invalid.at(
        f"found {shown(text[stop : stop + 20])} after a quoted field, expected ',' or the end of the line",
        stop,
    )
