"""Decode what a document is read from into characters."""

from __future__ import annotations

from ..wording import shown
from .mistakes import Mark, Mistakes

__all__ = ["characters"]

_BOM = "\ufeff"
#: How UTF-16 starts, with its BOM; the first is the start of UTF-32 as well.
_OTHER_ENCODINGS = (b"\xff\xfe", b"\xfe\xff")


def characters(text: str | bytes, source: str, most_bytes: int) -> str:
    """Return the characters without a BOM.

    most_bytes: of the text in UTF-8.

    Raises:
        InvalidDocument: it is larger, or no text: bytes that are not UTF-8, half of a surrogate pair.
    """
    mistakes = Mistakes(source)
    # Bytes are measured before they are decoded, a text by what it takes in UTF-8.
    size = len(text) if isinstance(text, bytes) or text.isascii() else _encoded_size(text, mistakes)
    if size > most_bytes:
        mistakes.stop(f"larger than {most_bytes:,} bytes", Mark(0, 0))
    decoded = _decoded(text, mistakes) if isinstance(text, bytes) else text
    return decoded.removeprefix(_BOM)


def _decoded(text: bytes, mistakes: Mistakes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        before = text[: error.start].decode().removeprefix(_BOM)
        hint = "save it as UTF-8" if text.startswith(_OTHER_ENCODINGS) else None
        message = f"the byte 0x{text[error.start]:02x} is not UTF-8"
        mistakes.stop(message, Mark.at(before, len(before)), hint=hint)


def _encoded_size(text: str, mistakes: Mistakes) -> int:
    try:
        return len(text.encode())
    except UnicodeEncodeError as error:
        half = shown(text[error.start])
        mistakes.stop(
            f"{half} is half of a surrogate pair, expected whole characters", Mark.at(text, error.start)
        )
