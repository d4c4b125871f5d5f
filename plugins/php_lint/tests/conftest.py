"""What the tests of php_lint share: the PHP of this machine, and programs that behave like one."""

import os
import stat

import pytest

from checkwright import Case, NotExecutable, Toolbox
from checkwright_php_lint import KIND
from checkwright_php_lint.program import find_php


@pytest.fixture(scope="session")
def php():
    """The path of the PHP here; without one the test is skipped, or fails where tools are required."""
    try:
        return find_php({}).path
    except NotExecutable as error:
        if os.environ.get("CHECKWRIGHT_REQUIRE_TOOLS", "") not in ("", "0"):
            raise
        pytest.skip(error.reason)


@pytest.fixture
def program(tmp_path, php):
    """Make a shell script that is called php; `$PHP` in it is the real one."""

    def write(body, folder="bin"):
        place = tmp_path / folder / "php"
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"#!/bin/sh\nPHP='{php}'\n{body}\n", "utf-8")
        place.chmod(place.stat().st_mode | stat.S_IXUSR)
        return str(place)

    return write


@pytest.fixture
def check(php):
    """Lint a response: `check(response, wrapper="none")`; `tools` are the programs of the run."""
    del php

    def checked(response, tools=None, case=None, **fields):
        spec = KIND.spec.model_validate({"kind": "php_lint", **fields})
        return KIND.prepare(spec, Toolbox(tools=tools or {}))(case or Case(response))

    return checked
