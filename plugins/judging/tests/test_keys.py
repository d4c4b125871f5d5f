"""Keys: found by their references, and shown by nothing."""

import copy
import importlib.machinery
import pickle
import sys
from functools import partial
from types import ModuleType

import pytest

from checkwright import Kind, NotExecutable, Provider, compile_rubric, load_kinds, parse_rubric
from checkwright_judging.profiles.keys import find_key
from checkwright_judging.profiles.profile import KeyRef
from checkwright_judging.role import JUDGES
from checkwright_judging.secret import REDACTED, Secret

KEY = "sk-canary-0123456789"


def ref(**fields):
    return KeyRef.model_validate(fields)


def refusal(key_ref, **options):
    with pytest.raises(NotExecutable) as caught:
        find_key("local", key_ref, **options)
    reason = caught.value.reason
    assert reason.startswith("profile local: ")
    assert len(reason) <= 300
    assert reason.isprintable()
    assert "canary" not in f"{reason}{caught.value!r}"
    return reason


@pytest.fixture
def keyring(monkeypatch):
    """Let a keyring be installed, with what it is asked for."""
    module = ModuleType("keyring")
    module.__spec__ = importlib.machinery.ModuleSpec("keyring", None)
    module.kept = {("judges", "me"): KEY}
    module.get_password = lambda service, user: module.kept.get((service, user))
    monkeypatch.setitem(sys.modules, "keyring", module)
    return module


ENTRY = {"service": "judges", "user": "me"}


def test_a_variable_holds_a_key():
    assert find_key("local", ref(env="JUDGE_KEY"), environment={"JUDGE_KEY": KEY}).reveal() == KEY


def test_the_variables_are_those_of_the_process(monkeypatch):
    monkeypatch.setenv("CHECKWRIGHT_TEST_JUDGE_KEY", KEY)
    assert find_key("local", ref(env="CHECKWRIGHT_TEST_JUDGE_KEY")).reveal() == KEY


def test_a_file_holds_a_key_relative_to_the_folder_of_the_profiles(tmp_path, monkeypatch):
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys/judge").write_text(KEY)
    monkeypatch.chdir("/")
    assert find_key("local", ref(file="keys/judge"), folder=str(tmp_path)).reveal() == KEY
    assert find_key("local", ref(file=str(tmp_path / "keys/judge")), folder="/elsewhere").reveal() == KEY
    monkeypatch.chdir(tmp_path)
    assert find_key("local", ref(file="keys/judge")).reveal() == KEY


def test_a_keyring_holds_a_key(keyring):
    assert find_key("local", ref(keyring=ENTRY)).reveal() == KEY


@pytest.mark.parametrize("around", ["{}\n", "\ufeff{}", "  {}\r\n", "\n\n{}\t"])
def test_white_space_around_a_key_is_none_of_it(around, tmp_path, keyring):
    text = around.format(KEY)
    (tmp_path / "key").write_text(text, encoding="utf-8")
    assert find_key("local", ref(file="key"), folder=str(tmp_path)).reveal() == KEY
    if "\ufeff" not in around:
        assert find_key("local", ref(env="A"), environment={"A": text}).reveal() == KEY
        keyring.kept["judges", "me"] = text
        assert find_key("local", ref(keyring=ENTRY)).reveal() == KEY


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_a_key_that_is_empty_is_none(text, tmp_path, keyring):
    (tmp_path / "key").write_text(text)
    keyring.kept["judges", "me"] = text
    assert "the file key is empty" in refusal(ref(file="key"), folder=str(tmp_path))
    assert "the environment variable A is not set" in refusal(ref(env="A"), environment={"A": text})
    assert "the keyring has no entry judges of me" in refusal(ref(keyring=ENTRY))


def test_what_is_missing_is_named(tmp_path, keyring):
    assert "the environment variable A is not set" in refusal(ref(env="A"), environment={})
    assert "No such file or directory" in refusal(ref(file="none"), folder=str(tmp_path))
    assert "Is a directory" in refusal(ref(file="."), folder=str(tmp_path))
    assert "it is no path" in refusal(ref(file="a\0b"), folder=str(tmp_path))
    keyring.kept.clear()
    assert "the keyring has no entry judges of me" in refusal(ref(keyring=ENTRY))


def test_without_the_package_keyring_there_is_none(monkeypatch):
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert "the package keyring is not installed" in refusal(ref(keyring=ENTRY))


def test_a_keyring_that_is_locked_is_named(keyring):
    def locked(service, user):
        raise RuntimeError(f"the keyring of {user} is locked")

    keyring.get_password = locked
    said = refusal(ref(keyring=ENTRY))
    assert said == "profile local: the keyring cannot be read: RuntimeError: the keyring of me is locked"


@pytest.mark.parametrize("size", [64 * 1024 + 1, 10**6])
def test_a_file_that_is_too_large_holds_no_key(size, tmp_path):
    (tmp_path / "key").write_bytes(b"canary" * size)
    assert "holds no key" in refusal(ref(file="key"), folder=str(tmp_path))


@pytest.mark.parametrize(
    "text", [f"{KEY}\n{KEY}", f"{KEY} 2", f"{KEY}\x00", f"{KEY}ü", f"{KEY}\x7f2", f"a\t{KEY}"]
)
def test_what_no_header_can_hold_is_no_key(text, tmp_path, keyring):
    (tmp_path / "key").write_text(text, encoding="utf-8")
    keyring.kept["judges", "me"] = text
    for key_ref in (ref(file="key"), ref(keyring=ENTRY), ref(env="A")):
        said = refusal(key_ref, folder=str(tmp_path), environment={"A": text})
        assert "holds white space, or other than ASCII" in said


def test_bytes_that_are_no_text_are_no_key(tmp_path):
    (tmp_path / "key").write_bytes(b"canary\xff\xfe")
    assert "other than ASCII" in refusal(ref(file="key"), folder=str(tmp_path))


def test_long_and_odd_names_make_one_clean_line(tmp_path):
    refusal(ref(file="x" * 1_000), folder=str(tmp_path))
    refusal(ref(file="a\nb\u202e"), folder=str(tmp_path))


def test_a_secret_is_in_no_text_of_itself():
    secret = Secret(KEY)
    assert "canary" not in f"{secret!r}{secret}{secret!s:>30}{[secret]}"
    assert not hasattr(secret, "__dict__")


def test_a_secret_is_taken_out_of_a_text_wherever_it_stands():
    assert Secret(KEY).redacted(f"{KEY}: no, {KEY}") == f"{REDACTED}: no, {REDACTED}"
    assert Secret("").redacted("as it was") == "as it was"


@pytest.mark.parametrize("away", [pickle.dumps, copy.copy, copy.deepcopy, partial(pickle.dumps, protocol=0)])
def test_a_secret_does_not_travel_and_says_what_does(away):
    with pytest.raises(TypeError, match=r"^a key does not travel: name it by a reference in the profile"):
        away([Secret(KEY)] if away is not copy.copy else Secret(KEY))


def _judges(secret):
    return secret


def test_a_plan_whose_provider_holds_a_key_does_not_travel_and_says_why(words):
    document = {
        "id": "t",
        "version": "1.0",
        "checks": [{"kind": "must_contain_any", "values": ["a"]}],
        "scoring": {"combine": "all_pass"},
    }
    rubric = parse_rubric(document, kinds=words)
    provider = Provider(JUDGES, "keyed", partial(_judges, Secret(KEY)))
    with compile_rubric(rubric, kinds=words, providers=[provider]) as plan:
        with pytest.raises(TypeError, match=r"^a key does not travel: ") as caught:
            pickle.dumps(plan)
        assert "canary" not in str(caught.value)


@pytest.fixture(scope="module")
def words():
    """Return a kind that is installed: one of a host's plugin does not travel, whatever it holds."""
    kinds = load_kinds(only={"checkwright-must-contain-any"})
    assert isinstance(kinds["must_contain_any"], Kind)
    return kinds
