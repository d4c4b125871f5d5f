"""The formats date, time, date-time, email, uri, uuid, ipv4 and ipv6 of JSON Schema, by jsonschema-rs."""

from __future__ import annotations

from checkwright.wording import shown

from .results import Invalid, Reader, Valid, half_of_a_pair

__all__ = ["EXPECTED", "reader"]

#: What each format expects, for the reason of a failure.
EXPECTED = {
    "date": "a date of the calendar as YYYY-MM-DD",
    "time": "a time with its offset as hh:mm:ssZ or hh:mm:ss+hh:mm",
    "date-time": "a date of the calendar and a time with its offset as YYYY-MM-DDThh:mm:ssZ",
    "email": "one e-mail address alone, such as name@example.org",
    "uri": "one absolute URI in ASCII such as https://example.org/",
    "uuid": "a UUID as 8-4-4-4-12 hexadecimal digits",
    "ipv4": "an IPv4 address of four decimal numbers without leading zeros",
    "ipv6": "an IPv6 address without zone, prefix or brackets",
}


def reader(name: str) -> Reader:
    """Return the reader of one string format of JSON Schema; name: a key of `EXPECTED`.

    Source: JSON Schema draft 2020-12, validation, section 7.3; an e-mail address is a Mailbox of RFC 5321,
    which has no display name.
    """
    import jsonschema_rs

    schema = {"type": "string", "format": name}
    is_valid = jsonschema_rs.Draft202012Validator(
        schema,
        validate_formats=True,
        offline=True,
        email_options=jsonschema_rs.EmailOptions(allow_display_text=False),
    ).is_valid
    expected = EXPECTED[name]

    def read(text: str) -> Valid | Invalid:
        # jsonschema-rs accepts only text that UTF-8 can encode.
        lone = half_of_a_pair(text)
        if lone is not None:
            return lone
        if is_valid(text):
            return Valid(shown(text))
        return Invalid(f"found {shown(text)}, expected {expected}", 0, len(text))

    return read
