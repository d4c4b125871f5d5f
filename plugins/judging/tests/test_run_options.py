"""The options of runs: which go together, and what each value may be."""

import argparse
import os
from types import SimpleNamespace

import pytest
from keyed_service import TRAVELLING

from checkwright import InvalidDocument, load_providers
from checkwright_judging.runs.run_options import PROVIDER, JudgeOptions, usual_model
from checkwright_judging.runs.supplies import JOBS

JUDGES = """\
profiles:
  local: {provider: keyed, endpoint: "https://judge.example/v1", api_key: none}
"""
#: Each option but --judges, with a value that it takes; relative paths are those of the fixture `folder`.
OTHERS = {
    "--judge-prompts": "prompts",
    "--evaluators": "evaluators",
    "--judge-jobs": "3",
    "--default-judge-model": "m",
    "--judge-cache": "cache",
    "--judge-record": "record",
    "--judge-replay": "replay",
    "--max-calls": "5",
    "--max-cost": "0.5",
    "--plan-judges": None,
}


def parsed(*argv):
    parser = argparse.ArgumentParser(exit_on_error=False)
    JudgeOptions().add_arguments(parser)
    return parser.parse_args(argv)


def supplies(*argv, partial=None):
    there = load_providers(plugins=[TRAVELLING], entry_points=False)
    request = SimpleNamespace(arguments=parsed(*argv), providers=there, partial=partial)
    return JudgeOptions().supplies(request)


def given(option):
    return [option] if OTHERS[option] is None else [option, OTHERS[option]]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Stand in a folder with a file of profiles; the environment names no model."""
    monkeypatch.chdir(tmp_path)
    for name in ("CHECKWRIGHT_JUDGE_MODEL", "OFFLINE_SCORING_DEFAULT_MODEL"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "judges.yaml").write_text(JUDGES)
    return tmp_path


def test_without_options_a_run_has_no_judges():
    given = supplies()
    assert (tuple(given.providers), dict(given.lookups), dict(given.digests)) == ((), {}, {})
    assert (given.rows_at_a_time, tuple(given.kept), given.tally, given.dry) == (None, (), None, False)
    assert given.required == frozenset()


@pytest.mark.parametrize("option", OTHERS)
def test_each_option_needs_judges(option):
    with pytest.raises(ValueError, match=rf"^{option} needs judges: --judges FILE$"):
        supplies(*given(option))


@pytest.mark.parametrize("option", ["--judge-prompts", "--evaluators", "--judge-cache", "--judge-record"])
def test_an_option_with_an_empty_name_is_given_too(option):
    with pytest.raises(ValueError, match=rf"^{option} needs judges"):
        supplies(option, "")


@pytest.mark.parametrize("option", ["--judge-cache", "--judge-record", "--max-calls", "--max-cost"])
def test_what_asking_takes_makes_no_sense_with_a_replay(option):
    with pytest.raises(
        ValueError, match=rf"^{option} makes no sense with --judge-replay, which asks nobody$"
    ):
        supplies("--judges", "judges.yaml", "--judge-replay", "replay", *given(option))


def test_a_cap_on_cost_needs_prices():
    said = r"^--max-cost needs prices: no profile of judges\.yaml has any$"
    with pytest.raises(ValueError, match=said):
        supplies("--judges", "judges.yaml", "--max-cost", "1")


def test_options_that_go_together_are_taken():
    given = supplies("--judges", "judges.yaml", "--judge-jobs", "3", "--judge-cache", "c", "--max-calls", "5")
    assert given.rows_at_a_time == 3
    assert supplies("--judges", "judges.yaml").rows_at_a_time == JOBS


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--judge-jobs", "0", "'0' is not a whole number from 1 to 1,000"),
        ("--judge-jobs", "1001", "is not a whole number from 1 to 1,000"),
        ("--judge-jobs", "00000001999", "is not a whole number from 1 to 1,000"),
        ("--judge-jobs", "-1", "is not a whole number"),
        ("--judge-jobs", "2.0", "is not a whole number"),
        ("--judge-jobs", "\u0663", "is not a whole number"),
        ("--judge-jobs", "9" * 9_999, "is not a whole number"),
        ("--max-calls", "0", "'0' is not a whole number from 1 on"),
        ("--max-calls", "1e3", "is not a whole number from 1 on"),
        ("--max-calls", "9" * 9_999, "is not a whole number from 1 on"),
        ("--max-cost", "0", "'0' is not a number above 0"),
        ("--max-cost", "-1", "is not a number above 0"),
        ("--max-cost", "nan", "is not a number above 0"),
        ("--max-cost", "inf", "is not a number above 0"),
        ("--max-cost", "1e999", "is not a number above 0"),
        ("--max-cost", "1_0", "is not a number above 0"),
        ("--max-cost", "\u0663", "is not a number above 0"),
        ("--max-cost", "five", "is not a number above 0"),
        ("--default-judge-model", "", "the name of a model is not blank"),
        ("--default-judge-model", " ", "the name of a model is not blank"),
    ],
)
def test_a_value_that_is_none_is_refused(option, value, said):
    with pytest.raises(argparse.ArgumentError) as caught:
        parsed(f"{option}={value}")
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("option", "value", "read"),
    [
        ("--judge-jobs", "1000", 1000),
        ("--max-calls", "1", 1),
        ("--max-cost", "1e-3", 0.001),
        ("--default-judge-model", "gpt 4", "gpt 4"),
    ],
)
def test_a_value_is_read_as_what_it_means(option, value, read):
    values = vars(parsed(option, value))
    assert read in values.values()
    assert type(read) in map(type, values.values())


@pytest.mark.parametrize(
    ("environment", "model"),
    [
        ({"CHECKWRIGHT_JUDGE_MODEL": "ours", "OFFLINE_SCORING_DEFAULT_MODEL": "theirs"}, "ours"),
        ({"OFFLINE_SCORING_DEFAULT_MODEL": "theirs"}, "theirs"),
        ({"CHECKWRIGHT_JUDGE_MODEL": "", "OFFLINE_SCORING_DEFAULT_MODEL": "theirs"}, "theirs"),
        ({"CHECKWRIGHT_JUDGE_MODEL": " ", "OFFLINE_SCORING_DEFAULT_MODEL": " theirs\n"}, "theirs"),
        ({"CHECKWRIGHT_JUDGE_MODEL": "", "JUDGE_MODEL": "x"}, None),
        ({}, None),
    ],
)
def test_of_two_variables_the_first_that_says_something_names_the_model(environment, model):
    assert usual_model(environment) == model


def asked_model():
    (provider,) = supplies("--judges", "judges.yaml").providers
    return provider.open().asker("local").model


def test_the_variables_are_those_of_the_process(monkeypatch):
    monkeypatch.setenv("CHECKWRIGHT_JUDGE_MODEL", "named")
    assert asked_model() == "named"


def test_a_file_of_profiles_that_cannot_be_read_is_named(folder):
    with pytest.raises(ValueError, match=r"^--judges none\.yaml: No such file or directory$"):
        supplies("--judges", "none.yaml")
    with pytest.raises(ValueError, match=r"^--judges \.: not a regular file$"):
        supplies("--judges", ".")


def test_the_mistakes_of_a_file_of_profiles_are_all_told(folder):
    (folder / "judges.yaml").write_text(JUDGES.replace("local", "lo cal").replace("none}", "none, x: 1}"))
    with pytest.raises(InvalidDocument) as caught:
        supplies("--judges", "judges.yaml")
    assert len(caught.value.problems) >= 1
    assert str(caught.value.problems[0]).startswith("judges.yaml:2:")


def test_the_options_are_found_by_the_word_of_the_role():
    assert (PROVIDER.role.word, PROVIDER.role.decides, PROVIDER.name) == ("run_options", False, "judges")
    assert isinstance(PROVIDER.open(), JudgeOptions)


@pytest.mark.parametrize("option", ["--judges", "--judge-cache", "--judge-record", "--judge-replay"])
def test_an_output_that_is_a_file_of_judges_is_refused(option, folder):
    """A link to it is one, too."""
    name = "judges.yaml" if option == "--judges" else "kept"
    (folder / "link").symlink_to(name)
    argv = ["--judges", "judges.yaml"] if option == "--judges" else ["--judges", "judges.yaml", option, name]
    arguments = parsed(*argv)
    arguments.output = "link"
    there = load_providers(plugins=[TRAVELLING], entry_points=False)
    request = SimpleNamespace(arguments=arguments, providers=there, partial=None)
    with pytest.raises(ValueError, match=f"^{option} {name}: -o would write over it$"):
        JudgeOptions().supplies(request)


@pytest.mark.parametrize("parameters", ["{max_completion_tokens: null}", "{n: 5}"])
def test_replies_without_a_bound_are_warned_of_where_cost_is_told(parameters, folder):
    more = f"api_key: none, prices: {{input: 1, output: 1}}, parameters: {parameters}"
    (folder / "judges.yaml").write_text(JUDGES.replace("api_key: none", more))
    for option in (["--max-cost", "1"], ["--plan-judges"]):
        (warning,) = supplies("--judges", "judges.yaml", *option).warnings
        assert "replies have no bound of length" in warning
    assert supplies("--judges", "judges.yaml").warnings == ()


@pytest.mark.parametrize("option", ["--judge-replay", "--judge-cache"])
@pytest.mark.parametrize("name", ["pipe", "/dev/zero"])
def test_what_is_no_regular_file_is_not_read(option, name, folder):
    """Nor waited for: a pipe without a writer, and a device without an end."""
    os.mkfifo(folder / "pipe")
    with pytest.raises(ValueError, match="is no regular file"):
        supplies("--judges", "judges.yaml", option, name).providers[0].open()


def test_a_cache_that_cannot_be_written_is_named_before_anything_is_asked(folder, monkeypatch):
    given = supplies("--judges", "judges.yaml", "--judge-cache", "cache")
    given.providers[0].open().close()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(ValueError, match=r"^--judge-cache: '.*cache': cannot be written$"):
        given.providers[0].open()
