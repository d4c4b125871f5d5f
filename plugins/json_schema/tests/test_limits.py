"""The limits of json_schema stand in one table."""

import ast
import re
from importlib.resources import files

import pytest

from checkwright_json_schema import limits

PACKAGE = files("checkwright_json_schema")
MODULES = sorted(file.name for file in PACKAGE.iterdir() if file.name.endswith(".py"))


@pytest.mark.parametrize("name", limits.__all__)
def test_each_limit_states_its_unit_and_its_reason(name):
    """Above each limit stand two sentences: what is counted, and why it is bounded so."""
    text = PACKAGE.joinpath("limits.py").read_text("utf-8")
    comment = re.search(rf"^#: (\S.*?)\. (\S.*)\.\n{name} = \S", text, re.MULTILINE)
    assert comment is not None, name


@pytest.mark.parametrize("module", [name for name in MODULES if name != "limits.py"])
def test_no_other_module_holds_a_limit(module):
    """Outside of the table no constant of a module is a number above 10."""
    for node in ast.parse(PACKAGE.joinpath(module).read_text("utf-8")).body:
        if isinstance(node, ast.Assign):
            numbers = [part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant)]
            large = [value for value in numbers if isinstance(value, int | float) and value > 10]
            assert large == [], ast.unparse(node)
