"""Units that may touch a number, and the ways to write percent."""

__all__ = ["PERCENT", "PER_MILLE", "UNITS"]

#: Case counts: 5g are grams and 5G is none. Left out is what mostly means another thing when it touches a
#: number: k, K, M, B, A, C, F, x.
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
UNITS = frozenset(_NAMES.split())

_WORDS = (
    "percent|per cent|pct|prozent|procent|pour cent|por ciento|por cento|per cento|процентов|процента|процент"
)
#: Alternatives of `re`, for use without regard to case.
PERCENT = rf"[%％﹪٪]|(?:{_WORDS})(?![^\W_])|퍼센트|パーセント"
PER_MILLE = "[‰؉]"
