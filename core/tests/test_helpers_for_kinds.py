"""The modules that kinds are made with: whatever a plugin may import is documented, name by name."""

import dataclasses
import inspect
import pkgutil
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import checkwright

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/reference/api.md").read_text(encoding="utf-8")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
#: The rooms of the core that no plugin may import.
(CLOSED,) = (
    set(contract["forbidden_modules"])
    for contract in SETTINGS["importlinter"]["contracts"]
    if contract["name"].startswith("what plugins and the contract kit may use of the core")
)
HELPERS = sorted(
    {f"checkwright.{found.name}" for found in pkgutil.iter_modules(checkwright.__path__)} - CLOSED
)
NAMES = [(module, name) for module in HELPERS for name in import_module(module).__all__]


def section(heading):
    """Return what stands under a heading of the page, up to the next one."""
    found = re.search(rf"(?ms)^#+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", PAGE)
    return found[1].strip() if found else ""


def summary(value):
    return (inspect.getdoc(value) or "").partition("\n")[0]


def public(value):
    """Yield the methods that a class defines and shows."""
    for name, member in vars(value).items():
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, classmethod)):
            yield getattr(value, name)


def test_these_are_the_helpers():
    """Beside `checkwright` itself plugins may import these seven modules, and a new one is noticed."""
    assert [name.removeprefix("checkwright.") for name in HELPERS] == [
        "literals",
        "paths",
        "records",
        "replies",
        "text",
        "wording",
        "yaml12",
    ]


@pytest.mark.parametrize("module", HELPERS)
def test_the_names_of_a_helper_are_sorted_and_its_own(module):
    """`__all__` is sorted, without doubles, and each name is there; the module says what it is for."""
    names = import_module(module).__all__
    assert names == sorted(set(names))
    assert all(hasattr(import_module(module), name) for name in names)
    assert summary(import_module(module)).endswith(".")
    assert summary(import_module(module)) in section(module)


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_a_name_says_what_it_returns(module, name):
    """A function, and each method of a class, says first what it returns; a class names all its fields."""
    value = getattr(import_module(module), name)
    functions = (
        list(public(value)) if inspect.isclass(value) else [value] if inspect.isfunction(value) else []
    )
    assert [one.__qualname__ for one in functions if not summary(one).startswith(("Return ", "Yield "))] == []
    if inspect.isclass(value):
        assert summary(value).endswith(".")
    if dataclasses.is_dataclass(value):
        doc = inspect.getdoc(value)
        shown = [field.name for field in dataclasses.fields(value) if not field.name.startswith("_")]
        assert [name for name in shown if not re.search(rf"\b{name}(?:, \w+)*: ", doc)] == []


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_a_name_stands_on_the_page_of_the_api(module, name):
    """The page has each name with its signature or its definition, and with the words of its docstring."""
    value, entry = getattr(import_module(module), name), section(f"{module}.{name}")
    prose = re.sub(r"(?s)```text\n.*?```", "", entry)
    if inspect.isclass(value):
        assert f"```text\n{name}(" in entry or entry.startswith("Made by `")
        assert all(f"- `{one.__name__}(" in entry for one in public(value))
    elif inspect.isfunction(value):
        assert f"```text\n{name}(" in entry
    else:
        assert f"```text\n{name}" in entry
    assert prose.strip()
    if inspect.isclass(value) or inspect.isfunction(value):
        assert summary(value) in prose


@pytest.mark.parametrize("name", checkwright.__all__)
def test_a_public_name_stands_on_the_page_of_the_api(name):
    """Aliases, protocols and constants of `checkwright` have an entry with words of their own, too."""
    assert re.sub(r"(?s)```text\n.*?```", "", section(name)).strip()


def test_two_names_that_are_alike_have_entries_of_their_own():
    """`checkwright.Found` is made by whoever looks something up, `checkwright.replies.Found` is not."""
    assert section("Found").startswith("```text\nFound(value: ")
    assert section("checkwright.replies.Found").startswith("Made by `find_json`")
