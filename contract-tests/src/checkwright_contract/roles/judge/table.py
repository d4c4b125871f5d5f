"""The table of all laws of judges, and what each is tested on."""

from __future__ import annotations

from checkwright import Provider
from checkwright_judging.judge import JudgeService

from ..law import ProviderLaw
from .laws import connections, contents, exchange, keys, routes, services, statuses, told
from .under_test import JudgeUnderTest

__all__ = ["ALWAYS", "LAWS", "under_test"]

#: What a provider has to enforce to be used at all: a judge says nothing of the kind.
ALWAYS: tuple[str, ...] = ()

LAWS = tuple(
    ProviderLaw(law)
    for law in (
        statuses.faults_that_pass_may_be_asked_again,
        statuses.servers_say_how_long_to_wait,
        statuses.quota_is_told_from_a_rate_limit,
        statuses.forbidden_keys_and_missing_models_are_named,
        statuses.other_refusals_are_not_asked_again,
        statuses.refused_parameters_are_named,
        contents.what_is_no_completion_is_named,
        contents.errors_with_a_good_status_are_shown,
        contents.filtered_contents_are_named,
        contents.refusals_of_models_are_named,
        connections.lost_connections_may_be_asked_again,
        connections.timeouts_are_named,
        connections.slow_servers_run_into_the_timeout,
        connections.each_ask_is_one_request,
        connections.asks_of_eight_threads_overlap,
        connections.every_thread_gets_its_own_reply,
        connections.nothing_is_left_after_closing,
        routes.redirects_are_not_followed,
        routes.proxies_of_the_environment_are_not_asked,
        routes.proxy_of_the_profile_is_asked,
        keys.key_is_never_shown,
        keys.key_stands_in_one_header,
        keys.nothing_is_sent_for_a_key_that_is_none,
        keys.judges_of_one_service_share_nothing,
        exchange.messages_arrive_unchanged_and_in_order,
        exchange.model_and_parameters_arrive,
        exchange.output_is_told_to_the_server,
        exchange.replies_of_all_scripts_come_unchanged,
        exchange.long_replies_come_unchanged,
        told.usage_is_read,
        told.odd_fields_of_a_reply_raise_nothing,
        told.reason_to_end_and_model_are_read,
        told.latency_is_of_the_call,
        services.version_is_one_line,
        services.opening_sends_nothing,
        services.unusable_profiles_are_refused,
        services.provider_pickles,
    )
)


def under_test(provider: Provider[JudgeService]) -> JudgeUnderTest:
    """Return what the laws are tested on."""
    return JudgeUnderTest(provider)
