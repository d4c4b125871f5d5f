"""Explain verdicts as a person reads them: the response with marks on what decided, then each check."""

from .explanation import explained, explained_checks
from .page import Page, page_of

__all__ = ["Page", "explained", "explained_checks", "page_of"]
