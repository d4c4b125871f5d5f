"""The page about broken plugins explains what `checkwright doctor` can say, and nothing else."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_DOCTOR = "plugins/runner/src/checkwright_runner/cli/commands/doctor.py"
#: What no installed distribution of the tests provokes; the words stand in the source.
ELSEWHERE = {
    "cannot list the distributions that it finds: [...]": "core/src/checkwright/kinds/installed.py",
    "its kind is broken: [...]": "core/src/checkwright/kinds/offers.py",
    "the kind [...] executes, but cannot tell the versions of its engines: [...]": _DOCTOR,
    "the kind [...] is not executed here: [...]": _DOCTOR,
    "the kind [...] cannot tell whether it can be executed here: [...]": _DOCTOR,
}


def _explained() -> list[str]:
    page = (ROOT / "docs/how-to/broken-plugins.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `(.+?)` \|", page, re.MULTILINE)


def _said() -> list[str]:
    """Give every message of the golden texts: the lines that start with the identity of a plugin."""
    golden = (ROOT / "plugins/runner/tests/cli/commands/doctor.golden.txt").read_text(encoding="utf-8")
    problems = golden.partition("# nothing_wrong\n")[0]
    return re.findall(r"^[\w-]+(?: [\d.]+ \[\w+\])?: (.+)$", problems, re.MULTILINE)


def _fits(row: str, message: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, row.split("[...]"))), message) is not None


def test_every_message_is_explained() -> None:
    """Each message of the doctor fits a row of the page."""
    messages = _said()
    assert len(messages) > 40
    assert [one for one in messages if not any(_fits(row, one) for row in _explained())] == []


def test_every_row_can_be_said() -> None:
    """Each row of the page fits a message of the doctor."""
    rows = _explained()
    assert [row for row in rows if row not in ELSEWHERE and not any(_fits(row, one) for one in _said())] == []
    for row, source in ELSEWHERE.items():
        assert row in rows
        assert row.partition(" [...]")[0] in (ROOT / source).read_text(encoding="utf-8")
