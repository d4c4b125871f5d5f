"""The format csv: the quoting of RFC 4180, records of equal width; one linear pass."""

from __future__ import annotations

import re

from checkwright.wording import shown

from .reading import Fits, Misfit, Read, counted

__all__ = ["reader"]

# Possessive throughout: no pass goes back, so a quote that nothing closes costs one pass.
_QUOTED = r'"(?:[^"]++|"")*+"'
_FIELD = rf'(?>{_QUOTED}|(?!")[^",\r\n]*+)'
_FIELDS = re.compile(rf"{_FIELD}(?:,{_FIELD})*+")
_END = re.compile(r"\r\n?|\n|\Z")
_QUOTES = re.compile(_QUOTED)


def reader() -> Read:
    """Make the reader of CSV.

    Source: RFC 4180, section 2; a line may end with LF or CR alone too.
    """
    return _read


def _read(text: str) -> Fits | Misfit:
    width = records = place = 0
    size = len(text)
    while place < size:
        fields = _FIELDS.match(text, place)
        stop = place if fields is None else fields.end()
        end = _END.match(text, stop)
        if end is None:
            return _broken(text, stop)
        record = text[place:stop]
        # A comma inside quotes separates nothing.
        here = (_QUOTES.sub("", record) if '"' in record else record).count(",") + 1
        records += 1
        if not width:
            width = here
        elif here != width:
            return Misfit(
                f"record {records:,} has {counted(here, 'field')}, expected {width:,} as in the first record",
                place,
                stop,
            )
        if width < 2:
            return Misfit(f"found one column in {shown(record)}, expected at least two", place, stop)
        place = end.end()
    if records < 2:
        return Misfit("found one record, expected at least two", 0, size)
    return Fits(f"{counted(records, 'record')} of {width:,} fields")


def _broken(text: str, stop: int) -> Misfit:
    """Say what is wrong with the quotes where the fields of a record stop."""
    if text[stop] == '"':
        if not stop or text[stop - 1] in ",\r\n":
            return Misfit.at("a quoted field is never closed, expected '\"' at its end", stop)
        return Misfit.at(
            "found '\"' inside a field that does not start with one, expected the field in quotes and the "
            "quote inside it doubled",
            stop,
        )
    if text[stop] == ",":
        return Misfit.at("a quoted field is never closed, expected '\"' at its end", stop + 1)
    return Misfit.at(
        f"found {shown(text[stop : stop + 20])} after a quoted field, expected ',' or the end of the line",
        stop,
    )
