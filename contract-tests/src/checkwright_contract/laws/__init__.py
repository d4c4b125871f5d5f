"""The table of all laws: the function of each, what it is tested on, and what it must have seen."""

from __future__ import annotations

from ..law import Law, Over
from . import behaviour, criteria, effects, engine, growth, repeat, schema, texts

__all__ = ["ENGINE_LAWS", "LAWS"]

_BOTH = ("passed", "failed")
_VALID = ("valid",)

LAWS = (
    Law(schema.schema_is_draft_2020_12, Over.KIND),
    Law(schema.schema_pins_its_kind, Over.KIND),
    Law(schema.schema_rejects_unknown_fields, Over.CHECKS, _VALID),
    Law(schema.schema_allows_the_base_fields, Over.CHECKS, _VALID),
    Law(schema.schema_and_model_agree, Over.CHECKS, ("valid", "invalid")),
    Law(schema.check_round_trips, Over.CHECKS, _VALID),
    Law(behaviour.examples_come_out_as_written, Over.ROWS, _BOTH),
    Law(behaviour.prepare_and_execute_raise_nothing_undeclared, Over.TRIALS, _BOTH),
    Law(behaviour.execute_returns_an_outcome, Over.TRIALS, _BOTH),
    Law(behaviour.score_is_between_0_and_1, Over.TRIALS, _BOTH),
    Law(behaviour.passed_agrees_with_status, Over.TRIALS, _BOTH),
    Law(behaviour.no_response_is_not_judged, Over.TRIALS, _BOTH),
    Law(behaviour.details_are_json, Over.TRIALS, _BOTH),
    Law(behaviour.spec_and_case_stay_unchanged, Over.TRIALS, _BOTH),
    Law(behaviour.spec_and_verdict_pickle, Over.TRIALS, _BOTH),
    Law(repeat.outcome_is_the_same_twice, Over.TRIALS, _BOTH),
    Law(repeat.outcome_is_the_same_in_any_order, Over.BATCH, _BOTH),
    Law(repeat.outcome_is_the_same_in_another_process, Over.BATCH, _BOTH),
    Law(repeat.outcome_is_the_same_from_four_threads, Over.BATCH, _BOTH),
    Law(texts.reason_is_one_clean_line, Over.TRIALS, _BOTH),
    Law(texts.authoring_errors_name_the_value, Over.TRIALS, _BOTH),
    Law(texts.evidence_quotes_the_response, Over.TRIALS, _BOTH),
    Law(criteria.describe_is_one_clean_line, Over.CHECKS, _VALID),
    Law(criteria.describe_shows_only_what_says_names, Over.CHECKS, _VALID),
    Law(texts.warnings_point_into_the_check, Over.CHECKS, _VALID),
    Law(texts.engines_are_names_and_versions, Over.KIND),
    Law(texts.missing_is_said_only_where_nothing_runs, Over.KIND),
    Law(effects.effects_are_declared, Over.TRIALS, _BOTH),
    Law(effects.process_is_left_as_it_was, Over.BATCH),
    Law(growth.cpu_time_grows_with_the_response_only, Over.KIND, ("measured",)),
)

_VERDICTS = ("scored", "not_scored", "error")

ENGINE_LAWS = (
    Law(engine.combined_score_lies_between_the_scores, Over.SCENARIOS, _VERDICTS),
    Law(engine.order_of_checks_changes_nothing, Over.SCENARIOS, _VERDICTS),
    Law(engine.excluded_checks_change_only_reason_and_coverage, Over.SCENARIOS, _VERDICTS),
    Law(engine.one_more_kind_changes_no_verdict, Over.SCENARIOS, _VERDICTS),
    Law(engine.schema_is_the_same_in_any_order, Over.KIND),
)
