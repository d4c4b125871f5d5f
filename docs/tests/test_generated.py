"""What is made from the code says what the code says now."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def _ran(*command: str | Path) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )


def test_nothing_generated_is_stale() -> None:
    """`make generate` would change no file: neither the schema, nor a reference page, nor a README."""
    done = _ran(ROOT / "docs/generate", "--check")
    assert (done.stdout.decode(), done.returncode) == ("", 0)


def test_the_published_schema_is_what_the_command_prints() -> None:
    """The schema in the repository equals, byte for byte, what `checkwright schema` prints here."""
    published = ROOT / "schema/published/rubric.schema.json"
    assert _ran("-m", "checkwright_runner", "schema").stdout == published.read_bytes()
