"""Kinds that run something in a sandbox: their laws use a stand-in, their rows what is installed."""

import pickle
from dataclasses import replace

import pytest
from bare_sandbox import BareSandbox, provider_of
from sandboxed import KIND

from checkwright import Provider, Toolbox, load_providers
from checkwright_contract import Breach, Effort, NotProven, check_contract
from checkwright_contract.laws import LAWS
from checkwright_contract.proof import Proof
from checkwright_contract.roles import providers
from checkwright_contract.roles.sandbox.stand_in import stand_in
from checkwright_sandboxing.role import SANDBOX
from checkwright_sandboxing.sandbox import ExecStatus, SessionSpec, UnreadableFile, WorkFile

LAW = {law.name: law for law in LAWS}
FEW = Effort(examples=5)
ROWS = "examples_come_out_as_written"


@pytest.fixture
def installed(monkeypatch):
    """Return a function that says which providers are installed."""

    def install(*offered):
        found = load_providers(plugins=offered, entry_points=False)
        monkeypatch.setattr(providers, "_installed", lambda: found)

    return install


def test_a_kind_with_a_sandbox_keeps_every_law(installed):
    """A stand-in proves it anywhere, and its rows are run by what is installed."""
    installed(provider_of())
    assert check_contract(KIND, effort=FEW) == ()


def test_details_that_vary_undeclared_are_seen():
    """No two commands of a stand-in take as long, as in every sandbox."""
    breach = Proof(replace(KIND, varies=frozenset())).of(LAW["outcome_is_the_same_twice"], FEW)
    assert isinstance(breach, Breach)
    assert "seconds" in breach.message


@pytest.mark.parametrize(("required", "result"), [("0", NotProven), ("1", Breach)])
def test_rows_are_not_proven_where_no_sandbox_works(installed, monkeypatch, required, result):
    """A stand-in says nothing of what a row came to, so that without a sandbox only the other laws hold."""
    monkeypatch.setenv("CHECKWRIGHT_REQUIRE_TOOLS", required)
    installed(Provider(SANDBOX, "bare", BareSandbox, lambda: "it is not here"))
    found = Proof(KIND).of(LAW[ROWS], FEW)
    assert isinstance(found, result)
    assert "no sandbox works here (bare: it is" in str(found)
    assert Proof(KIND).of(LAW["score_is_between_0_and_1"], FEW) is None


def test_rows_without_any_sandbox_say_so(installed):
    """Nothing installed is told as such."""
    installed()
    assert providers.lacking(KIND.effects) == "no sandbox works here (none is installed)"


def test_rows_that_come_out_otherwise_are_red(installed):
    """What a row states is held to what its command really does."""

    class Passing(BareSandbox):
        def open(self, spec):
            return super().open(replace(spec, files={"response.txt": WorkFile(b"tea")}))

    installed(provider_of(Passing))
    breach = Proof(KIND).of(LAW[ROWS], FEW)
    assert isinstance(breach, Breach)
    assert "came out passed, 'the command came out as ok', expected failed" in breach.message


def test_a_toolbox_of_the_author_keeps_its_sandbox(monkeypatch):
    """What an author gives is not replaced: here it says that it runs nothing."""
    monkeypatch.delenv("CHECKWRIGHT_REQUIRE_TOOLS", raising=False)
    toolbox = Toolbox(providers={"sandbox": {}})
    found = Proof(KIND, toolbox).of(LAW["score_is_between_0_and_1"], FEW)
    assert isinstance(found, NotProven)
    assert "no sandbox" in found.reason


def results(name="bwrap", count=200):
    """Return what a stand-in says of so many commands, without what varies."""
    sandbox = stand_in(name).open()
    found = []
    for number in range(count):
        with sandbox.open(SessionSpec(files={"test_a.py": WorkFile(b"def test_one(): pass")})) as session:
            result = session.exec(("run", str(number)), stdin=b"x")
            try:
                report = session.read_file("report.tap", 10_000)
            except UnreadableFile as error:
                report = str(error)
        found.append((replace(result, seconds=0, peak_memory_mb=None), report))
    return found


def test_a_stand_in_ends_in_every_way_and_always_the_same():
    """Each status comes, with a number in the last line; the report is read, missing or unreadable."""
    found = results()
    assert found == results()
    assert {result.status for result, _ in found} == set(ExecStatus)
    assert all(float(result.stdout.splitlines()[-1]) < 1_000 for result, _ in found)
    reports = [report for _, report in found]
    assert None in reports
    assert "a link" in reports
    texts = [report.decode() for report in reports if isinstance(report, bytes)]
    for line in (
        "ok 1 - test_one",
        "not ok 1 - test_one",
        "ok 2 - test_a.py::test_one",
        "ok 3 - report.tap::test",
    ):
        assert any(line in text for text in texts)


def test_a_stand_in_travels_and_runs_one_command():
    """A plan with it pickles; a session is a session."""
    sandbox = pickle.loads(pickle.dumps(stand_in("bwrap"))).open()
    assert sandbox == pickle.loads(pickle.dumps(sandbox))
    with sandbox.open(SessionSpec()) as session:
        assert session.read_file("x", 1) is None
        session.exec(("true",))
        with pytest.raises(RuntimeError):
            session.exec(("true",))


def test_stand_ins_have_the_names_of_what_is_installed(installed):
    """A check that names an installed sandbox, or bwrap, finds one; other kinds get none."""
    installed(provider_of())
    assert [one.name for one in providers.stand_ins({"file", "sandbox"})] == ["bwrap", "bare"]
    assert providers.stand_ins({"file"}) == []
