"""Who does not ask a judge does not pay for the SDK."""

import subprocess
import sys

CODE = """
import sys, checkwright_judge_openai as package
{more}
print(sorted(name for name in sys.modules if name in ("openai", "httpx2", "httpcore2", "pydantic", "ssl")))
"""


def loaded(more=""):
    return subprocess.check_output([sys.executable, "-c", CODE.format(more=more)], text=True).strip()


def test_importing_the_package_loads_neither_the_sdk_nor_its_http_client():
    assert loaded() == "[]"


def test_opening_a_service_and_asking_for_its_version_does_not_load_them_either():
    assert loaded("package.OPENAI.open().version(); package.AZURE_OPENAI.missing()") == "[]"
