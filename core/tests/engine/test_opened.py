"""What a run provides beside rubrics, schemas and tools: providers, look-ups, a folder, the time outside."""

import pickle
from contextlib import contextmanager
from functools import partial
from typing import Literal

import pytest

from checkwright import (
    Case,
    CheckSpec,
    Found,
    Kind,
    Missing,
    NotExecutable,
    Outcome,
    Provider,
    Role,
    Toolbox,
    compile_rubric,
    load_kinds,
    load_providers,
    make_toolbox,
    parse_rubric,
    score,
)

OPENED = []


class Vault:
    def __init__(self, name):
        OPENED.append(f"opened {name}")
        self.name = name

    def close(self):
        OPENED.append(f"closed {self.name}")


def version_of(vault):
    return f"{vault.name} 1.0"


VAULT = Role("vault", version=version_of)
PLAIN = Role("plain", decides=False)


class Uses(CheckSpec):
    """Ask for a vault, and look a reference up."""

    kind: Literal["test.uses"]
    vault: str | None = None
    ref: str | None = None
    plain: bool = False
    stops: str | None = None


def prepare(spec, toolbox):
    if spec.ref is not None:
        found = toolbox.lookups[spec.ref.partition("/")[0]].find(spec.ref)
        said = found.why if isinstance(found, Missing) else str(found.value)
    elif spec.plain:
        said = PLAIN.of(toolbox).name
    else:
        said = VAULT.of(toolbox, spec.vault).name

    def execute(case):
        if spec.stops is not None:
            toolbox.stop(spec.stops)
        with toolbox.outside():
            return Outcome.judge(True, f"{said} in {toolbox.folder}, row {dict(case.row)}")

    return execute


KINDS = load_kinds(plugins=[Kind(spec=Uses, prepare=prepare)], entry_points=False)


def providers(*names, role=VAULT):
    return [Provider(role, name, partial(Vault, name)) for name in names]


def plan_of(*checks, **resources):
    document = {"id": "t", "version": "1.0", "checks": list(checks), "scoring": {"combine": "all_pass"}}
    return compile_rubric(parse_rubric(document, kinds=KINDS), kinds=KINDS, **resources)


@pytest.fixture(autouse=True)
def _nothing_opened():
    OPENED.clear()


def said(plan, **case):
    return [(check.status, check.reason) for check in plan.score(Case("x", **case)).checks]


def test_the_first_of_a_role_is_its_default_and_each_is_opened_once():
    """By the first check that asks; the plan closes what it opened, in reverse order."""
    with plan_of(
        {"kind": "test.uses"},
        {"kind": "test.uses", "vault": "b"},
        {"kind": "test.uses", "vault": "a"},
        providers=providers("a", "b", "c"),
    ) as plan:
        assert [reason[:1] for _, reason in said(plan)] == ["a", "b", "a"]
        assert OPENED == ["opened a", "opened b"]
    assert OPENED[2:] == ["closed b", "closed a"]


@pytest.mark.parametrize(
    ("given", "wanted", "reason"),
    [
        ((), None, "no vault: this run was given none"),
        ((), "ddev", "no vault 'ddev': this run was given none"),
        (("a", "b"), "ddev", "no vault 'ddev' in this run, which has 'a', 'b'"),
    ],
)
def test_what_the_run_has_not_is_not_executable(given, wanted, reason):
    """The reason says what there is; nothing is taken because it is installed."""
    check = {"kind": "test.uses", **({} if wanted is None else {"vault": wanted})}
    assert said(plan_of(check, providers=providers(*given))) == [("not_executable", reason)]
    assert OPENED == []


def test_a_provider_that_cannot_be_opened_is_an_error_that_names_it():
    """The check is not to blame, and neither is its kind."""

    def refuse():
        raise OSError("the door is stuck")

    plan = plan_of({"kind": "test.uses"}, providers=[Provider(VAULT, "a", refuse)])
    assert said(plan) == [("error", "the vault a cannot be opened: OSError: the door is stuck")]


def test_what_decides_stands_in_the_signature():
    """Of what was asked for alone, with its version; a role that decides nothing has no place there."""
    plan = plan_of({"kind": "test.uses", "vault": "b"}, providers=providers("a", "b"))
    assert plan.signature["providers"] == {"vault/b": "b 1.0"}
    plain = plan_of({"kind": "test.uses", "plain": True}, providers=providers("a", role=PLAIN))
    assert plain.signature["providers"] == {}
    silent = Role("vault")
    plan = plan_of({"kind": "test.uses"}, providers=providers("a", role=silent))
    assert plan.signature["providers"] == {"vault/a": ""}
    broken = Role("vault", version=lambda vault: vault.nothing)
    plan = plan_of({"kind": "test.uses"}, providers=providers("a", role=broken))
    assert plan.signature["providers"]["vault/a"].startswith("unknown: AttributeError")


class Shelf:
    """A look-up of notes."""

    def __init__(self, **notes):
        self.notes = notes

    def find(self, ref):
        name = ref.partition("/")[2]
        return Found(self.notes[name]) if name in self.notes else Missing(f"{ref} is not here")

    def __iter__(self):
        return iter(sorted(self.notes))


def test_further_words_are_looked_up_and_signed():
    """What a reference led to decides; rubrics and schemas keep arguments of their own."""
    check = {"kind": "test.uses", "ref": "note/a"}
    one, other = (plan_of(check, lookups={"note": Shelf(a=text)}) for text in ("one", "other"))
    assert [said(plan)[0][1][:3] for plan in (one, other)] == ["one", "oth"]
    assert one.signature["schemas"].keys() == {"note/a"}
    assert one.head.signature != other.head.signature
    lost = plan_of({"kind": "test.uses", "ref": "note/b"}, lookups={"note": Shelf()})
    assert said(lost)[0][1].startswith("note/b is not here")
    assert lost.signature["schemas"] == {"note/b": None}
    with pytest.raises(ValueError, match="lookups may not name 'schema'"):
        plan_of(check, lookups={"schema": Shelf()})


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ([object()], TypeError, "providers must hold Provider objects, not object"),
        (providers("a", "b", "a"), ValueError, "two providers are given for the vault 'a'"),
    ],
)
def test_providers_are_distinct(given, error, message):
    """A host's mistake is told at once."""
    with pytest.raises(error, match=message):
        plan_of({"kind": "test.uses"}, providers=given)


def test_a_mapping_of_providers_stands_for_its_values():
    """What `load_providers()` returns, and what its `of` does."""
    found = load_providers(plugins=providers("b", "a"), entry_points=False)
    for given in (found, found.of(VAULT), iter(found.values())):
        assert said(plan_of({"kind": "test.uses"}, providers=given))[0][1][0] == "a"


def test_folder_and_row_reach_a_check(tmp_path, monkeypatch):
    """The folder is absolute, whatever becomes of the current one; a row without further fields is empty."""
    monkeypatch.chdir(tmp_path)
    plan = plan_of({"kind": "test.uses"}, providers=providers("a"), folder="here")
    assert said(plan) == [("passed", f"a in {tmp_path / 'here'}, row {{}}")]
    assert said(plan, row={"model": "m"})[0][1].endswith("row {'model': 'm'}")


def test_the_time_outside_is_said_to_the_run():
    """The run's own context manager stands around it."""
    entered = []

    @contextmanager
    def outside():
        entered.append("in")
        yield
        entered.append("out")

    said(plan_of({"kind": "test.uses"}, providers=providers("a"), outside=outside))
    assert entered == ["in", "out"]


def test_a_toolbox_without_a_run_has_none():
    """`prepare` can be tried with a bare toolbox."""
    with pytest.raises(NotExecutable, match="no vault"):
        VAULT.of(make_toolbox(kinds=KINDS))


def test_a_case_with_a_row_is_a_value():
    """It compares, pickles and shows what it was given."""
    case = Case("x", row={"rating": 4})
    assert pickle.loads(pickle.dumps(case)) == case != Case("x")
    assert pickle.loads(pickle.dumps(case)).row == {"rating": 4}
    assert repr(case).endswith("id=None, row={'rating': 4})")
    assert "row" not in repr(Case("x"))
    with pytest.raises(TypeError, match="row must be a mapping, not list"):
        Case("x", row=[])


def test_a_check_may_ask_the_run_to_end():
    """What ends, and when, is the run's business: the check goes on, and a bare toolbox does nothing."""
    reasons = []
    stops = {"kind": "test.uses", "stops": "no more is paid for"}
    assert said(plan_of(stops, providers=providers("a"), stop=reasons.append))[0][0] == "passed"
    assert reasons == ["no more is paid for"]
    assert said(plan_of(stops, providers=providers("a")))[0][0] == "passed"
    toolbox = make_toolbox(kinds=KINDS, stop=reasons.append)
    toolbox.stop("again")
    make_toolbox(kinds=KINDS).stop("nobody hears it")
    Toolbox().stop("nobody hears it")
    assert reasons[1:] == ["again"]


def test_to_score_one_case_takes_the_same():
    """As `compile_rubric` does."""
    reasons = []
    rubric = plan_of({"kind": "test.uses", "stops": "enough"}, providers=providers("a")).rubric
    score(rubric, Case("x"), kinds=KINDS, providers=providers("a"), stop=reasons.append)
    assert reasons == ["enough"]
