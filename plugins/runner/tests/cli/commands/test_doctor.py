"""`checkwright doctor`: one text for each way to be broken, as written in `doctor.golden.txt`."""

from pathlib import Path

import pytest
from broken_distributions import BROKEN, NEIGHBOUR
from command_in_process import cli
from distributions import Package, plugin

from checkwright import Kinds, Provider, Role, load_providers
from checkwright_runner.cli.commands.doctor import problems_of, report

#: What Python itself says here differs from version to version.
WORDED_BY_PYTHON = {"endless_recursion", "not_utf_8", "syntax_error"}


def _read():
    """Read the golden texts: a line `# name`, the report, an empty line."""
    text = (Path(__file__).parent / "doctor.golden.txt").read_text(encoding="utf-8")
    sections = [section.partition("\n") for section in text.removeprefix("# ").split("\n# ")]
    return {name: body.strip("\n") for name, _, body in sections}


GOLDEN = _read()


def said(kinds):
    """Give the report."""
    return report(kinds, problems_of(kinds))


@pytest.mark.parametrize("name", sorted(set(BROKEN) - WORDED_BY_PYTHON))
def test_each_way_to_be_broken_has_its_text(site, name):
    """Who, what, the kinds lost where they are known, what to do; then the number of problems."""
    assert said(site.install(NEIGHBOUR, *BROKEN[name]).load()) == GOLDEN[name]


def test_every_golden_text_is_of_a_broken_plugin():
    """No text outlives what it was written for."""
    assert sorted({*BROKEN, "nothing_wrong"} - WORDED_BY_PYTHON) == sorted(GOLDEN)


def test_without_problems_it_says_what_was_looked_at(site):
    """Each kind with its distribution, then how many."""
    site.install(
        NEIGHBOUR,
        Package("acme-two", plugin("acme.two") + "\n\ncry = Kind(Spec, None)\n"),
        Package("acme-words", plugin("acme.words", ("prepare=prepare", "prepare=None"))),
    )
    assert said(site.load()) == GOLDEN["nothing_wrong"]


def test_the_command_reports_what_is_on_the_path_and_fails(site):
    """In a process of its own, beside the kinds of the environment: exit 1, and the broken one by name."""
    done = site.install(*BROKEN["import_error"]).run("doctor")
    assert (done.returncode, done.stderr) == (1, "")
    assert GOLDEN["import_error"].splitlines()[0] in done.stdout.splitlines()


def test_the_command_survives_a_plugin_that_ends_the_process(site):
    """SystemExit at import ends neither `kinds` nor the report of the others."""
    done = site.install(NEIGHBOUR, *BROKEN["system_exit"]).run("kinds", "--json")
    assert done.returncode == 0
    assert '"acme.good"' in done.stdout
    assert '"must_contain_any"' in done.stdout


def cannot_tell():
    raise OSError("nobody is home")


def test_providers_are_asked_whether_they_work_here():
    """One that does not, or cannot tell, is a problem; options of runs are no line of their own."""
    vault, oven = Role("vault"), Role("run_options")
    there = [Provider(vault, "sound", object), Provider(oven, "more", object)]
    sound = load_providers(plugins=there, entry_points=False)
    assert problems_of(Kinds(), providers=sound) == []
    assert report(Kinds(), [], sound).splitlines()[1:-1] == ["vault sound: plugin vault sound"]
    there += [
        Provider(vault, "stuck", object, lambda: "the door is stuck; push"),
        Provider(vault, "mute", object, cannot_tell),
        Provider(vault, "Not A Name", object),
    ]
    found = problems_of(Kinds(), providers=load_providers(plugins=there, entry_points=False))
    assert [problem.message for problem in found] == [
        "'Not A Name' is not the name of a provider",
        "the vault 'mute' cannot tell whether it works here: OSError: nobody is home",
        "the vault 'stuck' does not work here: the door is stuck; push",
    ]


JUDGES = """\
profiles:
  local: {provider: openai, endpoint: "http://127.0.0.1:9/v1", api_key: KEY, deployment: m}
"""


@pytest.mark.parametrize(
    ("key", "code", "line"),
    [
        ("none", 0, "profile local: openai (openai "),
        (
            "{env: CHECKWRIGHT_NO_SUCH_KEY}",
            1,
            "profile local: the environment variable CHECKWRIGHT_NO_SUCH_KEY",
        ),
        (
            "sk-canary-0123456789",
            1,
            "judges.yaml:2:73: profiles.local.api_key: a key does not belong in a file",
        ),
    ],
)
def test_the_command_says_of_each_profile_whether_it_can_be_used(key, code, line, tmp_path, monkeypatch):
    """Judges are looked at by the package that brings them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "judges.yaml").write_text(JUDGES.replace("KEY", key))
    ran = cli("doctor", "--judges", "judges.yaml", kinds=False)
    # A machine may lack what a kind executes; then the command fails anyway.
    assert ran.code == max(code, cli("doctor", kinds=False).code)
    assert any(one.startswith(line) for one in ran.out.splitlines()), ran.out
    assert "canary" not in ran.out + ran.err


def test_the_command_says_what_a_file_of_judges_wants(tmp_path, monkeypatch):
    """In one line, and fails."""
    monkeypatch.chdir(tmp_path)
    ran = cli("doctor", "--judges", "none.yaml", kinds=False)
    assert (ran.code, ran.out.splitlines()[-1]) == (
        1,
        "judges: --judges none.yaml: No such file or directory",
    )
    ran = cli("doctor", "--call", kinds=False)
    assert (ran.code, ran.out.splitlines()[-1]) == (1, "judges: --call needs judges: --judges FILE")
