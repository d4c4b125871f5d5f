"""NFC, case folding, and the way back from a folded text to spans of the original."""

import unicodedata

__all__ = ["fold", "nfc"]


def nfc(text: str) -> str:
    """Give `text` in Unicode normalization form C."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """Give `text` without differences of case: NFC, full Unicode case folding, NFC again.

    Source: Unicode Standard, section 3.13, full case folding without Turkic rules; composed again
    because folding can decompose.
    """
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
