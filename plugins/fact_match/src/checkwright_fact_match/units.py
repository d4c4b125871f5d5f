"""Units after a number, and the spellings of percent."""

import unicodedata

__all__ = ["PERCENT", "PER_MILLE", "spaced_unit", "unit"]

#: Case matters: 5g are grams, 5G is no unit. Letters that mostly mean something else directly after a number
#: are left out: k, K, M, B, A, C, F, x.
_NAMES = """
    nm µm μm mm cm dm m km in ft yd mi nmi
    µg μg mg g kg t lb lbs oz
    µl μl ml mL cl dl l L hl gal
    ns µs μs ms s sec secs min mins h hr hrs d yr yrs
    Hz kHz MHz GHz THz bit kbit Mbit Gbit bps kbps Mbps Gbps kB KB MB GB TB PB KiB MiB GiB TiB
    mW W kW MW GW TW Wh kWh MWh GWh TWh mV V kV mA mAh Ah Ω kΩ MΩ µF nF pF
    J kJ MJ GJ cal kcal eV keV MeV GeV TeV N kN Nm Pa hPa kPa MPa GPa bar mbar psi atm mmHg
    mol mmol µmol dB dBm lm lx cd rpm mph kph kmh kn fps ppm ppb px pt em rem vh vw dpi ha rad sr
"""
_UNITS = frozenset(_NAMES.split())
#: Units that, after a blank, may also be words of some language.
_ALSO_WORDS = frozenset(("in", "em", "ha", "mi"))

_PERCENT_WORDS = (
    "percent|per cent|pct|prozent|procent|pour cent|por ciento|por cento|per cento|процентов|процента|процент"
    "|प्रतिशत|फीसदी|फ़ीसदी|بالمئة|بالمائة|في المئة|في المائة"
)
#: Alternatives of `re`, to be matched without regard to case.
PERCENT = rf"[%％﹪٪]|(?:{_PERCENT_WORDS})(?![^\W_])|퍼센트|프로(?![가-힣])|パーセント"
PER_MILLE = "[‰؉]"


def unit(word: str) -> str:
    """Return the unit of the letters directly after a number, full-width ones too; "" when they are none."""
    plain = word if word.isascii() else unicodedata.normalize("NFKC", word)
    if plain in _UNITS or word in _UNITS:
        return "lb" if plain == "lbs" else plain
    return ""


def spaced_unit(word: str) -> str:
    """Return the unit of a word after a number and a blank; "" when it is none, or may be another word."""
    return unit(word) if len(word) > 1 and word not in _ALSO_WORDS else ""
