"""The table of all laws of sandboxes, and what each is tested on."""

from __future__ import annotations

from checkwright import Provider
from checkwright_sandboxing.sandbox import Ability, Sandbox

from ..law import ProviderLaw
from .laws import bombs, ends, host_files, identity, network, outcomes, provider, sessions, work_folder
from .under_test import SandboxUnderTest

__all__ = ["ALWAYS", "LAWS", "under_test"]

#: What every check needs: a provider that does not enforce one of these runs nothing.
ALWAYS = (Ability.NETWORK, Ability.FILES, Ability.USER, Ability.WALL_TIME)

LAWS = (
    *(
        ProviderLaw(law, (Ability.NETWORK,))
        for law in (
            network.network_refuses_connections,
            network.network_refuses_datagrams,
            network.network_refuses_named_sockets,
            network.network_has_no_route,
        )
    ),
    *(
        ProviderLaw(law, (Ability.FILES,))
        for law in (
            host_files.root_file_system_is_read_only,
            host_files.temporary_files_of_the_host_are_hidden,
            host_files.home_of_the_host_is_hidden,
            host_files.files_of_the_host_stay_as_they_are,
            host_files.shown_folders_can_be_read_and_not_written,
        )
    ),
    ProviderLaw(host_files.tools_are_found_by_their_names),
    ProviderLaw(identity.environment_is_clean),
    ProviderLaw(identity.open_files_of_the_grader_are_closed),
    *(
        ProviderLaw(law, (Ability.USER,))
        for law in (
            identity.capabilities_are_dropped,
            identity.programs_gain_no_privileges,
            identity.user_has_no_privileges,
        )
    ),
    ProviderLaw(ends.timeout_is_named_and_keeps_what_was_printed, (Ability.WALL_TIME,)),
    ProviderLaw(ends.timeout_ends_the_whole_tree, (Ability.WALL_TIME,)),
    ProviderLaw(ends.whole_tree_ends_with_the_command),
    ProviderLaw(ends.nothing_is_left_on_the_host),
    ProviderLaw(bombs.memory_is_capped_and_named, (Ability.MEMORY,)),
    ProviderLaw(bombs.processes_are_capped_and_named, (Ability.PROCESSES,)),
    ProviderLaw(bombs.disk_is_capped_and_named, (Ability.DISK,)),
    ProviderLaw(bombs.disk_is_capped_wherever_it_can_be_written, (Ability.DISK,)),
    ProviderLaw(bombs.given_files_do_not_count_as_written),
    ProviderLaw(bombs.output_is_capped_and_named),
    ProviderLaw(outcomes.exit_codes_come_through),
    ProviderLaw(outcomes.signals_are_told_from_exits),
    ProviderLaw(outcomes.output_comes_apart_and_in_bytes),
    ProviderLaw(outcomes.standard_input_arrives),
    ProviderLaw(outcomes.command_runs_where_it_is_told),
    ProviderLaw(outcomes.variables_arrive),
    ProviderLaw(outcomes.missing_programs_fail_with_a_reason),
    ProviderLaw(outcomes.result_says_who_isolated_and_how_long),
    ProviderLaw(work_folder.files_arrive_as_they_are),
    ProviderLaw(work_folder.executable_files_can_be_run),
    ProviderLaw(work_folder.links_arrive),
    ProviderLaw(work_folder.files_can_be_read_afterwards),
    ProviderLaw(work_folder.links_are_not_followed),
    ProviderLaw(work_folder.fifos_and_folders_are_not_read),
    ProviderLaw(work_folder.reading_takes_no_more_than_is_asked),
    ProviderLaw(work_folder.nothing_outside_the_work_folder_is_read),
    ProviderLaw(sessions.session_runs_one_command),
    ProviderLaw(sessions.sessions_leave_each_other_nothing),
    ProviderLaw(sessions.sessions_do_not_see_each_other),
    ProviderLaw(sessions.sessions_run_from_four_threads),
    ProviderLaw(sessions.odd_arguments_raise_nothing),
    ProviderLaw(sessions.odd_files_raise_nothing),
    ProviderLaw(provider.probe_is_stable_and_quick),
    ProviderLaw(provider.provider_and_sandbox_pickle),
    ProviderLaw(provider.unknown_images_are_refused),
    ProviderLaw(provider.what_is_not_enforced_is_not_promised),
)


def under_test(provider: Provider[Sandbox]) -> SandboxUnderTest:
    """Return what the laws are tested on."""
    return SandboxUnderTest(provider)
