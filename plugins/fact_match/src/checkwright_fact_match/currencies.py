"""Currencies as people write them, and when two of them contradict each other."""

from collections.abc import Mapping

__all__ = ["NONE", "SYMBOLS", "Currency", "contradict", "is_listed", "leading", "meaning", "trailing"]

#: The ISO 4217 codes that a symbol or word can stand for; empty for no currency.
Currency = frozenset[str]

NONE: Currency = frozenset()
#: The signs that stand directly beside a number.
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
_LEADING: Mapping[str, Currency] = {
    **{code: frozenset((code,)) for code in _CODES.split()},
    **_spelled(("Rs Rs.", "INR PKR"), ("kr kr.", "SEK NOK DKK ISK"), ("Fr Fr.", "CHF"), ("RMB", "CNY")),
    # Written so only: ft are feet.
    "Ft": frozenset(("HUF",)),
}
_TRAILING: Mapping[str, Currency] = {
    **_LEADING,
    **_spelled(
        ("dollar dollars", _DOLLARS),
        ("cent cents", "cents"),
        ("euro euros", "EUR"),
        # The pound that is a weight is no other thing than lb.
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


def is_listed(symbol: str) -> bool:
    """Return whether a sign with its country, such as US$, is known."""
    return symbol in _SYMBOLS


def meaning(symbol: str) -> Currency:
    """Say what a sign can mean; one that is not listed means itself."""
    return _SYMBOLS.get(symbol) or frozenset((symbol,))


def leading(word: str) -> Currency:
    """Say what a word before a number means, such as CHF; NONE when it is no currency."""
    return _LEADING.get(word, NONE)


def trailing(word: str) -> Currency:
    """Say what a word behind a number means, such as EUR or Dollars; NONE when it is no currency."""
    return _TRAILING.get(word) or _TRAILING.get(word.casefold(), NONE)


def contradict(one: Currency, other: Currency) -> bool:
    """Return whether two amounts are certainly of different currencies: $ and €, but not $ and US$."""
    return bool(one and other) and one.isdisjoint(other)
