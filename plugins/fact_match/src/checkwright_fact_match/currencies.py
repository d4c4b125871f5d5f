"""Currency signs and words, and whether two of them contradict each other."""

from collections.abc import Mapping

__all__ = [
    "NONE",
    "SYMBOLS",
    "Currency",
    "contradict",
    "currency_after",
    "currency_before",
    "currency_of_symbol",
    "is_known_symbol",
]

#: The ISO 4217 codes that a sign or word can stand for; empty for no currency.
Currency = frozenset[str]

NONE: Currency = frozenset()
#: Currency signs, as the inside of a character class of `re`.
SYMBOLS = "$¢£¤¥֏؋৲৳૱௹฿៛₠-₿﷼﹩＄￠￡￥￦"

_CODES = """
    AED ARS AUD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KES KRW MXN MYR NGN
    NOK NZD PHP PKR PLN RON RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR
"""
_DOLLARS = "USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP"


def _spelled(*lines: tuple[str, str]) -> dict[str, Currency]:
    return {name: frozenset(codes.split()) for names, codes in lines for name in names.split()}


_SYMBOLS = _spelled(
    ("$ ＄ ﹩", _DOLLARS),
    ("US$ US＄", "USD"),
    ("CA$ C$", "CAD"),
    ("AU$ A$", "AUD"),
    ("NZ$", "NZD"),
    ("HK$", "HKD"),
    ("S$", "SGD"),
    ("NT$", "TWD"),
    ("MX$", "MXN"),
    ("R$", "BRL"),
    ("¢ ￠", "cents"),
    ("€", "EUR"),
    ("£ ￡", "GBP EGP"),
    ("¥ ￥", "JPY CNY"),
    ("₹", "INR"),
    ("₩ ￦", "KRW"),
    ("₽", "RUB"),
    ("₺", "TRY"),
    ("₪", "ILS"),
    ("₫", "VND"),
    ("฿", "THB"),
    ("₴", "UAH"),
    ("₱", "PHP"),
    ("₦", "NGN"),
)
_BEFORE: Mapping[str, Currency] = {
    **{code: frozenset((code,)) for code in _CODES.split()},
    **_spelled(("Rs Rs.", "INR PKR"), ("kr kr.", "SEK NOK DKK ISK"), ("Fr Fr.", "CHF"), ("RMB", "CNY")),
    # In this case only: ft are feet.
    "Ft": frozenset(("HUF",)),
}
_AFTER: Mapping[str, Currency] = {
    **_BEFORE,
    **_spelled(
        ("dollar dollars", _DOLLARS),
        ("cent cents", "cents"),
        ("euro euros", "EUR"),
        # A pound may also be the weight, whose unit is lb.
        ("pound pounds", "GBP EGP lb"),
        ("yen 円", "JPY"),
        ("yuan 元", "CNY"),
        ("rupee rupees", "INR PKR"),
        ("won 원", "KRW"),
        ("ruble rubles", "RUB"),
        ("franc francs franken", "CHF"),
        ("zł", "PLN"),
        ("kč", "CZK"),
        ("บาท", "THB"),
    ),
}


def is_known_symbol(symbol: str) -> bool:
    """Return whether a sign, alone or with its country as in US$, is listed."""
    return symbol in _SYMBOLS


def currency_of_symbol(symbol: str) -> Currency:
    """Return the currencies that a sign can mean; one that is not listed means itself."""
    return _SYMBOLS.get(symbol) or frozenset((symbol,))


def currency_before(word: str) -> Currency:
    """Return the currencies that a word in front of a number can mean, such as CHF; NONE when it is none."""
    return _BEFORE.get(word, NONE)


def currency_after(word: str) -> Currency:
    """Return the currencies that a word after a number can mean, such as EUR or Dollars, or NONE."""
    return _AFTER.get(word) or _AFTER.get(word.casefold(), NONE)


def contradict(one: Currency, other: Currency) -> bool:
    """Return whether two currencies certainly differ: $ and € do, $ and US$ do not."""
    return bool(one and other) and one.isdisjoint(other)
