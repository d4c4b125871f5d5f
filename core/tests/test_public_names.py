"""The package's public names: sorted, complete, and read on first use."""

import subprocess
import sys

import pytest
from module_names import not_public

import checkwright


def test_public_names_are_sorted_and_resolve():
    """Every name of `__all__` is there, once, in order, and `dir` shows it."""
    names = list(checkwright.__all__)
    assert names == sorted(set(names), key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert all(getattr(checkwright, name) is not None for name in checkwright.__all__)
    assert set(checkwright.__all__) <= set(dir(checkwright))


def test_an_unknown_name_is_an_attribute_error():
    """A slip is said with the name that was asked for."""
    with pytest.raises(AttributeError, match="no attribute 'compile_rubrics'"):
        _ = checkwright.compile_rubrics


def test_importing_the_package_imports_nothing_heavy():
    """What is not used is not imported."""
    heavy = "[name for name in ('pydantic', 'jsonschema', 'pluggy', 'rich', 'yaml') if name in sys.modules]"
    command = [sys.executable, "-c", f"import sys, checkwright; print({heavy})"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_name_that_another_module_uses_is_public_in_its_own():
    """What crosses a module stands in its `__all__`, and so has no underscore."""
    assert not_public(checkwright) == []
