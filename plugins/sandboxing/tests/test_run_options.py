"""The options of runs: which sandboxes they name, and what these come to."""

import argparse
from types import SimpleNamespace

import pytest
from scripted_sandbox import Scripted, ended, provider_of

from checkwright import load_providers
from checkwright_sandboxing.job_slots import JobSlots
from checkwright_sandboxing.run_options import PROVIDER, SandboxOptions


def supplies(*argv, folder=None, questions=()):
    parser = argparse.ArgumentParser(exit_on_error=False)
    options = SandboxOptions()
    options.add_arguments(parser)
    there = [provider_of(Scripted(lambda argv, files: (ended(), {}), name=name)) for name in ("box", "other")]
    return options.supplies(
        SimpleNamespace(
            arguments=parser.parse_args(argv),
            providers=load_providers(plugins=there, entry_points=False),
            questions=questions,
            folder=folder,
        )
    )


def test_nothing_is_used_that_is_not_named():
    """An installed sandbox is none of a run that does not name it."""
    given = supplies()
    assert (tuple(given.providers), dict(given.lookups), dict(given.digests)) == ((), {}, {})


def test_named_sandboxes_keep_their_order_and_get_what_the_run_allows(tmp_path):
    """The first is the default; what is shown is absolute, once."""
    (tmp_path / "data").mkdir()
    shown = str(tmp_path / "data")
    given = supplies(
        "--sandbox", "other", "--sandbox", "box", "--sandbox-show", shown, "--sandbox-show", f"{shown}/.",
        "--sandbox-best-effort", "--sandbox-jobs", "3",
    )  # fmt: skip
    assert [provider.name for provider in given.providers] == ["other", "box"]
    allowances = [provider.open().allowance for provider in given.providers]
    assert allowances[0] is allowances[1]
    assert (allowances[0].shown, allowances[0].best_effort) == ((shown,), True)
    assert isinstance(allowances[0].slots, JobSlots)
    assert allowances[0].slots.count == 3
    # A run that goes on under other allowances would mix two.
    assert given.digests == {"--sandbox-best-effort": "given", "--sandbox-show": shown}


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--sandbox", "boxx"], "--sandbox boxx: no sandbox of that name is installed (did you mean 'box'?)"),
        (["--sandbox", "zzz"], "no sandbox of that name is installed (there are: 'box', 'other')"),
        (["--sandbox", "box", "--sandbox", "box"], "--sandbox: one sandbox is named twice"),
        (["--sandbox-best-effort"], "options of sandboxes need one: --sandbox NAME"),
        (["--sandbox-jobs", "2"], "options of sandboxes need one: --sandbox NAME"),
    ],
)
def test_options_that_make_no_sense_are_refused(argv, message):
    """In words, with what there is."""
    with pytest.raises(ValueError, match="sandbox") as caught:
        supplies(*argv)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--sandbox-jobs", "0"], "'0' is not a whole number from 1 to 1,000"),
        (["--sandbox-jobs", "1001"], "'1001' is not a whole number"),
        (["--sandbox-jobs", "\u0663"], "is not a whole number"),
        (["--sandbox-show", "/no/such/folder"], "'/no/such/folder' is not a folder"),
    ],
)
def test_a_value_that_is_none_is_refused(argv, message):
    """By argparse, as other options are."""
    with pytest.raises(argparse.ArgumentError) as caught:
        supplies(*argv)
    assert message in str(caught.value)


def test_the_digest_of_each_workspace_decides(tmp_path):
    """A resumed run has the same workspaces; one that cannot be used is spelled by its reason."""
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo/a.txt").write_text("one")
    questions = [
        {"metadata": {"workspace": "repo"}},
        {"metadata": {"workspace": "repo"}},
        {"metadata": {"workspace": "../up"}},
        {"metadata": {"workspace": 3}},
        {"metadata": {}},
        {},
    ]
    given = supplies("--sandbox", "box", folder=str(tmp_path), questions=questions).digests
    assert given.keys() == {"the workspace 'repo'", "the workspace '../up'"}
    assert "'..'" in given["the workspace '../up'"]
    (tmp_path / "repo/a.txt").write_text("two")
    again = supplies("--sandbox", "box", folder=str(tmp_path), questions=questions).digests
    assert again["the workspace 'repo'"] != given["the workspace 'repo'"]


def test_the_options_are_found_by_the_word_of_the_role():
    """The role is the runner's, which this package does not know."""
    assert (PROVIDER.role.word, PROVIDER.role.decides, PROVIDER.name) == ("run_options", False, "sandbox")
    assert isinstance(PROVIDER.open(), SandboxOptions)
