"""The formats of one value: date, time, date-time, email, uri, uuid, ipv4, ipv6; jsonschema-rs decides."""

from __future__ import annotations

from checkwright.wording import shown

from .reading import Fits, Misfit, Read, lone_surrogate

__all__ = ["EXPECTED", "reader"]

#: What each format wants, for the reason of a failure.
EXPECTED = {
    "date": "a date of the calendar as YYYY-MM-DD",
    "time": "a time with its offset as hh:mm:ssZ or hh:mm:ss+hh:mm",
    "date-time": "a date of the calendar and a time with its offset as YYYY-MM-DDThh:mm:ssZ",
    "email": "one e-mail address such as name@example.org",
    "uri": "one absolute URI in ASCII such as https://example.org/",
    "uuid": "a UUID as 8-4-4-4-12 hexadecimal digits",
    "ipv4": "an IPv4 address of four decimal numbers without leading zeros",
    "ipv6": "an IPv6 address without zone, prefix or brackets",
}


def reader(name: str) -> Read:
    """Make the reader of one string format of JSON Schema; name: a key of `EXPECTED`.

    Source: JSON Schema draft 2020-12, validation, section 7.3.
    """
    import jsonschema_rs

    schema = {"type": "string", "format": name}
    is_valid = jsonschema_rs.Draft202012Validator(schema, validate_formats=True, offline=True).is_valid
    expected = EXPECTED[name]

    def read(text: str) -> Fits | Misfit:
        # jsonschema-rs takes valid UTF-8 only.
        lone = lone_surrogate(text)
        if lone is not None:
            return lone
        if is_valid(text):
            return Fits(shown(text))
        return Misfit(f"found {shown(text)}, expected {expected}", 0, len(text))

    return read
