"""Whatever a plugin does while checks are prepared and executed, the verdict says whose fault it is."""

import pytest
from distributions import Package, plugin

from checkwright import Case, parse_rubric, score, validate

_EXECUTE = "return lambda case: loud if case.text.isupper() else quiet"
DOCUMENT = {
    "id": "t",
    "version": "1.0",
    "checks": [{"kind": "acme.good"}, {"kind": "acme.shout", "id": "loud"}],
    "scoring": {"combine": "min"},
}


def load(site, execute, *changes):
    """Install a good plugin and one whose execute is another one."""
    source = plugin("acme.shout", (_EXECUTE, execute), *changes)
    return site.install(
        Package("acme-good", plugin("acme.good")), Package("acme-shout", source, "1.2")
    ).load()


def verdict(kinds, text="LOUD"):
    return score(parse_rubric(DOCUMENT, kinds=kinds), Case(text), kinds=kinds)


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        ("KeyError('tone')", "KeyError: 'tone'"),
        ("SystemExit(3)", "SystemExit: 3"),
        ("RecursionError('deep')", "RecursionError: deep"),
        ("type('Stop', (BaseException,), {})()", "Stop"),
    ],
)
def test_an_executor_that_raises_makes_the_verdict_an_error(site, raised, said):
    """Neither a 0 nor a skip: the error names distribution, version, kind and cause; others are executed."""
    found = verdict(load(site, f"return lambda case: (_ for _ in ()).throw({raised})"))
    assert (found.status, found.score, found.passed) == ("error", None, None)
    good, broken = found.checks
    assert (good.status, broken.status) == ("passed", "error")
    assert broken.reason == f"acme-shout 1.2 [acme_shout], kind acme.shout broke: {said}"
    assert found.reason.startswith("error in loud: acme-shout 1.2 [acme_shout], kind acme.shout broke: ")


@pytest.mark.parametrize("number", ["float('nan')", "1.2", "-0.1", "'1'", "True", "float('inf')"])
def test_a_score_outside_the_contract_makes_the_verdict_an_error(site, number):
    """NaN, 1.2 and "1" are stopped at the border, not averaged."""
    found = verdict(load(site, f"return lambda case: Outcome.judge(True, 'fine', {number})"))
    assert (found.status, found.score) == ("error", None)
    assert found.checks[1].reason.startswith(
        "acme-shout 1.2 [acme_shout], kind acme.shout broke: InvalidOutcome: "
    )
    assert "score" in found.checks[1].reason


@pytest.mark.parametrize("given", ["None", "1.0", "(True, 'fine')"])
def test_what_is_no_outcome_makes_the_verdict_an_error(site, given):
    """An executor that returns something else is named."""
    found = verdict(load(site, f"return lambda case: {given}"))
    assert (found.status, found.score) == ("error", None)
    assert "acme-shout 1.2 [acme_shout], kind acme.shout" in found.checks[1].reason


@pytest.mark.parametrize("base", ["CheckError", "NotExecutable", "ServiceError"])
def test_a_declared_exception_without_its_reason_is_the_plugins_fault(site, base):
    """A subclass that forgets to call its base has no reason to show: the plugin broke."""
    odd = f"type('Odd', ({base},), {{'__init__': lambda self: None}})()"
    kinds = load(site, f"return lambda case: (_ for _ in ()).throw({odd})", ("Kind,", f"{base}, Kind,"))
    found = verdict(kinds)
    assert (found.status, found.checks[1].status) == ("error", "error")
    assert found.checks[1].reason == "acme-shout 1.2 [acme_shout], kind acme.shout broke: Odd"


@pytest.mark.parametrize("prepare", ["raise KeyError('tone')", "raise SystemExit(3)", "return None"])
def test_a_prepare_that_breaks_is_reported_and_makes_verdicts_errors(site, prepare):
    """`validate` reports the plugin at the check, and scoring gives an error, not a failing reply."""
    kinds = load(site, prepare)
    found = verdict(kinds)
    assert (found.status, found.checks[1].status) == ("error", "error")
    assert "acme-shout 1.2 [acme_shout]" in found.checks[1].reason
    [problem] = validate(DOCUMENT, kinds=kinds)
    assert (problem.path, problem.code) == ("/checks/1", "plugin")
    assert problem.message.startswith("checks[1]: acme-shout 1.2 [acme_shout] broke on it: ")


@pytest.mark.parametrize("mistake", ["CheckError(KeyError('x'))", "CheckError('no', path=(None,))"])
def test_a_malformed_mistake_is_the_plugins_own(site, mistake):
    """An authoring mistake without a text or with an impossible path blames no author and breaks nothing."""
    kinds = load(site, f"raise {mistake}", ("CheckSpec, Kind", "CheckError, CheckSpec, Kind"))
    [problem] = validate(DOCUMENT, kinds=kinds)
    assert (problem.path, problem.code) == ("/checks/1", "plugin")
    assert verdict(kinds).checks[1].status in ("error", "failed")


@pytest.mark.parametrize("warn", ["[('x',)]", "[((), None)]", "[((1.5,), 'odd')]", "1 / 0"])
def test_a_warning_that_breaks_is_the_plugins_own(site, warn):
    """`warn` may do anything; what comes of it is a problem that names the plugin."""
    change = ("prepare=prepare", f"prepare=prepare, warn=lambda spec: {warn}")
    [problem] = validate(DOCUMENT, kinds=load(site, _EXECUTE, change))
    assert (problem.path, problem.code) == ("/checks/1", "plugin")


def test_engines_that_cannot_be_told_do_not_stop_a_plan(site):
    """A kind that cannot say its engines is compiled, and the signature says so."""
    kinds = load(site, _EXECUTE, ("prepare=prepare", "prepare=prepare, engines=lambda: 1 / 0"))
    assert verdict(kinds).score == 1.0
