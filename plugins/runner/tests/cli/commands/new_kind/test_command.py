"""`checkwright new-kind`: what it writes, what it says, and what it refuses."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from command_in_process import cli
from distributions import Package, Site, plugin

from checkwright_runner.cli.commands.new_kind.names import names_of
from checkwright_runner.cli.commands.new_kind.taken_names import refuse_taken
from checkwright_runner.cli.commands.new_kind.template import package_files
from checkwright_runner.cli.commands.new_kind.writing import write_folder
from checkwright_runner.cli.refused import Refused

FILES = {
    "README.md",
    "pyproject.toml",
    "src/acme_word_limit/__init__.py",
    "src/acme_word_limit/examples.yaml",
    "src/acme_word_limit/executor.py",
    "src/acme_word_limit/py.typed",
    "src/acme_word_limit/spec.py",
    "tests/test_acme_word_limit.py",
    "tests/test_contract.py",
}


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def new_kind(*argv):
    return cli("new-kind", *argv, kinds=False)


def written(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def refusal(*argv):
    """Run it, and give the one line with which it ends, having written nothing."""
    before = sorted(Path().iterdir())
    ran = new_kind(*argv)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), ran
    assert sorted(Path().iterdir()) == before
    return ran.err.rstrip("\n")


def test_a_package_is_written_and_three_commands_are_named(tmp_path):
    """The folder is named after the kind; installing, testing and looking come next."""
    ran = new_kind("acme.word_limit")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "acme-word-limit: a package with the kind acme.word_limit; next:",
        "  pip install -e './acme-word-limit[test]'",
        "  pytest ./acme-word-limit",
        "  checkwright kinds",
    ]
    assert written(tmp_path) == {f"acme-word-limit/{name}" for name in FILES}


@pytest.mark.parametrize(
    ("folder", "command"),
    [
        ("deep/er", "pytest ./deep/er"),
        ("with space", "pytest './with space'"),
        ("-", "pytest ./-"),
        ("../there", "pytest ../there"),
        ("{}/there", "pytest {}/there"),
    ],
)
def test_any_new_folder_can_be_named(tmp_path, monkeypatch, folder, command):
    """Folders above it are made, and the commands are right in a shell."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    folder = folder.format(tmp_path)
    ran = new_kind("acme.word_limit", "-o", folder)
    assert ran.code == 0
    assert f"  {command.format(tmp_path)}" in ran.out.splitlines()
    assert written(tmp_path / "here" / folder) == FILES


def test_an_empty_folder_is_filled(tmp_path):
    """Also when it is the current one."""
    assert new_kind("acme.word_limit", "-o", ".").code == 0
    assert written(tmp_path) == FILES


@pytest.mark.parametrize(
    ("kind", "distribution", "module", "words"),
    [
        ("acme.word_limit", "acme-word-limit", "acme_word_limit", "WordLimit"),
        ("acme.text.v2", "acme-text-v2", "acme_text_v2", "V2"),
        ("a1.b__c_", "a1-b-c", "a1_b__c_", "BC"),
        ("acme_labs.x", "acme-labs-x", "acme_labs_x", "X"),
    ],
)
def test_names_are_made_from_the_kind(kind, distribution, module, words):
    """Dots and underscores become hyphens in the distribution, and underscores in the module."""
    names = names_of(kind)
    assert (names.distribution, names.module, names.words) == (distribution, module, words)


def test_a_first_party_kind_is_in_a_distribution_of_ours():
    """Without a dot in its name, as those of `plugins/`."""
    names = names_of("word_limit", first_party=True)
    assert (names.distribution, names.module) == ("checkwright-word-limit", "checkwright_word_limit")
    assert "tests/test_word_limit.py" in package_files(names)


@pytest.mark.parametrize("kind", ["acme.case", "acme.none", "acme.check_spec", "acme.positive_int"])
def test_the_class_has_no_name_of_something_else(kind):
    """What the package imports, and words of the language, keep their names."""
    names = names_of(kind)
    spec = package_files(names)[f"src/{names.module}/spec.py"]
    assert f"class {names.words}Check(CheckSpec):" in spec


@pytest.mark.parametrize(
    ("kind", "meant"),
    [
        ("Acme.WordLimit", "acme.word_limit"),
        ("acme.long-reply", "acme.long_reply"),
        ("acme.long reply", "acme.long_reply"),
        ("", "acme.word_limit"),
        ("acme.", "acme.word_limit"),
        (".word_limit", "acme.word_limit"),
        ("acme..word_limit", "acme.word_limit"),
        ("acme.2words", "acme.word_limit"),
        ("_acme.words", "acme.word_limit"),
        ("acme.wörter", "acme.word_limit"),
        ("acme.words\n", "acme.words"),
        ("../acme.words", "acme.word_limit"),
        ("\x1b[31m", "acme.word_limit"),
        ("\ud800", "acme.word_limit"),
    ],
)
def test_what_is_no_name_is_refused_with_the_rule_and_an_example(kind, meant):
    """The example is what was most likely meant, where that can be guessed."""
    line = refusal(kind)
    assert line.startswith(f"error: {kind!a} is not the name of a kind: write words of ") or "ö" in line
    assert line.endswith(f", such as {meant}")


@pytest.mark.parametrize(
    ("argv", "line"),
    [
        (
            ["word_limit"],
            "error: 'word_limit' has no dot, and names without one are first-party: "
            "put a prefix of your own in front, such as acme.word_limit",
        ),
        (
            ["checkwright.words"],
            "error: 'checkwright.words' begins with checkwright, as the distributions of first-party "
            "kinds do: choose a prefix of your own, such as acme.word_limit",
        ),
        (
            ["--first-party", "acme.word_limit"],
            "error: 'acme.word_limit' has a dot, and the names of first-party kinds have none: "
            "leave out the prefix",
        ),
        (
            ["--first-party", "Word-Limit"],
            "error: 'Word-Limit' is not the name of a kind: write words of lower-case letters, digits and "
            "'_', each with a letter first, joined by dots, such as word_limit",
        ),
    ],
)
def test_the_names_of_others_are_refused(argv, line):
    """A stranger's name has a prefix, a first-party one has none."""
    assert refusal(*argv) == line


def test_a_prefix_may_begin_with_the_letters_of_ours():
    """Only the whole word is taken."""
    assert names_of("checkwrights.words").distribution == "checkwrights-words"
    with pytest.raises(Refused):
        names_of("checkwright_labs.words")


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ((), "error: acme.shout: this kind is there already, from acme-loud 1.0 [acme_loud]: "),
        (
            [("spec=Spec", "spec=Spec, contract=7")],
            "error: acme.shout: this kind is there already, and unavailable: acme-loud 1.0 [acme_loud] ",
        ),
    ],
    ids=["sound", "broken"],
)
def test_a_kind_that_is_installed_is_refused(tmp_path, changes, line):
    """With who has it: two packages of one kind would both lose it, a broken one too once it is repaired."""
    kinds = Site(tmp_path).install(Package("acme-loud", plugin("acme.shout", *changes))).load()
    with pytest.raises(Refused) as refused:
        refuse_taken(names_of("acme.shout"), kinds)
    [found] = refused.value.lines
    assert found.startswith(line)
    assert found.endswith(": choose another name")


def test_a_kind_of_a_plugin_that_is_handed_over_is_refused():
    """`--plugin` counts as installed."""
    ran = cli("new-kind", "test.says")
    assert (ran.code, ran.out) == (2, "")
    assert "this kind is there already, from plugin kinds_of_words" in ran.err


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("typing.extensions", f"typing-extensions, and {version('typing-extensions')} of that is installed"),
        ("command_in.process", "its module would be command_in_process, and "),
    ],
)
def test_a_package_of_another_is_not_replaced(kind, words):
    """Neither a distribution that is installed nor a module that can be imported."""
    assert words in refusal(kind)


def test_a_folder_with_something_in_it_is_left_alone(tmp_path):
    """One line names it and what is in it, and nothing in it changes."""
    (tmp_path / "acme-word-limit").mkdir()
    (tmp_path / "acme-word-limit/.git").touch()
    assert refusal("acme.word_limit") == (
        "error: acme-word-limit: is there already, with '.git' in it: name a new or empty folder with -o"
    )
    assert written(tmp_path) == {"acme-word-limit/.git"}


@pytest.mark.parametrize("folder", ["file", "file/below", "lost", f"{'x' * 300}"])
def test_a_folder_that_cannot_be_made_is_refused(tmp_path, folder):
    """A file, a way through a file, a link to nowhere, a name that is too long."""
    (tmp_path / "file").touch()
    (tmp_path / "lost").symlink_to("nowhere/at/all")
    assert refusal("acme.word_limit", "-o", folder).startswith(f"error: {folder}: cannot be written: ")


def test_a_current_folder_that_is_gone_is_told(tmp_path, monkeypatch):
    """Nothing can be written into it."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    ran = new_kind("acme.word_limit")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: acme-word-limit: cannot be written: No such file or directory\n"


def test_a_kind_may_have_a_name_that_is_too_long_for_a_folder():
    """One line says so."""
    assert "cannot be written: File name too long" in refusal(f"acme.{'x' * 300}")


def test_nothing_is_left_when_a_file_cannot_be_written_whole(tmp_path):
    """As on a full disk: what was made is gone, what was there before is not."""
    (tmp_path / "there").mkdir()
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "from checkwright_runner.cli.main import main\n"
        "sys.exit(main(['new-kind', 'acme.word_limit', '-o', 'there/new/package']))"
    )
    done = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: there/new/package: cannot be written: File too large\n"
    assert list(tmp_path.rglob("*")) == [tmp_path / "there"]


class Texts(dict):
    """Files of a package, in the middle of which something happens."""

    def __init__(self, happens):
        super().__init__({"src/a.py": "1", "src/b.py": "2"})
        self.happens = happens

    def items(self):
        for item in super().items():
            yield item
            self.happens()


def test_nothing_is_left_after_an_interruption(tmp_path):
    """Ctrl-C goes on its way, without a half folder behind it."""

    def interrupt():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "package", Texts(interrupt))
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_taken_away_is_named(tmp_path, capsys):
    """Somebody else put a file beside ours: it stays, and each folder that stays for it is told."""

    def disturb():
        (tmp_path / "package/src/theirs").touch()
        raise OSError("no space")

    with pytest.raises(Refused, match="cannot be written: no space"):
        write_folder(tmp_path / "package", Texts(disturb))
    assert written(tmp_path) == {"package/src/theirs"}
    assert capsys.readouterr().err.splitlines() == [
        f"warning: {tmp_path / place} was begun and cannot be removed" for place in ("package", "package/src")
    ]
