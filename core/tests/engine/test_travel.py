"""Plans travel: what arrives in another process gives equal verdicts, or says in words why not."""

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
from distributions import Package, plugin

from checkwright import (
    Case,
    Found,
    Limits,
    Missing,
    PlanMismatch,
    RubricStore,
    SchemaStore,
    compile_rubric,
    load_kinds,
    parse_rubric,
)

#: A kind that asks for all that a run provides, and shows it in its outcome.
ASKS = """\
from typing import Literal

from checkwright import CheckSpec, Kind, NotExecutable, Outcome, hookimpl


class Asks(CheckSpec):
    kind: Literal["acme.asks"]
    rubric: str | None = None
    schema_ref: str | None = None


def prepare(spec, toolbox):
    said = [f"{toolbox.limits.depth} deep", *(f"{name}={path}" for name, path in toolbox.tools.items())]
    if spec.schema_ref is not None:
        said.append("no schemas" if toolbox.schemas is None else repr(toolbox.schemas.find(spec.schema_ref)))
    scorer = None if spec.rubric is None else toolbox.compile(spec.rubric)

    def execute(case):
        inner = "" if scorer is None else f"; {scorer.score(case).reason}"
        return Outcome.judge("yes" in case.text, ", ".join(said) + inner)

    return execute


KIND = Kind(spec=Asks, prepare=prepare)


@hookimpl
def checkwright_kinds():
    return [KIND]
"""

#: Reads plans from the standard input and prints a verdict of each, or why there is none.
ELSEWHERE = """\
import json, pickle, sys
from checkwright import Case, CheckwrightError
for sent in pickle.load(sys.stdin.buffer):
    try:
        verdict = pickle.loads(sent).score(Case("YES, yes"))
    except CheckwrightError as error:
        print(json.dumps([type(error).__name__, str(error)]))
    else:
        print(json.dumps(verdict.to_dict()))
print(json.dumps(sorted(name for name in sys.modules if name.startswith(("acme", "zeta")))))
"""


@pytest.fixture
def here(site, monkeypatch):
    """Install distributions into a folder that is on the path for the whole test; return their kinds."""

    def install(*packages):
        site.install(*packages)
        monkeypatch.syspath_prepend(str(site.folder))
        return load_kinds(only={package.name for package in packages})

    yield install
    for name in [name for name in sys.modules if name.startswith(("acme", "zeta"))]:
        del sys.modules[name]


def elsewhere(folder, *plans):
    """Send plans to a process that has the distributions of a folder; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ELSEWHERE],
        input=pickle.dumps([plan if isinstance(plan, bytes) else pickle.dumps(plan) for plan in plans]),
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def weighted(kinds, *checks, name="one", **options):
    """Read a rubric; a check with the id `a` counts 0.3."""
    scoring = {"combine": "weighted_avg"}
    if any("id" in check for check in checks):
        scoring["weights"] = {"a": 0.3}
    document = {"id": name, "version": "1.0", "checks": list(checks), "scoring": scoring}
    return parse_rubric(document, kinds=kinds, **options)


def asks(**fields):
    return {"kind": "acme.asks", **fields}


def test_a_plan_gives_equal_verdicts_elsewhere(here, site):
    """With its limits, tools, schemas and rubrics, and the answers for references that lead nowhere."""
    kinds = here(Package("acme-asks", ASKS))
    inner = weighted(kinds, asks(), name="inner")
    outer = weighted(
        kinds,
        asks(id="a", rubric="rubric/inner@1.0"),
        asks(rubric="rubric/iner@1.0"),
        asks(schema_ref="schema/order@1.0"),
        asks(schema_ref="schema/none@1.0"),
    )
    given = {
        "rubrics": RubricStore.of([inner, outer]),
        "schemas": SchemaStore.from_mapping({"schema/order@1.0": {"type": "object"}, "schema/b@1.0": True}),
        "tools": {"shout": "/bin/shout"},
        "limits": Limits(depth=2),
    }
    plan = compile_rubric(outer, kinds=kinds, **given)
    [verdict, loaded] = elsewhere(site.folder, plan)
    assert verdict == plan.score(Case("YES, yes")).to_dict()
    assert [check["status"] for check in verdict["checks"]] == [
        "passed",
        "not_executable",
        "passed",
        "passed",
    ]
    assert loaded == ["acme_asks"]


def test_what_arrives_travels_on(here):
    """A plan that was sent is sent again as any other: it carries the same."""
    kinds = here(Package("acme-asks", ASKS))
    plan = compile_rubric(weighted(kinds, asks(id="a")), kinds=kinds)
    assert pickle.loads(pickle.dumps(plan)).__reduce__() == plan.__reduce__()


def test_a_plan_takes_a_few_kilobytes(here):
    """Only what it reached travels: the hundreds of other rubrics and schemas of the run stay."""
    kinds = here(Package("acme-asks", ASKS))
    rubrics = [weighted(kinds, *[asks()] * 20, name=f"other_{index}") for index in range(200)]
    schemas = {f"schema/s{index}@1.0": {"enum": list(range(500))} for index in range(200)}
    plan = compile_rubric(
        weighted(kinds, asks(id="a", rubric="rubric/other_7@1.0")),
        kinds=kinds,
        rubrics=RubricStore.of(rubrics),
        schemas=SchemaStore.from_mapping(schemas),
    )
    assert len(pickle.dumps(plan)) < 4_000


def test_invalid_checks_fail_in_the_same_words_elsewhere(here, site):
    """Mistakes of a stored rubric travel as they were said, with hints of kinds that are not loaded there."""
    kinds = here(Package("acme-shout", plugin("acme.shout")), Package("zeta-cry", plugin("zeta.cry")))
    checks = [{"kind": "acme.shout", "loud": 1}, {"kind": "zeta.cri"}, "no mapping", {"kind": "acme.shout"}]
    plan = compile_rubric(
        weighted(kinds, *checks, {"kind": "acme.shout", "id": "a"}, invalid_checks="fail"), kinds=kinds
    )
    [verdict, loaded] = elsewhere(site.folder, plan)
    assert verdict == plan.score(Case("YES, yes")).to_dict()
    assert [check["status"] for check in verdict["checks"]] == [
        "failed",
        "error",
        "failed",
        "failed",
        "failed",
    ]
    assert loaded == ["acme_shout"]


def test_another_version_is_refused_with_both_named(here, site, tmp_path):
    """Scores of another version do not compare; nor does the lack of the kind."""
    kinds = here(Package("acme-shout", plugin("acme.shout")))
    plan = compile_rubric(weighted(kinds, {"kind": "acme.shout", "id": "a"}), kinds=kinds)
    (tmp_path / "other").mkdir()
    other = type(site)(tmp_path / "other")
    other.install(Package("acme-shout", plugin("acme.shout"), version="2.0"))
    [refused, _] = elsewhere(other.folder, plan)
    assert refused == [
        "PlanMismatch",
        "the plan of rubric/one@1.0 is not the same here: acme.shout: 'acme-shout 1.0' where it was made, "
        "'acme-shout 2.0' here",
    ]
    [missing, _] = elsewhere(tmp_path, plan)
    assert missing == [
        "PlanMismatch",
        "the plan of rubric/one@1.0 is not the same here: the kind acme.shout of acme-shout 1.0 is not here",
    ]


def test_a_kind_that_broke_on_the_way_says_why(here, site, tmp_path):
    """What keeps the distribution from being loaded elsewhere stands in the message."""
    kinds = here(Package("acme-shout", plugin("acme.shout")))
    plan = compile_rubric(weighted(kinds, {"kind": "acme.shout", "id": "a"}), kinds=kinds)
    (tmp_path / "other").mkdir()
    other = type(site)(tmp_path / "other")
    other.install(Package("acme-shout", "import nothing_of_that_name\n"))
    [[name, message], _] = elsewhere(other.folder, plan)
    assert (name, "No module named 'nothing_of_that_name'" in message) == ("PlanMismatch", True)


def test_any_other_difference_is_named_by_its_place(here):
    """The signature as a whole decides: here the Unicode version, and a limit that another engine knows."""
    kinds = here(Package("acme-shout", plugin("acme.shout")))
    plan = compile_rubric(weighted(kinds, {"kind": "acme.shout", "id": "a"}), kinds=kinds)
    receive, (sent,) = plan.__reduce__()
    limits = {**plan.signature["limits"], "more": 3}
    with pytest.raises(PlanMismatch) as caught:
        receive(replace(sent, signature={**plan.signature, "unicode": "1.0.0", "limits": limits}))
    assert len(caught.value.differences) == 2
    assert caught.value.differences[0] == "limits.more: 3 where it was made, None here"
    assert caught.value.differences[1].startswith("unicode: '1.0.0' where it was made, ")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_kind_that_is_another_one_here_is_named(here):
    """Its version, and that it is not here at all, before anything is compiled."""
    kinds = here(Package("acme-shout", plugin("acme.shout")))
    plan = compile_rubric(weighted(kinds, {"kind": "acme.shout", "id": "a"}), kinds=kinds)
    receive, (sent,) = plan.__reduce__()
    (shout,) = plan.signature["kinds"].values()
    for change, difference in (
        ({"version": "2.0"}, "acme.shout: 'acme-shout 2.0' where it was made, 'acme-shout 1.0' here"),
        ({"distribution": "acme-gone"}, "the kind acme.shout of acme-gone 1.0 is not here"),
    ):
        signature = {**plan.signature, "kinds": {"acme.shout": {**shout, **change}}}
        with pytest.raises(PlanMismatch) as caught:
            receive(replace(sent, signature=signature))
        assert caught.value.differences == (difference,)


def test_plans_of_a_hosts_own_plugins_stay(kinds, rubric_of):
    """The other side could not load them, and the refusal says what to do."""
    plan = compile_rubric(rubric_of({"kind": "test.says", "word": "yes"}), kinds=kinds)
    with pytest.raises(
        pickle.PicklingError, match=r"'test\.says' of a host's plugin; install what offers it"
    ):
        pickle.dumps(plan)


def test_closed_plans_and_parts_of_plans_stay(here):
    """What they took is given back, and what stands above them decides."""
    kinds = here(Package("acme-asks", ASKS))
    plan = compile_rubric(weighted(kinds, asks(id="a")), kinds=kinds)
    plan.close()
    with pytest.raises(pickle.PicklingError, match="is closed: send it before"):
        pickle.dumps(plan)
    inner = weighted(kinds, asks(), name="inner")
    outer = weighted(kinds, asks(id="a", rubric="rubric/inner@1.0"))
    plan = compile_rubric(outer, kinds=kinds, rubrics=RubricStore.of([inner]))
    [part] = [one for one in _closure(plan) if type(one) is type(plan)]
    with pytest.raises(pickle.PicklingError, match="is a part of another plan"):
        pickle.dumps(part)


def _closure(plan):
    return [cell.cell_contents for cell in plan._executes[0].__closure__]


#: A kind that asks for a vault, and what fills that role.
VAULT = """\
from typing import Literal

from checkwright import CheckSpec, Kind, Outcome, Provider, Role, hookimpl


def version(opened):
    return opened


def opens():
    return "deep"


ROLE = Role("vault", version=version)
PROVIDER = Provider(ROLE, "cellar", opens)


class Uses(CheckSpec):
    kind: Literal["acme.uses"]
    note: str


def prepare(spec, toolbox):
    said = f"{ROLE.of(toolbox)} vault in {toolbox.folder}, {toolbox.lookups['note'].find(spec.note)}"
    return lambda case: Outcome.judge(True, said)


@hookimpl
def checkwright_kinds():
    return [Kind(spec=Uses, prepare=prepare)]
"""


class Notes:
    """Leads from any reference to its own text, and to nothing for one that ends in `gone`."""

    def find(self, ref):
        return Missing(f"{ref} is not here") if ref.endswith("gone") else Found(ref.upper())

    def __iter__(self):
        return iter(())


def test_providers_look_ups_and_the_folder_travel(here, site):
    """A provider by its functions, a look-up by its answers: the class of the look-up is not needed there."""
    kinds = here(Package("acme-vault", VAULT))
    provider = sys.modules["acme_vault"].PROVIDER
    rubric = weighted(
        kinds, {"kind": "acme.uses", "note": "note/a"}, {"kind": "acme.uses", "note": "note/gone"}
    )
    plan = compile_rubric(
        rubric, kinds=kinds, providers=[provider], lookups={"note": Notes()}, folder="/somewhere"
    )
    assert plan.signature["providers"] == {"vault/cellar": "deep"}
    verdict, _ = elsewhere(site.folder, plan)
    assert verdict == plan.score(Case("yes")).to_dict()
    assert "deep vault in /somewhere, Found(value='NOTE/A')" in verdict["checks"][0]["reason"]
    assert "note/gone is not here" in verdict["checks"][1]["reason"]
