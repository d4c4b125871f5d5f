"""HTML elements: which are void, which need no end tag, and what ends them.

Source: HTML Standard, sections 13.1.2 (void and foreign elements), 13.1.2.4 (optional tags) and 13.2.6.4.7
(start tags that end an open p).
"""

from __future__ import annotations

__all__ = ["ENDED_BY", "FOREIGN", "FOREIGN_TO_HTML", "OPTIONAL", "P_KEEPERS", "SCOPES", "VOID"]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Elements without content and end tag, including the obsolete ones that parsers treat so.
VOID = _names(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"
)

_ROWS = _names("caption colgroup tbody tfoot thead tr td th")
_NOT_HEAD = _names(
    "a abbr address article aside audio b blockquote body button canvas code dd details dialog div dl dt em "
    "fieldset figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input label li "
    "main map math menu nav object ol p picture pre section select small span strong svg table textarea ul "
    "video"
)

#: Elements to the start tags that end them. The end of the parent ends them too.
ENDED_BY = {
    "li": _names("li"),
    "dt": _names("dt dd"),
    "dd": _names("dt dd"),
    "rt": _names("rt rp"),
    "rp": _names("rt rp"),
    "optgroup": _names("optgroup hr"),
    "option": _names("option optgroup hr"),
    "caption": _ROWS | {"col"},
    "colgroup": _ROWS,
    "thead": _names("tbody tfoot"),
    "tbody": _names("tbody tfoot"),
    "tfoot": _names("tbody"),
    "tr": _names("tr"),
    "td": _names("td th"),
    "th": _names("td th"),
    "head": _NOT_HEAD,
    "p": _names(
        "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure "
        "footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search "
        "section summary table ul xmp"
    ),
}

#: Elements whose end tag is optional.
OPTIONAL = frozenset(ENDED_BY) | {"body", "html"}

#: Parents whose end does not end a p; custom elements belong to them.
P_KEEPERS = _names("a audio del ins map noscript video")

#: Elements inside of which no start tag ends an open p outside of them.
SCOPES = _names("applet button caption html marquee object table td template th")

#: Elements whose content is not HTML: in it a slash closes an element, and no end tag is optional.
FOREIGN = _names("math svg")

#: Elements of SVG and MathML whose content is HTML again.
FOREIGN_TO_HTML = _names("desc foreignobject mi mn mo ms mtext title")
