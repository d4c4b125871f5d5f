"""The desk: which model and profile a check asks, what is missing where it can ask nobody, what is open."""

import json

import pytest
from keyed_service import GOOD, KEY, KeyedService, provider_of

from checkwright import NotExecutable, Provider
from checkwright_judging.judge import FaultKind, JudgeFault, Message
from checkwright_judging.judges import CapReached
from checkwright_judging.profiles.profile import JudgesDocument
from checkwright_judging.profiles.profiles_file import JudgesFile, parse_profiles
from checkwright_judging.replies.reading import ScoreRule
from checkwright_judging.role import JUDGE, JUDGES
from checkwright_judging.runs.desk import JudgeDesk, judges_provider
from checkwright_judging.runs.run_memory import RunMemory

ASKED = (Message("user", "u"),)
RULE = ScoreRule(0, 1)
SOUND = {"provider": "keyed", "endpoint": "https://judge.example/v1", "api_key": "none"}


def file_of(assignments=None, default_model=None, folder=None, **profiles):
    document = {"profiles": {name: {**SOUND, **fields} for name, fields in profiles.items()}}
    if assignments is not None:
        document["assignments"] = assignments
    if default_model is not None:
        document["default_model"] = default_model
    return parse_profiles(json.dumps(document), source="judges.yaml", folder=folder)


def desk_of(service=None, file=None, **options):
    file = file or file_of(local={"deployment": "m"})
    return JudgeDesk(file, {"keyed": provider_of(service or KeyedService())}, **options)


def refusal(desk, *names, **options):
    judges = desk.open()
    try:
        with pytest.raises(NotExecutable) as caught:
            judges.asker(*names, **options)
    finally:
        judges.close()
    reason = caught.value.reason
    assert reason.isprintable()
    assert len(reason) <= 300
    assert "canary" not in f"{reason}{caught.value!r}"
    return reason


@pytest.mark.parametrize(
    ("places", "chosen"),
    [
        ("check definition deployment usual file", "check"),
        ("definition deployment usual file", "definition"),
        ("deployment usual file", "deployment"),
        ("usual file", "usual"),
        ("file", "file"),
    ],
)
def test_the_first_of_the_four_places_names_the_model(places, chosen):
    named = {place: place if place in places.split() else None for place in
             ("check", "definition", "deployment", "usual", "file")}  # fmt: skip
    deployment = {} if named["deployment"] is None else {"deployment": "deployment"}
    desk = desk_of(file=file_of(local=deployment, default_model=named["file"]), default_model=named["usual"])
    asker = desk.open().asker("local", named["check"], fallback=named["definition"])
    assert (asker.profile, asker.model) == ("local", chosen)


def test_without_a_model_the_four_places_are_named():
    said = refusal(desk_of(file=file_of(local={})), "local")
    assert said == (
        "profile local: no model: neither the check, its definition, the profile's deployment nor the run's "
        "default (default_model, --default-judge-model) names one"
    )


ASSIGNED = {"default": "usual", "grading": "graded"}


@pytest.mark.parametrize(
    ("profile", "assigned", "chosen"),
    [
        ("local", ("grading",), "local"),
        (None, ("grading",), "graded"),
        (None, ("other", "grading"), "graded"),
        (None, ("other",), "usual"),
        (None, (), "usual"),
    ],
)
def test_the_profile_is_that_of_the_check_else_of_its_use_else_the_default(profile, assigned, chosen):
    named = {"deployment": "m"}
    desk = desk_of(file=file_of(ASSIGNED, local=named, graded=named, usual=named))
    assert desk.open().asker(profile, assigned=assigned).profile == chosen


@pytest.mark.parametrize(
    ("assigned", "said"),
    [
        ((), "the check names no profile, and judges.yaml assigns none to default"),
        (("grading",), "the check names no profile, and judges.yaml assigns none to grading or default"),
        (("default",), "the check names no profile, and judges.yaml assigns none to default"),
    ],
)
def test_without_a_profile_the_assignments_are_named(assigned, said):
    assert refusal(desk_of(), assigned=assigned) == said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("locl", "no profile 'locl' in judges.yaml (did you mean 'local'?)"),
        ("nobody", "no profile 'nobody' in judges.yaml (there are: 'local')"),
        ("x" * 500, "no profile 'xxx"),
        ("a\nb\u202e", "no profile 'a\\nb\\u202e' in judges.yaml"),
    ],
)
def test_a_profile_that_is_not_there_is_named(name, said):
    assert refusal(desk_of(), name).startswith(said)


@pytest.mark.parametrize(
    ("there", "said"),
    [
        (["keyed2"], "profile local: nothing installed speaks to 'keyed' (did you mean 'keyed2'?)"),
        (["other"], "profile local: nothing installed speaks to 'keyed' (installed are: 'other')"),
        ([], "profile local: nothing installed speaks to 'keyed' (installed are: none)"),
    ],
)
def test_a_service_that_is_not_installed_is_named(there, said):
    services = {name: provider_of(KeyedService(), name) for name in there}
    assert refusal(JudgeDesk(file_of(local={"deployment": "m"}), services), "local") == said


def test_a_key_that_is_missing_is_named():
    file = file_of(local={"deployment": "m", "api_key": {"env": "CHECKWRIGHT_NO_SUCH_KEY"}})
    service = KeyedService()
    said = refusal(desk_of(service, file), "local")
    assert said.startswith("profile local: the environment variable CHECKWRIGHT_NO_SUCH_KEY is not set")
    assert service.judges == []


def test_a_package_that_breaks_when_it_is_opened_is_named():
    def broken():
        raise ImportError("no module named keyed_sdk")

    desk = JudgeDesk(file_of(local={"deployment": "m"}), {"keyed": Provider(JUDGE, "keyed", broken)})
    said = "profile local: keyed cannot be opened: ImportError: no module named keyed_sdk"
    assert refusal(desk, "local") == said


def test_a_service_that_cannot_tell_its_version_is_named():
    class Mute(KeyedService):
        def version(self):
            raise LookupError("keyed has no metadata")

    said = refusal(desk_of(Mute()), "local")
    assert said == "profile local: keyed cannot be opened: LookupError: keyed has no metadata"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            lambda key: ValueError(f"api_version: not with {key}"),
            "profile local: api_version: not with [key]",
        ),
        (
            lambda key: RuntimeError(f"no header for {key}"),
            "profile local: RuntimeError: no header for [key]",
        ),
        (lambda key: SystemExit(f"bad key {key}"), "profile local: SystemExit: bad key [key]"),
        # Cut in the middle of a key, half of it would be left.
        (lambda key: ValueError("x" * 270 + key), "profile local: xxx"),
    ],
)
def test_a_service_that_refuses_a_profile_says_why_and_shows_no_key(error, said, tmp_path):
    (tmp_path / "key").write_text(KEY)
    file = file_of(local={"deployment": "m", "api_key": {"file": "key"}}, folder=str(tmp_path))
    assert refusal(desk_of(KeyedService(fails=error), file), "local").startswith(said)


def test_parameters_that_are_no_json_are_named():
    """They cannot come from a file; a host may make profiles by itself."""
    profiles = {"local": {**SOUND, "deployment": "m", "parameters": {"top_p": float("inf")}}}
    file = JudgesFile(JudgesDocument.model_validate({"profiles": profiles}), "judges")
    assert refusal(desk_of(file=file), "local").startswith("profile 'local': parameters: expected JSON")
    assert "expected JSON" in refusal(desk_of(file=file, is_estimate=True), "local")


def test_a_judge_gets_the_key_of_its_profile_and_paths_that_mean_the_same_everywhere(tmp_path):
    (tmp_path / "key").write_text(KEY)
    service = KeyedService()
    file = file_of(
        local={"deployment": "m", "api_key": {"file": "key"}, "ca_file": "ca.pem"},
        bare={"deployment": "m", "ca_file": "/etc/ca.pem"},
        folder=str(tmp_path),
    )
    judges = desk_of(service, file).open()
    judges.asker("local")
    judges.asker("bare")
    keyed, bare = service.judges
    assert (keyed.key.reveal(), keyed.profile.ca_file) == (KEY, str(tmp_path / "ca.pem"))
    assert (bare.key, bare.profile.ca_file) == (None, "/etc/ca.pem")


def test_what_decides_is_told_for_the_signature():
    desk = desk_of(KeyedService("sdk 1.2"), file_of(local={"output": "text"}))
    assert desk.open().asker("local", "m").engine == "keyed (sdk 1.2), model m, text"


def test_a_profile_has_one_connection_over_all_plans_until_the_last_is_closed():
    service = KeyedService()
    desk = desk_of(service)
    one, other = desk.open(), desk.open()
    one.asker("local").ask(ASKED, RULE)
    one.asker("local", "m2").ask(ASKED, RULE)
    other.asker("local").ask(ASKED, RULE)
    (judge,) = service.judges
    assert len(judge.requests) == 3
    one.close()
    one.close()
    assert judge.closed == 0
    other.asker("local").ask(ASKED, RULE)
    other.close()
    assert judge.closed == 1


def test_each_profile_has_a_connection_of_its_own():
    service = KeyedService()
    judges = desk_of(service, file_of(a={"deployment": "m"}, b={"deployment": "m"})).open()
    judges.asker("a")
    judges.asker("b")
    judges.close()
    assert [judge.closed for judge in service.judges] == [1, 1]


def test_a_desk_opens_again_after_the_last_plan_is_closed():
    service = KeyedService()
    desk = desk_of(service)
    for _ in range(2):
        judges = desk.open()
        judges.asker("local").ask(ASKED, RULE)
        judges.close()
    assert [(len(judge.requests), judge.closed) for judge in service.judges] == [(1, 1), (1, 1)]


def test_a_connection_that_cannot_be_closed_keeps_no_other_open():
    class Stuck(KeyedService):
        def open(self, profile, key):
            judge = super().open(profile, key)
            if profile.deployment == "stuck":
                judge.close = _cannot_close
            return judge

    def _cannot_close():
        raise OSError("stuck")

    service = Stuck()
    desk = desk_of(service, file_of(a={"deployment": "m"}, b={"deployment": "stuck"}))
    judges = desk.open()
    judges.asker("a")
    judges.asker("b")
    with pytest.raises(OSError, match="stuck"):
        judges.close()
    assert service.judges[0].closed == 1
    again = desk.open()
    again.asker("a").ask(ASKED, RULE)
    again.close()


def test_plans_share_the_caps_of_their_run():
    desk = desk_of(memory=RunMemory(max_calls=2))
    one, other = desk.open().asker("local"), desk.open().asker("local", "m2")
    one.ask(ASKED, RULE)
    other.ask(ASKED, RULE)
    with pytest.raises(CapReached, match="--max-calls 2 is reached"):
        one.ask(ASKED, RULE)


def test_plans_share_what_their_run_remembers(tmp_path):
    service = KeyedService()
    desk = desk_of(service, memory=RunMemory(record=str(tmp_path / "record")))
    one, other = desk.open(), desk.open()
    first = one.asker("local").ask(ASKED, RULE)
    again = other.asker("local").ask(ASKED, RULE)
    assert (first.spent.cached, again.spent.cached) == (False, True)
    assert len(service.judges[0].requests) == 1
    one.close()
    other.close()


def test_plans_share_what_a_server_refuses():
    class Choosy(KeyedService):
        def open(self, profile, key):
            judge = super().open(profile, key)
            good = judge.ask
            judge.ask = lambda request: _refuses_seed(request, good)
            return judge

    def _refuses_seed(request, good):
        reply = good(request)
        if "seed" in request.parameters:
            raise JudgeFault(FaultKind.PARAMETER, "no seed", parameter="seed")
        return reply

    service = Choosy()
    desk = desk_of(service)
    for judges in (desk.open(), desk.open()):
        assert judges.asker("local").ask(ASKED, RULE).spent.dropped_parameters == ("seed",)
    (judge,) = service.judges
    assert ["seed" in request.parameters for request in judge.requests] == [True, False, False]


def test_a_memory_that_cannot_be_opened_is_named_and_leaves_the_desk_as_it_was(tmp_path):
    record = tmp_path / "record"
    record.write_text("something else\n")
    desk = desk_of(memory=RunMemory(record=str(record)))
    for _ in range(2):
        with pytest.raises(ValueError, match="record"):
            desk.open()
    record.unlink()
    judges = desk.open()
    assert judges.asker("local").ask(ASKED, RULE).reading.score == 1
    judges.close()


UNREACHABLE = {"deployment": "m", "api_key": {"env": "CHECKWRIGHT_NO_SUCH_KEY"}}


def test_a_replay_needs_no_key_and_opens_no_connection(tmp_path):
    record = str(tmp_path / "record")
    judges = desk_of(memory=RunMemory(record=record)).open()
    first = judges.asker("local").ask(ASKED, RULE)
    judges.close()
    service = KeyedService()
    replaying = desk_of(service, file_of(local=UNREACHABLE), memory=RunMemory(replay=record)).open()
    again = replaying.asker("local").ask(ASKED, RULE)
    replaying.close()
    assert (again.reading, again.spent.cached) == (first.reading, True)
    assert service.judges == []


def test_a_replay_has_the_signature_of_what_was_recorded(tmp_path):
    (tmp_path / "record").write_text('{"format": "replies of judges", "version": 1}\n')
    replaying = desk_of(memory=RunMemory(replay=str(tmp_path / "record")))
    assert replaying.open().asker("local").engine == desk_of().open().asker("local").engine


def test_an_estimate_needs_no_key_and_opens_no_connection():
    service = KeyedService()
    judges = desk_of(service, file_of(local=UNREACHABLE), is_estimate=True).open()
    answer = judges.asker("local").ask(ASKED, RULE)
    judges.close()
    assert (answer.spent.attempts, answer.spent.cached) == (1, False)
    assert service.judges == []


def test_what_a_run_is_given_opens_the_judges_of_its_desk():
    provider = judges_provider(desk_of())
    assert (provider.role, provider.name) == (JUDGES, "profiles")
    assert provider.open().asker("local").ask(ASKED, RULE).reading.score == json.loads(GOOD)["score"]
